// fmod/kernels/normalize.hpp: compiled normalisation of rows
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/core/tensor.hpp>

namespace fm::kernels {

/// Each row (last axis) less its mean, over sqrt(variance + eps). float, double.
template <Real S> Tensor<S> standardize(Tensor<S> x, double eps);
/// Derivative of it at x along v; the map is symmetric, so this is the adjoint too.
template <Real S> Tensor<S> standardize_push(Tensor<S> v, Tensor<S> const& x, double eps);

}  // namespace fm::kernels

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/kernels/normalize.ipp>
#endif
