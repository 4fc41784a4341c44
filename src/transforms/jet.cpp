// src/transforms/jet.cpp: compiles fmod/impl/transforms/jet.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/transforms/jet.ipp>
