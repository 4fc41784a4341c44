// src/ops/gather.cpp: compiles fmod/impl/ops/gather.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/ops/gather.ipp>
