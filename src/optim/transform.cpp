// src/optim/transform.cpp: compiles fmod/impl/optim/transform.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/optim/transform.ipp>
