// src/transforms/implicit.cpp: compiles fmod/impl/transforms/implicit.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/transforms/implicit.ipp>
