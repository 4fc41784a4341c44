// fmod/ops/arithmetic.hpp: sums, products, quotients, remainders and their rules
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/ops/functions.hpp>

namespace fm::ops {

/// A product that is 0 where either factor is exactly 0, even if the other is infinite or NaN. Rules multiply tangents and
/// cotangents with partials this way, so that it does not matter which of the two comes first, in forward mode or reverse.
struct ZeroMul : binary_family<ZeroMul, kernels::binary::zero_mul> {
  static constexpr char const* name = "zero_mul";
  static constexpr bool bilinear = true;
  template <std::size_t I, class Z, class X, class Y>
  FM_ALWAYS_INLINE static auto derivative(Z const&, X const& x, Y const& y) {
    if constexpr (I == 0)
      return y;
    else
      return x;
  }
};

struct Add : binary_family<Add, kernels::binary::add> {
  static constexpr char const* name = "add";
  static constexpr unsigned keep = keep_none;
  template <std::size_t I> FM_ALWAYS_INLINE double partial(auto const&...) const { return 1; }
  template <std::size_t I, class D, class Z>
  FM_ALWAYS_INLINE auto jvp(D d, Z const& z, auto const&, auto const&) const {
    return broadcast_like(std::move(d), z);
  }
  template <std::size_t I, class C, class X, class Y>
  FM_ALWAYS_INLINE auto vjp(C ct, auto const&, X const& x, Y const& y) const {
    if constexpr (I == 0)
      return sum_like(std::move(ct), x);
    else
      return sum_like(std::move(ct), y);
  }
};

struct Sub : binary_family<Sub, kernels::binary::sub> {
  static constexpr char const* name = "sub";
  static constexpr unsigned keep = keep_none;
  template <std::size_t I> FM_ALWAYS_INLINE double partial(auto const&...) const { return I == 0 ? 1 : -1; }
  template <std::size_t I, class D, class Z>
  FM_ALWAYS_INLINE auto jvp(D d, Z const& z, auto const&, auto const&) const {
    if constexpr (I == 0)
      return broadcast_like(std::move(d), z);
    else
      return broadcast_like(neg(std::move(d)), z);
  }
  template <std::size_t I, class C, class X, class Y>
  FM_ALWAYS_INLINE auto vjp(C ct, auto const&, X const& x, Y const& y) const {
    if constexpr (I == 0)
      return sum_like(std::move(ct), x);
    else
      return neg(sum_like(std::move(ct), y));
  }
};

struct Mul : binary_family<Mul, kernels::binary::mul> {
  static constexpr char const* name = "mul";
  static constexpr bool bilinear = true;
  template <std::size_t I, class X, class Y>
  FM_ALWAYS_INLINE static auto derivative(auto const&, X const& x, Y const& y) {
    if constexpr (I == 0)
      return y;
    else
      return x;
  }
};

struct Div : binary_family<Div, kernels::binary::div> {
  static constexpr char const* name = "div";
  static constexpr unsigned keep = keep_y | keep_result;
  template <std::size_t I, class Z, class Y>
  FM_ALWAYS_INLINE static auto derivative(Z const& z, auto const&, Y const& y) {
    if constexpr (I == 0)
      return reciprocal(y);
    else
      return neg(div(z, y));
  }
};

/// How often y was taken from x to leave z: exact where x / y would round up to the next integer.
FM_ALWAYS_INLINE auto times_taken(auto const& z, auto const& x, auto const& y) { return round(div(sub(x, z), y)); }

/// Sign of the dividend, as C's fmod; the derivative by the divisor is -trunc(x / y).
struct Fmod : binary_family<Fmod, kernels::binary::fmod> {
  static constexpr char const* name = "fmod";
  static constexpr unsigned keep = keep_x | keep_y | keep_result;
  template <std::size_t I, class X, class Y>
  FM_ALWAYS_INLINE static auto derivative(auto const& z, X const& x, Y const& y) {
    if constexpr (I == 0)
      return tower::full_like(z, 1);
    else
      return neg(times_taken(z, x, y));
  }
};

/// Sign of the divisor, as Python's %; the derivative by the divisor is -floor(x / y).
struct Remainder : binary_family<Remainder, kernels::binary::remainder> {
  static constexpr char const* name = "remainder";
  static constexpr unsigned keep = keep_x | keep_y | keep_result;
  template <std::size_t I, class X, class Y>
  FM_ALWAYS_INLINE static auto derivative(auto const& z, X const& x, Y const& y) {
    if constexpr (I == 0)
      return tower::full_like(z, 1);
    else
      return neg(times_taken(z, x, y));
  }
};

struct Neg : unary_family<Neg, kernels::unary::neg> {
  static constexpr char const* name = "neg";
  static constexpr unsigned keep = keep_none;
  template <std::size_t> FM_ALWAYS_INLINE double partial(auto const&...) const { return -1; }
  template <std::size_t, class D> FM_ALWAYS_INLINE auto jvp(D d, auto const&...) const { return neg(std::move(d)); }
  template <std::size_t, class C> FM_ALWAYS_INLINE auto vjp(C ct, auto const&...) const { return neg(std::move(ct)); }
};

/// abs'(0) = 0.
struct Abs : unary_family<Abs, kernels::unary::abs> {
  static constexpr char const* name = "abs";
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) { return sign(x); }
};

struct Square : unary_family<Square, kernels::unary::square> {
  static constexpr char const* name = "square";
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) { return mul(2.0, x); }
};

struct Reciprocal : unary_family<Reciprocal, kernels::unary::reciprocal> {
  static constexpr char const* name = "reciprocal";
  static constexpr unsigned keep = keep_result;
  FM_ALWAYS_INLINE static auto derivative(auto const& z, auto const&) { return neg(square(z)); }
};

template <kernels::unary K> struct step_family : non_differentiable_family {
  using batching = tower::aligned;
  template <class X> FM_ALWAYS_INLINE auto eval(X x) const { return ops::call<K>(std::move(x)); }
};
struct Sign : step_family<kernels::unary::sign> {
  static constexpr char const* name = "sign";
};
struct Floor : step_family<kernels::unary::floor> {
  static constexpr char const* name = "floor";
};
struct Ceil : step_family<kernels::unary::ceil> {
  static constexpr char const* name = "ceil";
};
/// Half to even.
struct Round : step_family<kernels::unary::round> {
  static constexpr char const* name = "round";
};
struct Trunc : step_family<kernels::unary::trunc> {
  static constexpr char const* name = "trunc";
};

}  // namespace fm::ops

namespace fm::tower {
template <class T> FM_ALWAYS_INLINE T plus(T a, T b) { return tower::apply(ops::Add{}, std::move(a), std::move(b)); }
template <class T> FM_ALWAYS_INLINE T chained(T tangent, T partial) {
  return tower::apply(ops::ZeroMul{}, std::move(tangent), std::move(partial));
}
}  // namespace fm::tower
