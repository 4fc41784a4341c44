// saddle.hpp: GradBench's saddle point by nested descent: the outer gradient goes through the inner optimiser
// SPDX-License-Identifier: MIT
//
// min over (x1, y1) of max over (x2, y2) of (x1^2 + y1^2) - (x2^2 + y2^2), both from (1, 1).
#pragma once
#include "read.hpp"

#include <array>

namespace gradbench::saddle {

enum class mode { forward, reverse };
template <class T> using Point = std::array<T, 2>;

/// The gradient of f(p, constants...) by p.
template <mode M, class F, class T, class... C>
Point<T> gradient(F const& f, Point<T> const& p, C const&... constants) {
  if constexpr (M == mode::reverse)
    return fm::grad(f)(p, constants...);
  else
    return {fm::jvp(f, p, Point<double>{1, 0}, constants...).second,
            fm::jvp(f, p, Point<double>{0, 1}, constants...).second};
}
template <class T> T length(T const& x, T const& y) {
  using std::sqrt;
  return sqrt(x * x + y * y);
}

/// Where f(p, constants...) is least, by descent with a step size that adapts. T: the type of the gradient.
template <mode M, class T, class F, class... C> Point<T> argmin(F const& f, Point<T> p, C const&... constants) {
  double eta = 1e-5;
  T value = f(p, constants...);
  Point<T> g = gradient<M>(f, p, constants...);
  for (int i = 0;;) {
    if (saddle::length(g[0], g[1]) <= 1e-5) return p;
    if (i == 10) {
      eta *= 2;
      i = 0;
      continue;
    }
    Point<T> const next{p[0] - eta * g[0], p[1] - eta * g[1]};
    if (saddle::length(T(p[0] - next[0]), T(p[1] - next[1])) <= 1e-5) return p;
    T const next_value = f(next, constants...);
    if (next_value < value) {
      p = next;
      value = next_value;
      g = gradient<M>(f, p, constants...);
      ++i;
    } else {
      eta /= 2;
      i = 0;
    }
  }
}

/// -f(p1, p2) as a function of p2: least where f is greatest.
struct Negative {
  auto operator()(auto const& p2, auto const& p1) const {
    return p2[0] * p2[0] + p2[1] * p2[1] - (p1[0] * p1[0] + p1[1] * p1[1]);
  }
};
template <mode Inner> struct Greatest {
  template <class T> T operator()(Point<T> const& p1) const {
    return -Negative{}(argmin<Inner>(Negative{}, Point<T>{T(1), T(1)}, p1), p1);
  }
};

/// x1, y1, x2, y2.
template <mode Outer, mode Inner> std::array<double, 4> solve(Point<double> start) {
  auto const p1 = argmin<Outer>(Greatest<Inner>{}, start);
  auto const p2 = argmin<Inner>(Negative{}, start, p1);
  return {p1[0], p1[1], p2[0], p2[1]};
}

}  // namespace gradbench::saddle
