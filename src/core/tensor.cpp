// src/core/tensor.cpp: compiled part of fmod/core/tensor.hpp
// SPDX-License-Identifier: MIT
#include <fmod/impl/core/tensor.ipp>
