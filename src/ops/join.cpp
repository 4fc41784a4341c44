// src/ops/join.cpp: compiles fmod/impl/ops/join.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/ops/join.ipp>
