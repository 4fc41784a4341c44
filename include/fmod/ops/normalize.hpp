// fmod/ops/normalize.hpp: standardize, the core of layer_norm, and its rules
// SPDX-License-Identifier: MIT
//
// With m the mean over the row, y = (x - m(x)) r the result and r = 1 / sqrt(var(x) + eps), the derivative along v is
//   G(v) = r (v - m(v) - y m(y v)),
// a symmetric map. Its derivative by x along c is symmetric in v and c:
//   -r (m(y c) G(v) + m(y v) G(c) + y m(c G(v))).
#pragma once
#include <fmod/kernels/normalize.hpp>
#include <fmod/ops/powers.hpp>
#include <fmod/ops/reduce.hpp>

namespace fm {
namespace ops {

struct StandardizePush;
/// Rows of x less their mean, over their size.
struct Standardize {
  static constexpr char const* name = "standardize";
  using batching = tower::aligned;
  static constexpr unsigned keep = keep_x;
  double eps;
  template <class X> auto eval(X x) const {
    check_arithmetic<typename X::value_type, false>();
    return kernels::standardize(std::move(x), eps);
  }
  template <std::size_t, class D, class Z, class X> auto jvp(D d, Z const&, X const& x) const;
  template <std::size_t, class C, class Z, class X> auto vjp(C ct, Z const&, X const& x) const;
};
/// G(v) at x.
struct StandardizePush {
  static constexpr char const* name = "standardize_push";
  using batching = tower::every_lane;
  static constexpr unsigned keep = keep_x | keep_y;
  double eps;
  template <class V, class X> auto eval(V v, X x) const {
    check_same_element<typename V::value_type, typename X::value_type>();
    return kernels::standardize_push(std::move(v), x, eps);
  }
  template <std::size_t I, class D, class Z, class V, class X> auto jvp(D d, Z const&, V const& v, X const& x) const {
    if constexpr (I == 0)
      return tower::apply(*this, std::move(d), x);
    else
      return by_x(std::move(d), v, x);
  }
  template <std::size_t I, class C, class Z, class V, class X> auto vjp(C ct, Z const&, V const& v, X const& x) const {
    if constexpr (I == 0)
      return tower::apply(*this, std::move(ct), x);
    else
      return by_x(std::move(ct), v, x);
  }

 private:
  template <class C, class V, class X> auto by_x(C c, V const& v, X const& x) const {
    auto const mean = [](auto const& a, auto const& b) { return tower::apply(Mean{Axes(-1), true}, mul(a, b)); };
    auto const y = tower::apply(Standardize{eps}, x);
    auto const r = rsqrt(add(var_function{}(x, -1, 0, keepdims), eps));
    auto const gv = tower::apply(*this, v, x), gc = tower::apply(*this, c, x);
    auto sum = add(mul(mean(y, c), gv), add(mul(mean(y, v), gc), mul(y, mean(c, gv))));
    return neg(mul(r, std::move(sum)));
  }
};
template <std::size_t, class D, class Z, class X> auto Standardize::jvp(D d, Z const&, X const& x) const {
  return tower::apply(StandardizePush{eps}, std::move(d), x);
}
template <std::size_t, class C, class Z, class X> auto Standardize::vjp(C ct, Z const&, X const& x) const {
  return tower::apply(StandardizePush{eps}, std::move(ct), x);
}

void check_standardize(Shape const& x, double eps);

struct standardize_function {
  /// x less its mean over the axes (the last by default), over sqrt(variance + eps); the variance is divided by n.
  ///
  /// Shape:  that of x.
  /// Edges:  equal values give 0, and with eps > 0 a finite derivative; with eps = 0 they give NaN.
  /// Throws: shape_error if x is a scalar; value_error if eps is negative or NaN.
  /// Cost:   one pass over rows that stay in cache, forward and back, at first order; keeps x. Other axes than the last
  ///         ones are moved there and back.
  template <Value X> auto operator()(X x, Axes const& axes = -1, double eps = 1e-5) const {
    static_assert(!tower::is_scalar<X>, "fmod: standardize needs a tensor");
    Shape const shape = tower::shape_of(x);
    check_standardize(shape, eps);
    Axes const a = checked_axes("standardize", axes, shape), perm = axes_last(shape, a);
    bool moved = false;
    for (int i = 0; i < perm.count(); ++i) moved = moved || perm[i] != i - perm.count();
    if (moved) x = permute(std::move(x), perm);
    Shape const whole = tower::shape_of(x);
    Shape rows = without_axes(shape, a);
    rows.push_back(count_of(shape, a));
    auto y = reshape(tower::apply(Standardize{eps}, reshape(std::move(x), rows)), whole);
    return moved ? X(permute(std::move(y), Permute::inverse(perm))) : X(std::move(y));
  }
};

}  // namespace ops

inline constexpr ops::standardize_function standardize{};

}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/ops/normalize.ipp>
#endif
