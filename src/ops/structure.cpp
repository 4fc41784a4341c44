// src/ops/structure.cpp: compiles fmod/impl/ops/structure.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/ops/structure.ipp>
