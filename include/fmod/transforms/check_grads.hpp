// fmod/transforms/check_grads.hpp: check_grads, derivatives of a function against differences of its values
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/transforms/jvp.hpp>
#include <fmod/transforms/vjp.hpp>

namespace fm {

enum class check_mode : unsigned char { forward, reverse, both };

struct CheckOptions {
  int order = 2;
  check_mode modes = check_mode::both;
  double tolerance =
      0;  ///< relative to max(1, |value|); 0: 1e-5 of double, 1e-2 of float, ten times more for each further order
};

namespace transforms {

// Directions and cotangents that are the same on every run: leaf number n of a tree gets the n-th stretch of one sequence.
class Directions {
 public:
  explicit Directions(std::uint64_t start) : state_(start) {}
  double next();  // in [-1, 1], away from 0

 private:
  std::uint64_t state_;
};
template <class S> Tensor<S> direction_like(Tensor<S> const& x, Directions& d) {
  auto v = Tensor<S>::uninitialized(x.shape());
  for (int64_t i = 0; i < x.size(); ++i) v.mutable_data()[i] = static_cast<S>(d.next());
  return v;
}
template <class Tree> auto directions_like(Tree const& x, std::uint64_t start) {
  Directions d(start);
  return tree::map(
      [&](auto const& leaf) {
        using L = std::remove_cvref_t<decltype(leaf)>;
        if constexpr (!Real<tower::element_t<L>>)
          return zero;
        else if constexpr (std::is_arithmetic_v<L>)
          return static_cast<L>(d.next());
        else
          return direction_like(leaf, d);
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
                      !std::is_same_v<std::remove_cvref_t<decltype(y)>, Zero>) {
          if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(x)>>)
            total += static_cast<double>(x) * static_cast<double>(y);
          else
            total += kernels::dot(fm::cast<double>(x), fm::cast<double>(y));
        }
      },
      a, b);
  return total;
}
template <class X> double step_of() { return std::is_same_v<tower::element_t<X>, float> ? 4e-3 : 6e-6; }

[[noreturn]] void check_failed(std::string const& what, std::string_view path, int64_t element, double derivative,
                               double difference, double allowed);
[[noreturn]] void check_order_too_high(int order, int most);

template <class F, class X>
void check_forward(F const& f, X const& x, double h, double tolerance, std::string const& what) {
  auto const v = directions_like(x, 1);
  auto const d = fm::jvp(f, x, v).second;
  tree::for_each_with_path(
      [&](std::string_view path, auto const& got, auto const& above, auto const& below) {
        using L = std::remove_cvref_t<decltype(got)>;
        if constexpr (!std::is_same_v<L, Zero>) {
          auto const one = [&](int64_t i, double g, double a, double b) {
            double const want = (a - b) / (2 * h),
                         allowed = tolerance * std::max(1.0, std::max(std::fabs(want), std::fabs(a)));
            if (!(std::fabs(g - want) <= allowed)) check_failed(what, path, i, g, want, allowed);
          };
          if constexpr (std::is_arithmetic_v<L>)
            one(0, static_cast<double>(got), static_cast<double>(above), static_cast<double>(below));
          else
            for (int64_t i = 0; i < got.size(); ++i)
              one(i, static_cast<double>(got.data()[i]), static_cast<double>(above.data()[i]),
                  static_cast<double>(below.data()[i]));
        }
      },
      d, f(moved(x, v, h)), f(moved(x, v, -h)));
}
template <class F, class X> void check_reverse(F const& f, X const& x, double tolerance, std::string const& what) {
  auto const v = directions_like(x, 2);
  auto const recorded = fm::vjp(f, x);
  auto const ct = directions_like(recorded.first, 3);
  double const forward = inner_product(ct, fm::jvp(f, x, v).second), reverse = inner_product(recorded.second(ct), v);
  double const allowed = tolerance * std::max(1.0, std::fabs(forward));
  if (!(std::fabs(forward - reverse) <= allowed))
    check_failed(what + ", <ct, jvp(v)> against <vjp(ct), v>", "", 0, reverse, forward, allowed);
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
      auto const ct = directions_like(f(x), 5);
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
    using Leaf = transforms::highest_in<X>;
    bool constexpr single = std::is_same_v<tower::element_t<Leaf>, float>;
    double const tolerance = options.tolerance > 0 ? options.tolerance : single ? 1e-2 : 1e-5;
    transforms::check_orders<MaxOrder>(f, x, options, transforms::step_of<Leaf>(), tolerance, "");
  }
}

}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/transforms/check_grads.ipp>
#endif
