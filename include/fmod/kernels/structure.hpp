// fmod/kernels/structure.hpp: compiled kernels that move elements and compute nothing
// SPDX-License-Identifier: MIT
//
// All element types. Arguments arrive checked by the op. Axes are negative (counted from the end).
#pragma once
#include <fmod/core/tensor.hpp>

#include <array>
#include <vector>

namespace fm::kernels {

/// Axis i of the result is axis perm[i] of x (perm has x.rank() entries, all negative).
template <Element S> Tensor<S> permute(Tensor<S> x, Axes const& perm);
template <Element S> Tensor<S> broadcast_to(Tensor<S> x, Shape const& shape);
/// One axis: start, start + step, ... (count of them); step may be negative. The leading axis with step 1 shares storage.
template <Element S> Tensor<S> slice(Tensor<S> x, int axis, int64_t start, int64_t count, int64_t step);
/// Adjoint of slice: zeros of `size` along the axis with x placed at start, start + step, ...
template <Element S> Tensor<S> unslice(Tensor<S> x, int axis, int64_t start, int64_t step, int64_t size);
template <Element S> Tensor<S> concat(std::vector<Tensor<S>> const& parts, int axis);
template <Element S> Tensor<S> flip(Tensor<S> x, Axes const& axes);
/// Result = x.shape before axis + index.shape + x.shape after axis. Indices are in [0, size), checked by the op.
template <Element S> Tensor<S> take(Tensor<S> x, Tensor<int64_t> const& index, int axis);
/// Adjoint of take: zeros with `size` along the axis; slices of x added at their indices, duplicates accumulate.
template <Element S> Tensor<S> scatter_add(Tensor<S> x, Tensor<int64_t> const& index, int axis, int64_t size);
/// One element for each index along an axis: x and index have equal shapes but for the axis; result has index's shape.
template <Element S> Tensor<S> take_along(Tensor<S> x, Tensor<int64_t> const& index, int axis);
/// Adjoint of take_along.
template <Element S> Tensor<S> scatter_along(Tensor<S> x, Tensor<int64_t> const& index, int axis, int64_t size);
/// Result shape index.shape + (depth): 1 at the index, else 0.
template <Element S> Tensor<S> one_hot(Tensor<int64_t> const& index, int64_t depth);
/// Lower (upper) triangle of the last two axes at and below (above) diagonal k; zeros elsewhere.
template <Element S> Tensor<S> triangle(Tensor<S> x, bool lower, int64_t k);
/// {smallest, largest} index, {0, -1} when empty: for checks.
std::array<int64_t, 2> index_range(Tensor<int64_t> const& index);

}  // namespace fm::kernels

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/kernels/structure.ipp>
#endif
