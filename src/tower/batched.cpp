// src/tower/batched.cpp: compiles fmod/impl/tower/batched.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/tower/batched.ipp>
