// src/kernels/elementwise.cpp: compiled part of fmod/kernels/elementwise.hpp
// SPDX-License-Identifier: MIT
#include <fmod/impl/kernels/logical.ipp>

namespace fm::kernels {

using std::uint32_t;

#define FM_INSTANTIATE(S)                               \
  template Tensor<S> map(unary, Tensor<S>);             \
  template Tensor<S> map(binary, Tensor<S>, Tensor<S>); \
  template Tensor<S> map(binary, Tensor<S>, S);         \
  template Tensor<S> map(binary, S, Tensor<S>);
FM_INSTANTIATE(float)
FM_INSTANTIATE(double)
FM_INSTANTIATE(int64_t)
#undef FM_INSTANTIATE

#define FM_INSTANTIATE(S)                                       \
  template Tensor<bool> map(compare, Tensor<S>, Tensor<S>);     \
  template Tensor<bool> map(compare, Tensor<S>, S);             \
  template Tensor<S> where(Tensor<bool>, Tensor<S>, Tensor<S>); \
  template Tensor<float> cast<float, S>(Tensor<S>);             \
  template Tensor<double> cast<double, S>(Tensor<S>);           \
  template Tensor<int64_t> cast<int64_t, S>(Tensor<S>);         \
  template Tensor<uint32_t> cast<uint32_t, S>(Tensor<S>);       \
  template Tensor<bool> cast<bool, S>(Tensor<S>);
FM_INSTANTIATE(float)
FM_INSTANTIATE(double)
FM_INSTANTIATE(int64_t)
FM_INSTANTIATE(uint32_t)
FM_INSTANTIATE(bool)
#undef FM_INSTANTIATE

template void accumulate(Tensor<int64_t>&, Tensor<int64_t> const&);

#define FM_INSTANTIATE(S)                                          \
  template Tensor<S> map(unary_n, int64_t, Tensor<S>);             \
  template void accumulate(Tensor<S>&, Tensor<S> const&);          \
  template void loop(unary, S*, S const*, int64_t);                \
  template void loop(unary_n, int64_t, S*, S const*, int64_t);     \
  template void loop(binary, S*, S const*, S const*, int64_t);     \
  template void loop(binary, S*, S const*, S, int64_t);            \
  template void loop(binary, S*, S, S const*, int64_t);            \
  template void loop(compare, bool*, S const*, S const*, int64_t); \
  template void loop(compare, bool*, S const*, S, int64_t);        \
  template void loop_where(bool const*, S*, S const*, S const*, int64_t);
FM_INSTANTIATE(float)
FM_INSTANTIATE(double)
#undef FM_INSTANTIATE

}  // namespace fm::kernels
