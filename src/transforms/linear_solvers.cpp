// src/transforms/linear_solvers.cpp: compiles fmod/impl/transforms/linear_solvers.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/transforms/linear_solvers.ipp>

namespace fm::transforms {
template Tensor<float> solve(LinearOperator<float> const&, Tensor<float> const&, LinearOptions const&);
template Tensor<double> solve(LinearOperator<double> const&, Tensor<double> const&, LinearOptions const&);

}  // namespace fm::transforms
