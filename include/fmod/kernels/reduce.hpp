// fmod/kernels/reduce.hpp: compiled reductions, scans and sorting
// SPDX-License-Identifier: MIT
//
// Axes arrive checked: negative, sorted, each once (core/shape.hpp, checked_axes); Axes{} means all.
#pragma once
#include <fmod/core/tensor.hpp>
#include <fmod/kernels/codes.hpp>

namespace fm::kernels {

/// Over `axes`, which go away, or stay with size 1 under `keepdims`.
/// sum and mean of float add pairwise (error grows with log n). sum, prod of nothing: 0, 1; mean of nothing: NaN; logsumexp of
/// nothing: -inf (and safe at -inf, +inf, large values); max, min of nothing: value_error. max and min hand NaN on.
/// float, double; int64: sum, prod, max, min.
template <Element S> Tensor<S> reduce(reduction code, Tensor<S> x, Axes const& axes, bool keepdims);
/// Index of the first largest (smallest) element along an axis; a NaN counts as largest (smallest). value_error if empty.
template <Element S> Tensor<int64_t> arg_reduce(reduction max_or_min, Tensor<S> x, int axis, bool keepdims);
/// Running sum or product along an axis; `reverse` runs from the end.
template <Element S> Tensor<S> cumulative(reduction sum_or_prod, Tensor<S> x, int axis, bool reverse);
/// y_i = a_i y_(i-1) + b_i along an axis, from y = 0; `reverse` runs from the end. Same shapes.
template <Element S> Tensor<S> linear_scan(Tensor<S> a, Tensor<S> b, int axis, bool reverse);
/// Adjoint of broadcasting: sums x down to `shape`. Same shape: the same storage.
template <Element S> Tensor<S> sum_to(Tensor<S> x, Shape const& shape);
/// exp(x - logsumexp(x)), and its logarithm, along an axis, in one pass over memory.
template <Element S> Tensor<S> softmax(Tensor<S> x, int axis);
template <Element S> Tensor<S> log_softmax(Tensor<S> x, int axis);
/// Square root of the sum of squares over axes, without overflow or underflow.
template <Element S> Tensor<S> norm(Tensor<S> x, Axes const& axes, bool keepdims);
/// Indices that sort along an axis, ascending, stable; NaN last.
template <Element S> Tensor<int64_t> argsort(Tensor<S> x, int axis);

}  // namespace fm::kernels

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/kernels/reduce.ipp>
#include <fmod/impl/kernels/scan.ipp>
#endif
