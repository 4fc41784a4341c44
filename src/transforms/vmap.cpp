// src/transforms/vmap.cpp: compiles fmod/impl/transforms/vmap.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/transforms/vmap.ipp>
