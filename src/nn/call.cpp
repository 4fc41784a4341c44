// src/nn/call.cpp: compiles fmod/impl/nn/call.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/nn/call.ipp>
