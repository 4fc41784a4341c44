// tests/kernels/reference.hpp: slow, obvious versions of what kernels do, and distances in units in the last place
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/core/create.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace reference {

using fm::Shape;
using fm::Tensor;
using Index = std::vector<int64_t>;

/// f(index) for every index of a shape, row-major.
template <class F> void for_each_index(Shape const& shape, F&& f) {
  if (shape.size() == 0) return;
  Index index(static_cast<std::size_t>(shape.rank()), 0);
  for (;;) {
    f(static_cast<Index const&>(index));
    int axis = shape.rank() - 1;
    for (; axis >= 0; --axis) {
      std::size_t const a = static_cast<std::size_t>(axis);
      if (++index[a] < shape[axis]) break;
      index[a] = 0;
    }
    if (axis < 0) return;
  }
}

/// Element of x at an index of a shape that x broadcasts to.
template <class S> S at(Tensor<S> const& x, Index const& index) {
  int64_t offset = 0;
  for (int i = 0; i < x.rank(); ++i) {
    int64_t const k = index[index.size() - static_cast<std::size_t>(x.rank()) + static_cast<std::size_t>(i)];
    offset = offset * x.shape()[i] + (x.shape()[i] == 1 ? 0 : k);
  }
  return x.data()[offset];
}

/// A tensor whose element at an index is f(index).
template <class S, class F> Tensor<S> make(Shape const& shape, F&& f) {
  auto t = Tensor<S>::uninitialized(shape);
  int64_t i = 0;
  for_each_index(shape, [&](Index const& index) { t.mutable_data()[i++] = f(index); });
  return t;
}

template <class S> Tensor<S> random(Shape const& shape, double low = -2, double high = 2, unsigned seed = 1) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> u(low, high);
  return make<S>(shape, [&](Index const&) { return static_cast<S>(u(engine)); });
}

/// Distance of `got` from `want` in units in the last place of S; 0 for equal infinities and for NaN with NaN.
template <class S> double ulps(S got, long double want) {
  using Limits = std::numeric_limits<S>;
  if (std::isnan(want)) return std::isnan(got) ? 0 : 1e30;
  S const rounded = static_cast<S>(want);
  if (got == rounded) return got == S(0) && std::signbit(got) != std::signbit(want) ? 1e20 : 0;
  if (std::isnan(got)) return 1e30;
  if (std::isinf(got)) return std::fabs(rounded) == Limits::max() ? 1 : 1e30;
  int exponent = 0;
  std::frexp(std::isinf(rounded) ? Limits::max() : rounded, &exponent);
  int const lowest = Limits::min_exponent - Limits::digits;
  long double const unit = std::ldexp(1.0L, std::max(exponent - Limits::digits, lowest));
  return static_cast<double>(std::fabs(static_cast<long double>(got) - want) / unit);
}

/// Bits are equal, NaN included.
template <class S> bool same(Tensor<S> const& a, Tensor<S> const& b) {
  if (a.shape() != b.shape()) return false;
  for (int64_t i = 0; i < a.size(); ++i) {
    S const p = a.data()[i], q = b.data()[i];
    if (!(p == q || (p != p && q != q))) return false;
  }
  return true;
}
/// |a - b| <= tolerance (1 + |b|) in every element.
template <class S> bool close(Tensor<S> const& a, Tensor<S> const& b, double tolerance) {
  if (a.shape() != b.shape()) return false;
  for (int64_t i = 0; i < a.size(); ++i) {
    double const p = static_cast<double>(a.data()[i]), q = static_cast<double>(b.data()[i]);
    if (p == q || (std::isnan(p) && std::isnan(q))) continue;
    if (!(std::fabs(p - q) <= tolerance * (1 + std::fabs(q)))) return false;
  }
  return true;
}

}  // namespace reference
