// src/tower/scalar_tape.cpp: compiles fmod/impl/tower/scalar_tape.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/tower/scalar_tape.ipp>
