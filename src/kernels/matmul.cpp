// src/kernels/matmul.cpp: compiled part of fmod/kernels/matmul.hpp
// SPDX-License-Identifier: MIT
#include <fmod/impl/kernels/matmul.ipp>

namespace fm::kernels {

#define FM_INSTANTIATE(S)                                      \
  template Tensor<S> matmul(Tensor<S>, Tensor<S>, bool, bool); \
  template S dot(Tensor<S> const&, Tensor<S> const&);
FM_INSTANTIATE(float)
FM_INSTANTIATE(double)
FM_INSTANTIATE(int64_t)

}  // namespace fm::kernels
