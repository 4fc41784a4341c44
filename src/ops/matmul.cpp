// src/ops/matmul.cpp: compiles fmod/impl/ops/matmul.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/ops/matmul.ipp>
