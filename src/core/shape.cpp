// src/core/shape.cpp: compiled part of fmod/core/shape.hpp
// SPDX-License-Identifier: MIT
#include <fmod/impl/core/shape.ipp>
