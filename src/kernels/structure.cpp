// src/kernels/structure.cpp: compiled part of fmod/kernels/structure.hpp
// SPDX-License-Identifier: MIT
#include <fmod/impl/kernels/structure.ipp>

namespace fm::kernels {

#define FM_INSTANTIATE(S)                                                            \
  template Tensor<S> permute(Tensor<S>, Axes const&);                                \
  template Tensor<S> broadcast_to(Tensor<S>, Shape const&);                          \
  template Tensor<S> slice(Tensor<S>, int, int64_t, int64_t, int64_t);               \
  template Tensor<S> unslice(Tensor<S>, int, int64_t, int64_t, int64_t);             \
  template Tensor<S> concat(std::vector<Tensor<S>> const&, int);                     \
  template Tensor<S> flip(Tensor<S>, Axes const&);                                   \
  template Tensor<S> take(Tensor<S>, Tensor<int64_t> const&, int);                   \
  template Tensor<S> scatter_add(Tensor<S>, Tensor<int64_t> const&, int, int64_t);   \
  template Tensor<S> take_along(Tensor<S>, Tensor<int64_t> const&, int);             \
  template Tensor<S> scatter_along(Tensor<S>, Tensor<int64_t> const&, int, int64_t); \
  template Tensor<S> one_hot(Tensor<int64_t> const&, int64_t);                       \
  template Tensor<S> triangle(Tensor<S>, bool, int64_t);
FM_INSTANTIATE(float)
FM_INSTANTIATE(double)
FM_INSTANTIATE(int64_t)
FM_INSTANTIATE(std::uint32_t)
FM_INSTANTIATE(bool)

}  // namespace fm::kernels
