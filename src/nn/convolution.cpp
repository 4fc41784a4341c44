// src/nn/convolution.cpp: compiles fmod/impl/nn/convolution.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/nn/convolution.ipp>
