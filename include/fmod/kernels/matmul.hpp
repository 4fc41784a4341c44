// fmod/kernels/matmul.hpp: the seam of matrix products
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/core/tensor.hpp>

namespace fm::kernels {

/// x y over the last two axes, each transposed first (without a copy) if asked; leading axes broadcast. Ranks are at
/// least 2 and inner sizes agree (checked by the op). An inner size of 0 gives zeros. float, double, int64.
/// A product of (b, m, k) with a shared (k, n) is one product of (b m, k).
template <Element S> Tensor<S> matmul(Tensor<S> x, Tensor<S> y, bool transpose_x, bool transpose_y);
/// Sum of products of all elements; same shapes.
template <Element S> S dot(Tensor<S> const& x, Tensor<S> const& y);

}  // namespace fm::kernels

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/kernels/matmul.ipp>
#endif
