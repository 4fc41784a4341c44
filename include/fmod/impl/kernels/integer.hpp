// fmod/impl/kernels/integer.hpp: elementwise loops of the types that are not real
// SPDX-License-Identifier: MIT
//
// Overflow wraps: sums and products are formed in the unsigned type of the same width.
#pragma once
#include <fmod/core/type_name.hpp>
#include <fmod/error.hpp>
#include <fmod/kernels/codes.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

namespace fm::kernels::integer {

using std::int64_t;
using U = std::uint64_t;

inline int64_t wrap(U x) noexcept { return static_cast<int64_t>(x); }
inline int64_t add(int64_t x, int64_t y) noexcept { return wrap(static_cast<U>(x) + static_cast<U>(y)); }
inline int64_t sub(int64_t x, int64_t y) noexcept { return wrap(static_cast<U>(x) - static_cast<U>(y)); }
inline int64_t mul(int64_t x, int64_t y) noexcept { return wrap(static_cast<U>(x) * static_cast<U>(y)); }
inline int64_t neg(int64_t x) noexcept { return sub(0, x); }

inline void check_divisor(char const* op, int64_t x, int64_t y) {
  if (y == 0) throw value_error(std::string(op) + ": integer division by zero: x is " + std::to_string(x));
}
// The smallest integer divided by -1 traps on x86.
inline int64_t div(int64_t x, int64_t y) {
  check_divisor("div", x, y);
  return y == -1 ? neg(x) : x / y;
}
inline int64_t fmod(int64_t x, int64_t y) {
  check_divisor("fmod", x, y);
  return y == -1 ? 0 : x % y;
}
inline int64_t remainder(int64_t x, int64_t y) {
  check_divisor("remainder", x, y);
  int64_t const r = y == -1 ? 0 : x % y;
  return r != 0 && (r < 0) != (y < 0) ? r + y : r;
}
inline int64_t pow(int64_t x, int64_t n) {
  if (n < 0)
    throw value_error("pow: negative integer exponent: " + std::to_string(x) + " to the " + std::to_string(n) +
                      "; cast to float or double first");
  int64_t result = 1;
  for (; n != 0; n /= 2, x = mul(x, x))
    if (n % 2 != 0) result = mul(result, x);
  return result;
}

[[noreturn]] inline void no_such_kernel() { throw type_error("elementwise kernel: not defined for integers"); }

inline void loop(unary code, int64_t* out, int64_t const* x, int64_t n) {
  auto const each = [=](auto f) {
    for (int64_t i = 0; i < n; ++i) out[i] = f(x[i]);
  };
  switch (code) {
    case unary::neg:
      return each(neg);
    case unary::abs:
      return each([](int64_t a) { return a < 0 ? neg(a) : a; });
    case unary::sign:
      return each([](int64_t a) -> int64_t { return (a > 0) - (a < 0); });
    case unary::square:
      return each([](int64_t a) { return mul(a, a); });
    case unary::relu:
      return each([](int64_t a) { return a > 0 ? a : 0; });
    case unary::floor:
    case unary::ceil:
    case unary::round:
    case unary::trunc:
      return each([](int64_t a) { return a; });
    default:
      no_such_kernel();
  }
}

inline void loop(binary code, int64_t* out, int64_t const* x, int64_t sx, int64_t const* y, int64_t sy, int64_t n) {
  auto const each = [=](auto f) {
    for (int64_t i = 0; i < n; ++i) out[i] = f(x[i * sx], y[i * sy]);
  };
  switch (code) {
    case binary::add:
      return each(add);
    case binary::sub:
      return each(sub);
    case binary::mul:
    case binary::zero_mul:
      return each(mul);
    case binary::div:
      return each(div);
    case binary::pow:
      return each(pow);
    case binary::fmod:
      return each(fmod);
    case binary::remainder:
      return each(remainder);
    case binary::maximum:
    case binary::fmax:
      return each([](int64_t a, int64_t b) { return a > b ? a : b; });
    case binary::minimum:
    case binary::fmin:
      return each([](int64_t a, int64_t b) { return a < b ? a : b; });
    case binary::gate:
      return each([](int64_t a, int64_t b) { return b > 0 ? a : 0; });
    default:
      no_such_kernel();
  }
}

template <class S> void loop(compare code, bool* out, S const* x, int64_t sx, S const* y, int64_t sy, int64_t n) {
  auto const each = [=](auto f) {
    for (int64_t i = 0; i < n; ++i) out[i] = f(x[i * sx], y[i * sy]);
  };
  switch (code) {
    case compare::eq:
      return each([](S a, S b) { return a == b; });
    case compare::ne:
      return each([](S a, S b) { return a != b; });
    case compare::lt:
      return each([](S a, S b) { return a < b; });
    case compare::le:
      return each([](S a, S b) { return a <= b; });
    case compare::gt:
      return each([](S a, S b) { return a > b; });
    default:
      return each([](S a, S b) { return a >= b; });
  }
}

// static_cast where that is defined; a real number outside the integer's range goes to the nearest bound, NaN to 0.
template <class To, class From> To convert(From x) noexcept {
  if constexpr (std::is_same_v<To, bool>) {
    return x != From(0);
  } else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
    using Limits = std::numeric_limits<To>;
    // Powers of two, so exact in From.
    From const top = std::ldexp(From(1), Limits::digits);
    if (x >= top) return Limits::max();
    if (x != x) return To(0);
    if (Limits::is_signed ? x < -top : x <= From(-1)) return Limits::min();
    return static_cast<To>(x);
  } else {
    return static_cast<To>(x);
  }
}

}  // namespace fm::kernels::integer
