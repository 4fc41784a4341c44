// fmod/ops/trigonometric.hpp: circular and hyperbolic functions, their inverses, and their rules
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/ops/select.hpp>

namespace fm::ops {

struct Sin : unary_family<Sin, kernels::unary::sin> {
  static constexpr char const* name = "sin";
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) { return cos(x); }
};
struct Cos : unary_family<Cos, kernels::unary::cos> {
  static constexpr char const* name = "cos";
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) { return neg(sin(x)); }
};
struct Tan : unary_family<Tan, kernels::unary::tan> {
  static constexpr char const* name = "tan";
  static constexpr unsigned keep = keep_result;
  FM_ALWAYS_INLINE static auto derivative(auto const& z, auto const&) { return add(1.0, square(z)); }
};
/// 1 - x^2 as (1 - x)(1 + x), which keeps its digits near 1; the derivative -2 x keeps them near 0.
struct OneMinusSquare : unary_family<OneMinusSquare, kernels::unary::count> {
  static constexpr char const* name = "one_minus_square";
  template <class X> FM_ALWAYS_INLINE auto eval(X x) const {
    if constexpr (std::is_arithmetic_v<X>)
      return (1 - x) * (1 + x);
    else
      return mul(sub(1.0, x), add(1.0, x));
  }
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) { return mul(-2.0, x); }
};
inline constexpr function<OneMinusSquare> one_minus_square{};

struct Asin : unary_family<Asin, kernels::unary::asin> {
  static constexpr char const* name = "asin";
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) { return rsqrt(one_minus_square(x)); }
};
struct Acos : unary_family<Acos, kernels::unary::acos> {
  static constexpr char const* name = "acos";
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) { return neg(rsqrt(one_minus_square(x))); }
};
struct Atan : unary_family<Atan, kernels::unary::atan> {
  static constexpr char const* name = "atan";
  // 1 / (1 + x^2) without the square, which in the second derivative would leave the range of numbers early.
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) {
    auto const r = hypot(x, 1.0);
    return div(reciprocal(r), r);
  }
};

/// r, or 1 where r = 0: what to divide by so that 0 / 0 is 0.
FM_ALWAYS_INLINE auto nonzero(auto const& r) { return where(equal(r, 0.0), 1.0, r); }

/// Angle of (x, y). The gradient is (x, -y) / r^2, divided by r twice so that no square under- or overflows; (0, 0) at
/// the origin.
struct Atan2 : binary_family<Atan2, kernels::binary::atan2> {
  static constexpr char const* name = "atan2";
  template <std::size_t I, class Y, class X>
  FM_ALWAYS_INLINE static auto derivative(auto const&, Y const& y, X const& x) {
    auto const r = nonzero(hypot(x, y));
    if constexpr (I == 0)
      return div(div(x, r), r);
    else
      return neg(div(div(y, r), r));
  }
};
/// x / r, and 0 with all its derivatives where r = 0.
FM_ALWAYS_INLINE auto direction(auto const& x, auto const& r) { return where(equal(r, 0.0), 0.0, div(x, nonzero(r))); }

/// sqrt(x^2 + y^2) without overflow; gradient (0, 0) at the origin.
struct Hypot : binary_family<Hypot, kernels::binary::hypot> {
  static constexpr char const* name = "hypot";
  static constexpr unsigned keep = keep_x | keep_y | keep_result;
  template <std::size_t I, class X, class Y>
  FM_ALWAYS_INLINE static auto derivative(auto const& z, X const& x, Y const& y) {
    if constexpr (I == 0)
      return direction(x, z);
    else
      return direction(y, z);
  }
};

struct Sinh : unary_family<Sinh, kernels::unary::sinh> {
  static constexpr char const* name = "sinh";
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) { return cosh(x); }
};
struct Cosh : unary_family<Cosh, kernels::unary::cosh> {
  static constexpr char const* name = "cosh";
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) { return sinh(x); }
};
/// The derivative is sech^2(x) from the argument: 1 - z^2 has no digit left at x = 20.
struct Tanh : unary_family<Tanh, kernels::unary::tanh> {
  static constexpr char const* name = "tanh";
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) { return sech2(x); }
};
/// 1 / cosh(x)^2.
struct Sech2 : unary_family<Sech2, kernels::unary::sech2> {
  static constexpr char const* name = "sech2";
  static constexpr unsigned keep = keep_x | keep_result;
  FM_ALWAYS_INLINE static auto derivative(auto const& z, auto const& x) { return mul(-2.0, mul(tanh(x), z)); }
};
struct Asinh : unary_family<Asinh, kernels::unary::asinh> {
  static constexpr char const* name = "asinh";
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) { return reciprocal(hypot(x, 1.0)); }
};
struct Acosh : unary_family<Acosh, kernels::unary::acosh> {
  static constexpr char const* name = "acosh";
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) {
    return mul(rsqrt(sub(x, 1.0)), rsqrt(add(x, 1.0)));
  }
};
struct Atanh : unary_family<Atanh, kernels::unary::atanh> {
  static constexpr char const* name = "atanh";
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) { return reciprocal(one_minus_square(x)); }
};

}  // namespace fm::ops
