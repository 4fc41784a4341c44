// src/transforms/root_finders.cpp: compiles fmod/impl/transforms/root_finders.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/transforms/root_finders.ipp>
