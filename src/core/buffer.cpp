// src/core/buffer.cpp: compiled part of fmod/core/buffer.hpp
// SPDX-License-Identifier: MIT
#include <fmod/impl/core/buffer.ipp>
