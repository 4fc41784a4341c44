// src/kernels/convolution.cpp: compiled part of fmod/kernels/convolution.hpp
// SPDX-License-Identifier: MIT
#include <fmod/impl/kernels/convolution.ipp>
#include <fmod/impl/kernels/pooling.ipp>

namespace fm::kernels {

#define FM_INSTANTIATE(S)                                                                             \
  template Tensor<S> conv2d(Tensor<S> const&, Tensor<S> const&, Window const&, int64_t);              \
  template Tensor<S> conv2d_input(Tensor<S> const&, Tensor<S> const&, Window const&, int64_t, Size2); \
  template Tensor<S> conv2d_weight(Tensor<S> const&, Tensor<S> const&, Window const&, int64_t);       \
  template Tensor<S> max_pool2d(Tensor<S> const&, Window const&);                                     \
  template Tensor<S> max_pool2d_push(Tensor<S> const&, Tensor<S> const&, Window const&);              \
  template Tensor<S> max_pool2d_pull(Tensor<S> const&, Tensor<S> const&, Window const&);              \
  template Tensor<S> sum_pool2d(Tensor<S> const&, Window const&);                                     \
  template Tensor<S> sum_unpool2d(Tensor<S> const&, Window const&, Size2);
FM_INSTANTIATE(float)
FM_INSTANTIATE(double)

}  // namespace fm::kernels
