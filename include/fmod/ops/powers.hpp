// fmod/ops/powers.hpp: pow and its rules
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/ops/exponential.hpp>
#include <fmod/ops/select.hpp>

namespace fm::ops {

/// x to a constant power. The power is a member, so its derivatives c x^(c-1), c (c-1) x^(c-2), ... end exactly at 0.
struct PowConstant : unary_family<PowConstant, kernels::unary::count> {
  static constexpr char const* name = "pow";
  double exponent;
  explicit PowConstant(double c) : exponent(c) {}
  template <class X> FM_ALWAYS_INLINE auto eval(X x) const {
    return ops::call<kernels::binary::pow>(std::move(x), static_cast<tower::element_t<X>>(exponent));
  }
  template <std::size_t, class X> FM_ALWAYS_INLINE auto partial(auto const&, X const& x) const {
    if (exponent == 0) return tower::full_like(x, 0);
    return X(mul(exponent, tower::apply(PowConstant{exponent - 1}, x)));
  }
  template <std::size_t, class D, class Z, class X> FM_ALWAYS_INLINE auto jvp(D d, Z const& z, X const& x) const {
    return scaled(std::move(d), partial<0>(z, x));
  }
  template <std::size_t, class C, class Z, class X> FM_ALWAYS_INLINE auto vjp(C ct, Z const& z, X const& x) const {
    return scaled(std::move(ct), partial<0>(z, x));
  }
};

/// x^y (log x)^n: the power for n = 0, and what its derivatives by y are made of. 0 at x = 0 for y > 0, where x^y beats
/// every power of the logarithm.
struct PowLog : binary_family<PowLog, kernels::binary::pow> {
  static constexpr char const* name = "pow";
  int n = 0;
  template <class X, class Y> FM_ALWAYS_INLINE auto eval(X x, Y y) const {
    if constexpr (!Real<tower::element_t<X>> && !Real<tower::element_t<Y>>)
      return ops::call<kernels::binary::pow>(std::move(x), std::move(y));
    else
      return n == 0 ? ops::call<kernels::binary::pow>(std::move(x), std::move(y)) : times_logs(x, y);
  }
  template <class X, class Y> auto times_logs(X const& x, Y const& y) const {
    auto z = ops::call<kernels::binary::pow>(x, y);
    for (int i = 0; i < n; ++i) z = mul(std::move(z), log(x));
    // Where the power is 0 it wins over the logarithm; 0^0, which jumps to 0 on the one side where y moves, counts as flat.
    using Z = decltype(z);
    z = Z(where(equal(ops::call<kernels::binary::pow>(x, y), 0.0), 0.0, std::move(z)));
    return Z(where(equal(x, 0.0), where(equal(y, 0.0), 0.0, z), z));
  }
  template <std::size_t I, class X, class Y> FM_ALWAYS_INLINE auto partial(auto const&, X const& x, Y const& y) const {
    if constexpr (I == 0) {
      auto const lower = sub(y, 1.0);
      auto d = zero_mul(y, tower::apply(with_log(n), x, lower));
      if (n == 0) return d;
      return decltype(d)(add(d, mul(static_cast<double>(n), tower::apply(with_log(n - 1), x, lower))));
    } else {
      return tower::apply(with_log(n + 1), x, y);
    }
  }
  template <std::size_t I, class D, class Z, class X, class Y>
  FM_ALWAYS_INLINE auto jvp(D d, Z const& z, X const& x, Y const& y) const {
    return broadcast_like(scaled(std::move(d), partial<I>(z, x, y)), z);
  }
  template <std::size_t I, class C, class Z, class X, class Y>
  FM_ALWAYS_INLINE auto vjp(C ct, Z const& z, X const& x, Y const& y) const {
    auto d = scaled(std::move(ct), partial<I>(z, x, y));
    if constexpr (I == 0)
      return sum_like(std::move(d), x);
    else
      return sum_like(std::move(d), y);
  }
  static PowLog with_log(int n) {
    PowLog p;
    p.n = n;
    return p;
  }
};

struct pow_function {
  /// x to the power y. A plain number as exponent is a constant: all derivatives are exact at x = 0.
  ///
  /// Math:  dz = y x^(y-1) dx + x^y log(x) dy.
  /// Edges: x = 0: the derivative by y is 0 for y > 0; y = 0: the derivative by x is 0.
  template <Value X, Value Y> FM_ALWAYS_INLINE auto operator()(X x, Y y) const {
    if constexpr (std::is_arithmetic_v<Y> && (tower::is_box<X> || Real<tower::element_t<X>>))
      return tower::apply(PowConstant{static_cast<double>(y)}, std::move(x));
    else
      return tower::apply(PowLog{}, ops::literal<X, Y>(std::move(x)), ops::literal<X, Y>(std::move(y)));
  }
};

}  // namespace fm::ops

namespace fm {
inline constexpr ops::pow_function pow{};
}
