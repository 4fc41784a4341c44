// src/ops/tree.cpp: compiles fmod/impl/ops/tree.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/ops/tree.ipp>

namespace fm::tree::detail {
template bool all_finite(Tensor<float> const&);
template bool all_finite(Tensor<double> const&);
}  // namespace fm::tree::detail
