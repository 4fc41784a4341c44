// src/transforms/check_grads.cpp: compiles fmod/impl/transforms/check_grads.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/transforms/check_grads.ipp>
