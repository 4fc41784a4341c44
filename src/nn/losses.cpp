// src/nn/losses.cpp: compiles fmod/impl/nn/losses.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/nn/losses.ipp>
