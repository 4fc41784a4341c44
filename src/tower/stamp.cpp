// src/tower/stamp.cpp: compiles fmod/impl/tower/stamp.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/tower/stamp.ipp>
