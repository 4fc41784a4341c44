// src/kernels/reduce.cpp: compiled part of fmod/kernels/reduce.hpp
// SPDX-License-Identifier: MIT
#include <fmod/impl/kernels/reduce.ipp>

namespace fm::kernels {

#define FM_INSTANTIATE(S)                                               \
  template Tensor<S> reduce(reduction, Tensor<S>, Axes const&, bool);   \
  template Tensor<int64_t> arg_reduce(reduction, Tensor<S>, int, bool); \
  template Tensor<S> cumulative(reduction, Tensor<S>, int, bool);       \
  template Tensor<S> sum_to(Tensor<S>, Shape const&);                   \
  template Tensor<int64_t> argsort(Tensor<S>, int);
FM_INSTANTIATE(float)
FM_INSTANTIATE(double)
FM_INSTANTIATE(int64_t)
#undef FM_INSTANTIATE

#define FM_INSTANTIATE(S)                         \
  template Tensor<S> softmax(Tensor<S>, int);     \
  template Tensor<S> log_softmax(Tensor<S>, int); \
  template Tensor<S> norm(Tensor<S>, Axes const&, bool);
FM_INSTANTIATE(float)
FM_INSTANTIATE(double)
#undef FM_INSTANTIATE

}  // namespace fm::kernels
