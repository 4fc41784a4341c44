// src/ops/reduce.cpp: compiles fmod/impl/ops/reduce.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/ops/reduce.ipp>
