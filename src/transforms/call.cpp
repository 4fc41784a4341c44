// src/transforms/call.cpp: compiles fmod/impl/transforms/call.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/transforms/call.ipp>
