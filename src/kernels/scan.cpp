// src/kernels/scan.cpp: compiles fmod/impl/kernels/scan.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/kernels/scan.ipp>

namespace fm::kernels {
template Tensor<float> linear_scan(Tensor<float>, Tensor<float>, int, bool);
template Tensor<double> linear_scan(Tensor<double>, Tensor<double>, int, bool);
}  // namespace fm::kernels
