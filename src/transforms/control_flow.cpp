// src/transforms/control_flow.cpp: compiles fmod/impl/transforms/control_flow.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/transforms/control_flow.ipp>
