// fmod/kernels/scalar.hpp: the scalar reference of every elementwise kernel, for plain numbers and for the kernel loops
// SPDX-License-Identifier: MIT
//
// One function for each line of kernels/codes.hpp. What std has exactly is one line; the special functions follow in
// kernels/special.hpp. Values are right in both tails: where 1 - y or log(y) would lose digits, y is not formed.
#pragma once
#include <fmod/config.hpp>
#include <fmod/kernels/special.hpp>

#include <cmath>
#include <cstdint>

namespace fm::scalar_math {
FM_ISA_NAMESPACE_BEGIN

#define FM_STD_UNARY(name) \
  template <class S> FM_ALWAYS_INLINE S name(S x) { return std::name(x); }
FM_STD_UNARY(sqrt)
FM_STD_UNARY(cbrt)
FM_STD_UNARY(exp)
FM_STD_UNARY(exp2)
FM_STD_UNARY(expm1)
FM_STD_UNARY(log)
FM_STD_UNARY(log2)
FM_STD_UNARY(log1p)
FM_STD_UNARY(sin)
FM_STD_UNARY(cos)
FM_STD_UNARY(tan)
FM_STD_UNARY(asin)
FM_STD_UNARY(acos)
FM_STD_UNARY(atan)
FM_STD_UNARY(sinh)
FM_STD_UNARY(cosh)
FM_STD_UNARY(tanh)
FM_STD_UNARY(asinh)
FM_STD_UNARY(acosh)
FM_STD_UNARY(atanh)
FM_STD_UNARY(erf)
FM_STD_UNARY(erfc)
FM_STD_UNARY(floor)
FM_STD_UNARY(ceil)
FM_STD_UNARY(trunc)
#undef FM_STD_UNARY

template <class S> FM_ALWAYS_INLINE S neg(S x) { return -x; }
template <class S> FM_ALWAYS_INLINE S abs(S x) { return std::fabs(x); }
/// -1, 0 (also at -0), 1; NaN at NaN.
template <class S> FM_ALWAYS_INLINE S sign(S x) { return x > S(0) ? S(1) : x < S(0) ? S(-1) : x == S(0) ? S(0) : x; }
template <class S> FM_ALWAYS_INLINE S square(S x) { return x * x; }
template <class S> FM_ALWAYS_INLINE S reciprocal(S x) { return S(1) / x; }
template <class S> FM_ALWAYS_INLINE S rsqrt(S x) { return S(1) / std::sqrt(x); }
/// Half to even, in the default rounding mode.
template <class S> FM_ALWAYS_INLINE S round(S x) { return std::nearbyint(x); }
template <class S> FM_ALWAYS_INLINE S relu(S x) { return x <= S(0) ? S(0) : x; }
/// 1 / cosh(x)^2, the derivative of tanh: 1 - tanh(x)^2 has no digit left at 20, and cosh overflows at 711.
template <class S> FM_ALWAYS_INLINE S sech2(S x) {
  S const e = std::exp(S(-2) * std::fabs(x)), q = S(1) + e;
  return S(4) * e / (q * q);
}
template <class S> FM_ALWAYS_INLINE S sigmoid(S x) {
  S const e = std::exp(-std::fabs(x));
  return (x < S(0) ? e : S(1)) / (S(1) + e);
}
template <class S> FM_ALWAYS_INLINE S softplus(S x) {
  return (x > S(0) ? x : S(0)) + std::log1p(std::exp(-std::fabs(x)));
}
template <class S> FM_ALWAYS_INLINE S logsigmoid(S x) { return -softplus(-x); }
/// log |gamma(x)|. std::lgamma writes the sign to a global, which is a race.
template <class S> FM_ALWAYS_INLINE S lgamma(S x) {
  int sign = 0;
  if constexpr (sizeof(S) == sizeof(float))
    return ::lgammaf_r(x, &sign);
  else
    return ::lgamma_r(x, &sign);
}

/// n-th derivative of digamma. +inf at the poles of odd n, NaN at those of even n (no limit).
template <class S> FM_ALWAYS_INLINE S polygamma(std::int64_t n, S x) {
  return static_cast<S>(special::polygamma(n, static_cast<double>(x)));
}
template <class S> FM_ALWAYS_INLINE S digamma(S x) { return polygamma(0, x); }
template <class S> FM_ALWAYS_INLINE S trigamma(S x) { return polygamma(1, x); }
/// n-th derivative of sin(pi x) / (pi x).
template <class S> FM_ALWAYS_INLINE S sinc(std::int64_t n, S x) {
  return static_cast<S>(special::sinc(n, static_cast<double>(x)));
}
/// x to the n: by multiplication for small n, so that squares and cubes are what the user would write.
template <class S> FM_ALWAYS_INLINE S powi(std::int64_t n, S x) {
  switch (n) {
    case 0:
      return S(1);
    case 1:
      return x;
    case 2:
      return x * x;
    case 3:
      return x * x * x;
    case -1:
      return S(1) / x;
    default:
      return static_cast<S>(special::powi(n, static_cast<double>(x)));
  }
}

template <class S> FM_ALWAYS_INLINE S add(S x, S y) { return x + y; }
template <class S> FM_ALWAYS_INLINE S sub(S x, S y) { return x - y; }
template <class S> FM_ALWAYS_INLINE S mul(S x, S y) { return x * y; }
template <class S> FM_ALWAYS_INLINE S div(S x, S y) { return x / y; }
template <class S> FM_ALWAYS_INLINE S pow(S x, S y) { return std::pow(x, y); }
template <class S> FM_ALWAYS_INLINE S atan2(S x, S y) { return std::atan2(x, y); }
template <class S> FM_ALWAYS_INLINE S hypot(S x, S y) { return std::hypot(x, y); }
/// Sign of the dividend, as in C.
template <class S> FM_ALWAYS_INLINE S fmod(S x, S y) { return std::fmod(x, y); }
/// x - y floor(x / y): sign of the divisor, as in Python.
template <class S> FM_ALWAYS_INLINE S remainder(S x, S y) {
  S const r = std::fmod(x, y);
  if (r == S(0)) return std::copysign(r, y);
  return (r < S(0)) != (y < S(0)) ? r + y : r;
}
/// These two hand NaN on, fmax and fmin prefer the number.
template <class S> FM_ALWAYS_INLINE S maximum(S x, S y) { return ((x > y) | (x != x)) ? x : y; }
template <class S> FM_ALWAYS_INLINE S minimum(S x, S y) { return ((x < y) | (x != x)) ? x : y; }
template <class S> FM_ALWAYS_INLINE S fmax(S x, S y) { return ((x > y) | (y != y)) ? x : y; }
template <class S> FM_ALWAYS_INLINE S fmin(S x, S y) { return ((x < y) | (y != y)) ? x : y; }
/// x log(y), 0 at x = 0 whatever number y is.
template <class S> FM_ALWAYS_INLINE S xlogy(S x, S y) {
  if (x == S(0)) return y != y ? y : S(0);
  return x * std::log(y);
}
/// 0 where either factor is 0. Only a product that is NaN need be looked at, and that branch is foreseen.
template <class S> FM_ALWAYS_INLINE S zero_mul(S x, S y) {
  S const z = x * y;
  if (z != z) [[unlikely]]
    return ((x == S(0)) | (y == S(0))) ? S(0) : z;
  return z;
}
template <class S> FM_ALWAYS_INLINE S gate(S d, S x) { return x > S(0) ? d : S(0); }

template <class S> FM_ALWAYS_INLINE bool eq(S x, S y) { return x == y; }
template <class S> FM_ALWAYS_INLINE bool ne(S x, S y) { return x != y; }
template <class S> FM_ALWAYS_INLINE bool lt(S x, S y) { return x < y; }
template <class S> FM_ALWAYS_INLINE bool le(S x, S y) { return x <= y; }
template <class S> FM_ALWAYS_INLINE bool gt(S x, S y) { return x > y; }
template <class S> FM_ALWAYS_INLINE bool ge(S x, S y) { return x >= y; }

FM_ISA_NAMESPACE_END
}  // namespace fm::scalar_math
