// src/ops/normalize.cpp: compiles fmod/impl/ops/normalize.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/ops/normalize.ipp>
