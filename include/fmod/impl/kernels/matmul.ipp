// fmod/impl/kernels/matmul.ipp: matrix products on tensors
// SPDX-License-Identifier: MIT
//
// One product of two matrices is the seam: detail::product. Another library (oneDNN, BLAS, Metal) is asked there first.
#pragma once
#include <fmod/impl/kernels/elementwise.ipp>
#include <fmod/kernels/matmul.hpp>

namespace fm::kernels::detail {

// c (m, n) = a (m, k) b (k, n), all row-major; a is stored (k, m) if ta, b (n, k) if tb.
template <class S> void product(S* c, S const* a, S const* b, int64_t m, int64_t k, int64_t n, bool ta, bool tb) {
  if constexpr (Real<S>) {
    auto const& table = isa::real<S>();
    int64_t const bytes = table.gemm_space(m, k, n, ta, tb);
    if (bytes == 0) return table.gemm(c, a, b, m, k, n, ta, tb, nullptr);
    memory::Buffer* const space = memory::allocate(static_cast<std::size_t>(bytes));
    table.gemm(c, a, b, m, k, n, ta, tb, space->data);
    memory::release(space);
  } else {
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        S sum = 0;
        for (int64_t l = 0; l < k; ++l)
          sum = integer::add(sum, integer::mul(a[ta ? l * m + i : i * k + l], b[tb ? j * k + l : l * n + j]));
        c[i * n + j] = sum;
      }
  }
}

}  // namespace fm::kernels::detail

namespace fm::kernels {

template <Element S> Tensor<S> matmul(Tensor<S> x, Tensor<S> y, bool transpose_x, bool transpose_y) {
  Shape const &xs = x.shape(), &ys = y.shape();
  int64_t const k = xs[transpose_x ? -2 : -1], n = ys[transpose_y ? -2 : -1];
  int64_t const m = xs[transpose_x ? -1 : -2];
  if (xs.rank() == 2 && ys.rank() == 2 && k > 1) {
    Tensor<S> out = Tensor<S>::uninitialized(Shape{m, n});
    if (out.size() != 0) detail::product(out.mutable_data(), x.data(), y.data(), m, k, n, transpose_x, transpose_y);
    return out;
  }
  Shape const xb(xs.begin(), xs.end() - 2), yb(ys.begin(), ys.end() - 2);
  Shape const batch = broadcast_shapes("matmul", xb, yb);
  Shape shape = batch;
  shape.push_back(m);
  shape.push_back(n);
  Tensor<S> out = Tensor<S>::uninitialized(shape);
  S* c = out.mutable_data();
  if (out.size() == 0) return out;
  if (k == 1) {  // outer products: nothing to add up, so what counts is to write the result from front to back
    Shape column = xb, row = yb;
    for (int64_t size : {m, int64_t(1)}) column.push_back(size);
    for (int64_t size : {int64_t(1), n}) row.push_back(size);
    detail::broadcast(binary::mul, shape, c, x.data(), column, y.data(), row);
    return out;
  }
  if (k == 0) {
    std::fill_n(c, out.size(), S(0));
    return out;
  }
  // One right factor for all: the rows of all left factors are one matrix.
  if (yb.size() == 1 && !transpose_x) {
    detail::product(c, x.data(), y.data(), batch.size() * m, k, n, false, transpose_y);
    return out;
  }
  auto const walk = detail::broadcast_walk<2>(batch, {&xb, &yb});
  walk.rows([&](auto const& offset) {
    for (int64_t i = 0; i < walk.inner; ++i) {
      S const* const a = x.data() + (offset[0] + i * walk.inner_step[0]) * m * k;
      S const* const b = y.data() + (offset[1] + i * walk.inner_step[1]) * k * n;
      detail::product(c, a, b, m, k, n, transpose_x, transpose_y);
      c += m * n;
    }
  });
  return out;
}

template <Element S> S dot(Tensor<S> const& x, Tensor<S> const& y) {
  if constexpr (Real<S>) {
    return isa::real<S>().dot(x.data(), y.data(), x.size());
  } else {
    S sum = 0;
    for (int64_t i = 0, n = x.size(); i < n; ++i) sum = integer::add(sum, integer::mul(x.data()[i], y.data()[i]));
    return sum;
  }
}

}  // namespace fm::kernels
