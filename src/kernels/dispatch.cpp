// src/kernels/dispatch.cpp: compiled part of the choice of the instruction set
// SPDX-License-Identifier: MIT
#include <fmod/impl/kernels/dispatch.ipp>
