// src/tower/tape.cpp: compiles fmod/impl/tower/tape.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/tower/tape.ipp>
