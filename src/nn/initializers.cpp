// src/nn/initializers.cpp: compiles fmod/impl/nn/initializers.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/nn/initializers.ipp>

namespace fm {
#define FM_INSTANTIATE(S) \
  template Tensor<S> Initializer::operator()<S>(Tensor<std::uint32_t> const&, Shape const&) const;
FM_INSTANTIATE(float)
FM_INSTANTIATE(double)
FM_INSTANTIATE(int64_t)
FM_INSTANTIATE(std::uint32_t)
FM_INSTANTIATE(bool)
#undef FM_INSTANTIATE
}  // namespace fm
