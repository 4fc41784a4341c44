// src/nn/linear.cpp: compiles fmod/impl/nn/linear.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/nn/linear.ipp>
