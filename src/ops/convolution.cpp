// src/ops/convolution.cpp: compiles fmod/impl/ops/convolution.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/ops/convolution.ipp>
