// src/kernels/normalize.cpp: compiled part of fmod/kernels/normalize.hpp
// SPDX-License-Identifier: MIT
#include <fmod/impl/kernels/normalize.ipp>

namespace fm::kernels {
template Tensor<float> standardize(Tensor<float>, double);
template Tensor<double> standardize(Tensor<double>, double);
template Tensor<float> standardize_push(Tensor<float>, Tensor<float> const&, double);
template Tensor<double> standardize_push(Tensor<double>, Tensor<double> const&, double);
}  // namespace fm::kernels
