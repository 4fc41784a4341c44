// src/transforms/axes.cpp: compiles fmod/impl/transforms/axes.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/transforms/axes.ipp>
