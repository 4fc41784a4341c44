// src/nn/norm.cpp: compiles fmod/impl/nn/norm.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/nn/norm.ipp>
