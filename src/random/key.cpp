// src/random/key.cpp: compiles fmod/impl/random/key.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/random/key.ipp>
