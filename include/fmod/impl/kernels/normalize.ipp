// fmod/impl/kernels/normalize.ipp: normalisation of rows
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/impl/kernels/elementwise.ipp>
#include <fmod/kernels/normalize.hpp>

#include <cmath>

namespace fm::kernels::detail {

template <class S> S mean_of(S const* x, int64_t n) {
  S sum;
  isa::real<S>().reduce_rows[at(reduction::sum)](&sum, x, 1, n);
  return sum / static_cast<S>(n);
}
// Writes the deviations of x over their size to y; gives 1 / sqrt(variance + eps).
template <class S> S standardize_row(S* y, S const* x, int64_t n, double eps) {
  auto const& table = isa::real<S>();
  run(binary::sub, y, x, mean_of(x, n), n);
  S const scale = 1 / std::sqrt(table.dot(y, y, n) / static_cast<S>(n) + static_cast<S>(eps));
  run(binary::mul, y, static_cast<S const*>(y), scale, n);
  return scale;
}

}  // namespace fm::kernels::detail

namespace fm::kernels {

template <Real S> Tensor<S> standardize(Tensor<S> x, double eps) {
  Shape const shape = x.shape();
  int64_t const n = shape[-1], rows = n == 0 ? 0 : shape.size() / n;
  S const* const from = x.data();
  Tensor<S> const hold = x.unique() ? Tensor<S>() : x;
  Tensor<S> y = detail::take_storage(x, shape);
  for (int64_t i = 0; i < rows; ++i) detail::standardize_row(y.mutable_data() + i * n, from + i * n, n, eps);
  return y;
}

// With y the result and r the scale: r (v - mean(v) - y mean(y v)).
template <Real S> Tensor<S> standardize_push(Tensor<S> v, Tensor<S> const& x, double eps) {
  Shape const shape = x.shape();
  int64_t const n = shape[-1], rows = n == 0 ? 0 : shape.size() / n;
  S const* const from = v.data();
  Tensor<S> const hold = v.unique() ? Tensor<S>() : v;
  Tensor<S> out = detail::take_storage(v, shape), space = Tensor<S>::uninitialized(Shape{n});
  S* const y = space.mutable_data();
  auto const& table = isa::real<S>();
  for (int64_t i = 0; i < rows; ++i) {
    S const scale = detail::standardize_row(y, x.data() + i * n, n, eps);
    S const* const in = from + i * n;
    S* const to = out.mutable_data() + i * n;
    S const mean = detail::mean_of(in, n), along = table.dot(y, in, n) / static_cast<S>(n);
    for (int64_t j = 0; j < n; ++j) to[j] = scale * ((in[j] - mean) - y[j] * along);
  }
  return out;
}

}  // namespace fm::kernels
