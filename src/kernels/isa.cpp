// src/kernels/isa.cpp: the kernels of one instruction set; compiled once for each, with FM_ISA and Eigen renamed
// SPDX-License-Identifier: MIT
#include <fmod/impl/kernels/isa.ipp>
