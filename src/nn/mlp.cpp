// src/nn/mlp.cpp: compiles fmod/impl/nn/mlp.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/nn/mlp.ipp>
