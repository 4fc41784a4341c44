// src/nn/state_dict.cpp: compiles fmod/impl/nn/state_dict.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/nn/state_dict.ipp>

namespace fm {
#define FM_INSTANTIATE(S)                                         \
  template Tensor<S> StateDict::get<S>(std::string const&) const; \
  template Tensor<S> nn::detail::StateReader::read<S>(std::string_view, Shape const&);
FM_INSTANTIATE(float)
FM_INSTANTIATE(double)
FM_INSTANTIATE(int64_t)
FM_INSTANTIATE(std::uint32_t)
FM_INSTANTIATE(bool)
#undef FM_INSTANTIATE
template StateDict StateDict::cast<float>() const;
template StateDict StateDict::cast<double>() const;
}  // namespace fm
