// src/optim/schedules.cpp: compiles fmod/impl/optim/schedules.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/optim/schedules.ipp>
