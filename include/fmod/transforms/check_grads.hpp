// fmod/transforms/check_grads.hpp: check_grads, derivatives of a function against differences of its values
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/transforms/jvp.hpp>
#include <fmod/transforms/vjp.hpp>

#include <cmath>
#include <limits>

namespace fm {

enum class check_mode : unsigned char { forward, reverse, both };

struct CheckOptions {
  int order = 2;
  check_mode modes = check_mode::both;
  /// Relative to the largest derivative of the leaf; 0: 1e-5 of double, 1e-2 of float. Ten times more for each order.
  double tolerance = 0;
};

namespace transforms {

// Directions and cotangents that are the same on every run: leaf number n of a tree gets the n-th stretch of one sequence.
// Directions are as large as the leaf itself, so that a step along them suits it. Cotangents have size 1: derivatives are
// linear in them.
class Directions {
 public:
  explicit Directions(std::uint64_t start) : state_(start) {}
  double next();  // in [-1, 1], away from 0
  static double scale(double largest) { return largest > 0 && std::isfinite(largest) ? largest : 1; }

 private:
  std::uint64_t state_;
};
// A number or a tensor, element by element.
template <class X> int64_t elements(X const& x) { return tower::shape_of(x).size(); }
template <class X> double element(X const& x, [[maybe_unused]] int64_t i) {
  if constexpr (std::is_arithmetic_v<X>)
    return static_cast<double>(x);
  else
    return static_cast<double>(x.data()[i]);
}
/// The largest magnitude.
template <class X> double largest(X const& x) {
  double m = 0;
  for (int64_t i = 0; i < elements(x); ++i) m = std::fmax(m, std::fabs(element(x, i)));
  return m;
}
template <class S> Tensor<S> direction_like(Tensor<S> const& x, double scale, Directions& d) {
  auto v = Tensor<S>::uninitialized(x.shape());
  for (int64_t i = 0; i < x.size(); ++i) v.mutable_data()[i] = static_cast<S>(scale * d.next());
  return v;
}
template <class Tree> auto directions_like(Tree const& x, std::uint64_t start, bool cotangents = false) {
  Directions d(start);
  auto const scale = [=](auto const& leaf) { return cotangents ? 1 : Directions::scale(largest(leaf)); };
  return tree::map(
      [&](auto const& leaf) {
        using L = std::remove_cvref_t<decltype(leaf)>;
        if constexpr (!Real<tower::element_t<L>>)
          return zero;
        else if constexpr (std::is_arithmetic_v<L>)
          return static_cast<L>(scale(leaf) * d.next());
        else
          return direction_like(leaf, scale(leaf), d);
      },
      x);
}
template <class Tree, class Direction> auto moved(Tree const& x, Direction const& v, double h) {
  return tree::map(
      [h](auto const& leaf, auto const& d) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(d)>, Zero>)
          return leaf;
        else
          return std::remove_cvref_t<decltype(leaf)>(add(leaf, mul(h, d)));
      },
      x, v);
}
template <class A, class B> double inner_product(A const& a, B const& b) {
  double total = 0;
  tree::for_each(
      [&](auto const& x, auto const& y) {
        if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(x)>, Zero> &&
                      !std::is_same_v<std::remove_cvref_t<decltype(y)>, Zero>)
          for (int64_t i = 0; i < elements(x); ++i) total += element(x, i) * element(y, i);
      },
      a, b);
  return total;
}
/// Is any leaf of float? Then steps and tolerances are those of float.
template <class... L> constexpr bool any_float(tree::types<L...>) {
  return (std::is_same_v<tower::element_t<L>, float> || ...);
}

[[noreturn]] void check_failed(std::string const& what, std::string_view path, int64_t element, double derivative,
                               double difference, double allowed);
[[noreturn]] void check_order_too_high(int order, int most);

/// Differences over a step and over half of it: what they differ in says how far the better one, extrapolated from both,
/// may be off. On top come the tolerance, relative to the largest derivative of the leaf, and rounding of the values.
template <class F, class X>
void check_forward(F const& f, X const& x, double h, double tolerance, std::string const& what) {
  auto const v = directions_like(x, 1);
  auto const d = fm::jvp(f, x, v).second;
  tree::for_each_with_path(
      [&](std::string_view path, auto const& got, auto const& above, auto const& below, auto const& half_above,
          auto const& half_below) {
        using L = std::remove_cvref_t<decltype(got)>;
        if constexpr (!std::is_same_v<L, Zero>) {
          constexpr double epsilon = std::numeric_limits<tower::element_t<L>>::epsilon();
          auto const slope = [&](int64_t i) { return (element(above, i) - element(below, i)) / (2 * h); };
          auto const half = [&](int64_t i) { return (element(half_above, i) - element(half_below, i)) / h; };
          double scale = 0;
          for (int64_t i = 0; i < elements(got); ++i) scale = std::fmax(scale, std::fabs(half(i)));
          double const rounding = 32 * epsilon * std::fmax(largest(above), largest(below)) / h;
          for (int64_t i = 0; i < elements(got); ++i) {
            double const want = (4 * half(i) - slope(i)) / 3,
                         allowed = tolerance * scale + 4 * std::fabs(half(i) - slope(i)) + rounding;
            if (!(std::fabs(element(got, i) - want) <= allowed))
              check_failed(what, path, i, element(got, i), want, allowed);
          }
        }
      },
      d, f(moved(x, v, h)), f(moved(x, v, -h)), f(moved(x, v, h / 2)), f(moved(x, v, -h / 2)));
}
template <class F, class X> void check_reverse(F const& f, X const& x, double tolerance, std::string const& what) {
  auto const v = directions_like(x, 2);
  auto const recorded = fm::vjp(f, x);
  auto const ct = directions_like(recorded.first, 3, true);
  auto const forward = fm::jvp(f, x, v).second;
  auto const reverse = recorded.second(ct);
  double const given = inner_product(reverse, v), want = inner_product(ct, forward);
  double const allowed = tolerance * std::fmax(std::sqrt(inner_product(ct, ct) * inner_product(forward, forward)),
                                               std::sqrt(inner_product(v, v) * inner_product(reverse, reverse)));
  if (!(std::fabs(given - want) <= allowed))
    check_failed(what + ", <ct, jvp(v)> against <vjp(ct), v>", "", 0, given, want, allowed);
}

template <int Left, class F, class X>
void check_orders(F const& f, X const& x, CheckOptions const& o, double h, double tolerance, std::string const& what) {
  check_forward(f, x, h, tolerance, what + "jvp");
  if (o.modes != check_mode::forward) check_reverse(f, x, tolerance, what + "vjp");
  if constexpr (Left > 1) {
    if (o.order <= 1) return;
    CheckOptions inner = o;
    --inner.order;
    if (o.modes != check_mode::reverse) {
      auto const v = directions_like(x, 4);
      check_orders<Left - 1>([&](auto const& y) { return fm::jvp(f, y, v).second; }, x, inner, h, 10 * tolerance,
                             what + "jvp, then ");
    }
    if (o.modes != check_mode::forward) {
      auto const ct = directions_like(f(x), 5, true);
      check_orders<Left - 1>([&](auto const& y) { return fm::vjp(f, y).second(ct); }, x, inner, h, 10 * tolerance,
                             what + "vjp, then ");
    }
  }
}

}  // namespace transforms

/// Checks the derivatives of f at x in all mode orders: jvp against central differences along fixed directions, vjp
/// against jvp by the inner product, then the same for jvp(f) and vjp(f), up to options.order.
///
///   fm::check_grads(f, x);   fm::check_grads(f, fm::args(x, y), {.order = 1});   fm::check_grads<3>(f, x, {.order = 3});
///
/// Meant for tests of one's own ops and functions, away from kinks.
/// Throws: value_error naming order, mode, path and both numbers; whatever f throws. Cost: compiles 2^order nestings.
template <int MaxOrder = 2, class F, class X>
void check_grads(F const& f, X const& x, CheckOptions const& options = {}) {
  if (options.order > MaxOrder) transforms::check_order_too_high(options.order, MaxOrder);
  if constexpr (transforms::is_args<X>) {
    check_grads<MaxOrder>([&](auto const& all) { return std::apply([&](auto const&... a) { return f(a...); }, all); },
                          x.values, options);
  } else {
    constexpr bool single = transforms::any_float(tree::leaf_types<X>{});
    double const tolerance = options.tolerance > 0 ? options.tolerance : single ? 1e-2 : 1e-5;
    transforms::check_orders<MaxOrder>(f, x, options, single ? 4e-3 : 6e-6, tolerance, "");
  }
}

}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/transforms/check_grads.ipp>
#endif
