// fmod/ops/exponential.hpp: roots, exponentials, logarithms, powers and their rules
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/ops/arithmetic.hpp>

#include <numbers>

namespace fm::ops {

struct Sqrt : unary_family<Sqrt, kernels::unary::sqrt> {
  static constexpr char const* name = "sqrt";
  static constexpr unsigned keep = keep_result;
  FM_ALWAYS_INLINE static auto derivative(auto const& z, auto const&) { return div(0.5, z); }
};
struct Rsqrt : unary_family<Rsqrt, kernels::unary::rsqrt> {
  static constexpr char const* name = "rsqrt";
  static constexpr unsigned keep = keep_result;
  FM_ALWAYS_INLINE static auto derivative(auto const& z, auto const&) { return mul(-0.5, mul(z, square(z))); }
};
struct Cbrt : unary_family<Cbrt, kernels::unary::cbrt> {
  static constexpr char const* name = "cbrt";
  static constexpr unsigned keep = keep_result;
  FM_ALWAYS_INLINE static auto derivative(auto const& z, auto const&) { return reciprocal(mul(3.0, square(z))); }
};
struct Exp : unary_family<Exp, kernels::unary::exp> {
  static constexpr char const* name = "exp";
  static constexpr unsigned keep = keep_result;
  FM_ALWAYS_INLINE static auto derivative(auto const& z, auto const&) { return z; }
};
struct Exp2 : unary_family<Exp2, kernels::unary::exp2> {
  static constexpr char const* name = "exp2";
  static constexpr unsigned keep = keep_result;
  FM_ALWAYS_INLINE static auto derivative(auto const& z, auto const&) { return mul(std::numbers::ln2, z); }
};
/// The derivative is exp(x), not z + 1, which has no digits left at x = -40.
struct Expm1 : unary_family<Expm1, kernels::unary::expm1> {
  static constexpr char const* name = "expm1";
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) { return exp(x); }
};
struct Log : unary_family<Log, kernels::unary::log> {
  static constexpr char const* name = "log";
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) { return reciprocal(x); }
};
struct Log2 : unary_family<Log2, kernels::unary::log2> {
  static constexpr char const* name = "log2";
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) { return div(std::numbers::log2e, x); }
};
struct Log1p : unary_family<Log1p, kernels::unary::log1p> {
  static constexpr char const* name = "log1p";
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) { return reciprocal(add(1.0, x)); }
};
/// x log y; 0 where x = 0.
struct Xlogy : binary_family<Xlogy, kernels::binary::xlogy> {
  static constexpr char const* name = "xlogy";
  template <std::size_t I, class X, class Y>
  FM_ALWAYS_INLINE static auto derivative(auto const&, X const& x, Y const& y) {
    if constexpr (I == 0)
      return log(y);
    else
      return zero_mul(x, reciprocal(y));
  }
};

}  // namespace fm::ops
