// src/tower/lift.cpp: compiles fmod/impl/tower/lift.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/tower/lift.ipp>
