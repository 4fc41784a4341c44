// src/ops/special.cpp: compiles fmod/impl/ops/special.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/ops/special.ipp>
