// src/core/create.cpp: compiled part of fmod/core/create.hpp
// SPDX-License-Identifier: MIT
#include <fmod/impl/core/create.ipp>

namespace fm {

#define FM_INSTANTIATE(S)                                         \
  template class Literal<S>;                                      \
  template Tensor<S> full(Shape const&, S);                       \
  template Tensor<S> from_span(Shape const&, std::span<S const>); \
  template Tensor<S> eye(int64_t, int64_t);
FM_INSTANTIATE(float)
FM_INSTANTIATE(double)
FM_INSTANTIATE(int64_t)
FM_INSTANTIATE(std::uint32_t)
FM_INSTANTIATE(bool)

template Tensor<float> arange(float, float, float);
template Tensor<double> arange(double, double, double);
template Tensor<int64_t> arange(int64_t, int64_t, int64_t);
template Tensor<std::uint32_t> arange(std::uint32_t, std::uint32_t, std::uint32_t);
template Tensor<float> linspace(float, float, int64_t);
template Tensor<double> linspace(double, double, int64_t);

}  // namespace fm
