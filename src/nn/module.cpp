// src/nn/module.cpp: compiles fmod/impl/nn/module.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/nn/module.ipp>

namespace fm::nn::detail {
#define FM_INSTANTIATE(S) \
  template Tensor<S> initialize(Initializer const&, std::string_view, Tensor<std::uint32_t> const&, Shape const&);
FM_INSTANTIATE(float)
FM_INSTANTIATE(double)
FM_INSTANTIATE(int64_t)
FM_INSTANTIATE(std::uint32_t)
FM_INSTANTIATE(bool)
#undef FM_INSTANTIATE
}  // namespace fm::nn::detail
