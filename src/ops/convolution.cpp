// src/ops/convolution.cpp: compiles fmod/impl/ops/convolution.ipp and pooling.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/ops/pooling.ipp>
