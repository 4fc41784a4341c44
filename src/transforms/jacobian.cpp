// src/transforms/jacobian.cpp: compiles fmod/impl/transforms/jacobian.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/transforms/jacobian.ipp>

namespace fm::transforms {
template Tensor<float> basis_block(int64_t, int64_t, Shape const&);
template Tensor<double> basis_block(int64_t, int64_t, Shape const&);
}  // namespace fm::transforms
