// fmod/impl/kernels/pooling.ipp: pooling, one row of results at a time
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/impl/kernels/windows.ipp>

#include <limits>
#include <vector>

namespace fm::kernels::detail {

template <class S> struct Pooling {
  WindowAxes axes;
  int64_t planes, height, width;

  Pooling(Window const& window, Shape const& s, Size2 image)
      : axes(window, image), planes(s[0] * s[1]), height(window.size.height), width(window.size.width) {}

  int64_t count() const { return axes.columns.places; }
  /// f(start of a row of results, p, start of the plane) for each row of results.
  template <class F> void for_each_row(F const& f) const {
    int64_t const pixels = axes.rows.image * axes.columns.image;
    for (int64_t plane = 0; plane < planes; ++plane)
      for (int64_t p = 0; p < axes.rows.places; ++p) f((plane * axes.rows.places + p) * count(), p, plane * pixels);
  }
  /// f(q, offset in the image) for all elements of the windows of row p that lie inside.
  template <class F> FM_ALWAYS_INLINE void for_each_element(int64_t p, int64_t plane, F const& f) const {
    auto const& a = axes.columns;
    for (int64_t k = 0; k < height; ++k) {
      int64_t const i = p * axes.rows.step + axes.rows.offset(k);
      if (i < 0 || i >= axes.rows.image) continue;
      for (int64_t l = 0; l < width; ++l) {
        auto const& span = axes.span(l);
        int64_t const first = span.first, last = span.last, row = plane + i * a.image + span.offset;
        if (a.step == 1)
          for (int64_t q = first; q < last; ++q) f(q, row + q);
        else if (a.step == 2)
          for (int64_t q = first; q < last; ++q) f(q, row + 2 * q);
        else
          for (int64_t q = first; q < last; ++q) f(q, row + q * a.step);
      }
    }
  }
  void largest(S* z, S const* x, int64_t p, int64_t plane) const {
    std::fill_n(z, count(), -std::numeric_limits<S>::infinity());
    for_each_element(p, plane, [=](int64_t q, int64_t i) {
      S const v = x[i], best = z[q];
      z[q] = ((v > best) | (v != v)) ? v : best;
    });
  }
  void largest_and_ties(S* z, S* ties, S const* x, int64_t p, int64_t plane) const {
    largest(z, x, p, plane);
    std::fill_n(ties, count(), S(0));
    for_each_element(p, plane, [=](int64_t q, int64_t i) { ties[q] += x[i] == z[q] ? S(1) : S(0); });
    // Where the largest is NaN nothing equals it.
    for (int64_t q = 0; q < count(); ++q) ties[q] = ties[q] == 0 ? S(1) : ties[q];
  }
};

inline Size2 image_of(Shape const& s) { return {s[2], s[3]}; }
inline Shape pooled(Shape const& s, Window const& window) {
  Size2 const places = window.places(image_of(s));
  return {s[0], s[1], places.height, places.width};
}

}  // namespace fm::kernels::detail

namespace fm::kernels {

template <Real S> Tensor<S> max_pool2d(Tensor<S> const& x, Window const& window) {
  auto z = Tensor<S>::uninitialized(detail::pooled(x.shape(), window));
  detail::Pooling<S> const pool(window, x.shape(), detail::image_of(x.shape()));
  S* const out = z.mutable_data();
  pool.for_each_row([&](int64_t at, int64_t p, int64_t plane) { pool.largest(out + at, x.data(), p, plane); });
  return z;
}

template <Real S> Tensor<S> max_pool2d_push(Tensor<S> const& d, Tensor<S> const& x, Window const& window) {
  auto z = Tensor<S>::uninitialized(detail::pooled(x.shape(), window));
  detail::Pooling<S> const pool(window, x.shape(), detail::image_of(x.shape()));
  std::vector<S> space(static_cast<std::size_t>(2 * pool.count()));
  S *const best = space.data(), *const ties = best + pool.count();
  S const *const from = d.data(), *const at_x = x.data();
  pool.for_each_row([&](int64_t at, int64_t p, int64_t plane) {
    S* const out = z.mutable_data() + at;
    pool.largest_and_ties(best, ties, at_x, p, plane);
    std::fill_n(out, pool.count(), S(0));
    pool.for_each_element(p, plane, [=](int64_t q, int64_t i) { out[q] += at_x[i] == best[q] ? from[i] : S(0); });
    for (int64_t q = 0; q < pool.count(); ++q) out[q] /= ties[q];
  });
  return z;
}

template <Real S> Tensor<S> max_pool2d_pull(Tensor<S> const& ct, Tensor<S> const& x, Window const& window) {
  auto y = Tensor<S>::uninitialized(x.shape());
  detail::Pooling<S> const pool(window, x.shape(), detail::image_of(x.shape()));
  std::vector<S> space(static_cast<std::size_t>(2 * pool.count()));
  S *const best = space.data(), *const share = best + pool.count(), *const to = y.mutable_data();
  S const* const at_x = x.data();
  std::fill_n(to, y.size(), S(0));
  pool.for_each_row([&](int64_t at, int64_t p, int64_t plane) {
    pool.largest_and_ties(best, share, at_x, p, plane);
    for (int64_t q = 0; q < pool.count(); ++q) share[q] = ct.data()[at + q] / share[q];
    pool.for_each_element(p, plane, [=](int64_t q, int64_t i) { to[i] += at_x[i] == best[q] ? share[q] : S(0); });
  });
  return y;
}

template <Real S> Tensor<S> sum_pool2d(Tensor<S> const& x, Window const& window) {
  auto z = Tensor<S>::uninitialized(detail::pooled(x.shape(), window));
  detail::Pooling<S> const pool(window, x.shape(), detail::image_of(x.shape()));
  S const* const from = x.data();
  std::fill_n(z.mutable_data(), z.size(), S(0));
  pool.for_each_row([&](int64_t at, int64_t p, int64_t plane) {
    S* const out = z.mutable_data() + at;
    pool.for_each_element(p, plane, [=](int64_t q, int64_t i) { out[q] += from[i]; });
  });
  return z;
}

template <Real S> Tensor<S> sum_unpool2d(Tensor<S> const& z, Window const& window, Size2 image) {
  auto x = Tensor<S>::uninitialized(Shape{z.shape()[0], z.shape()[1], image.height, image.width});
  detail::Pooling<S> const pool(window, x.shape(), image);
  S* const to = x.mutable_data();
  std::fill_n(to, x.size(), S(0));
  pool.for_each_row([&](int64_t at, int64_t p, int64_t plane) {
    S const* const from = z.data() + at;
    pool.for_each_element(p, plane, [=](int64_t q, int64_t i) { to[i] += from[q]; });
  });
  return x;
}

}  // namespace fm::kernels
