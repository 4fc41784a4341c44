// src/transforms/scan.cpp: compiles fmod/impl/transforms/scan.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/transforms/scan.ipp>
