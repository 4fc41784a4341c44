// fmod/impl/kernels/vector_exp.hpp: bits of vectors, polynomials, exp and log on vectors; see vector_math.hpp
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/impl/kernels/vector.hpp>

#include <limits>

namespace fm::isa::FM_ISA_NAME::math {

// ---- bits
template <class S> struct Format;
template <> struct Format<double> {
  static constexpr int mantissa = 52;
  static constexpr std::uint64_t bias = 1023, sign = std::uint64_t(1) << 63, one = bias << mantissa;
  static constexpr double shift = 0x1.8p52;                 // x + shift - shift is x rounded to an integer
  static constexpr double whole = 0x1p52;                   // from here on all numbers are integers
  static constexpr double ln2_high = 0x1.62e42fefa3800p-1;  // n ln2_high is exact for exponents n
  static constexpr double ln2_low = 0x1.ef35793c76730p-45;
  static constexpr double exp_lowest = -746, exp_highest = 710;  // beyond: 0 and infinity
  static constexpr double exp2_lowest = -1076, exp2_highest = 1025;
  static constexpr double expm1_lowest = -42;  // below: -1
};
template <> struct Format<float> {
  static constexpr int mantissa = 23;
  static constexpr std::uint32_t bias = 127, sign = std::uint32_t(1) << 31, one = bias << mantissa;
  static constexpr float shift = 0x1.8p23f;
  static constexpr float whole = 0x1p23f;
  static constexpr float ln2_high = 0x1.62e400p-1f;
  static constexpr float ln2_low = 0x1.7f7d1cp-20f;
  static constexpr float exp_lowest = -104, exp_highest = 89;
  static constexpr float exp2_lowest = -151, exp2_highest = 129;
  static constexpr float expm1_lowest = -20;
};
template <class V> using FormatOf = Format<Item<V>>;

template <class V> FM_ALWAYS_INLINE Bits<V> bits(V x) { return __builtin_bit_cast(Bits<V>, x); }
template <class V> FM_ALWAYS_INLINE V from_bits(Bits<V> b) { return __builtin_bit_cast(V, b); }
template <class V> FM_ALWAYS_INLINE V absolute(V x) { return from_bits<V>(bits(x) & ~FormatOf<V>::sign); }
template <class V> FM_ALWAYS_INLINE V with_sign_of(V magnitude, V sign) {
  return from_bits<V>((bits(magnitude) & ~FormatOf<V>::sign) | (bits(sign) & FormatOf<V>::sign));
}
// These hand NaN on.
template <class V> FM_ALWAYS_INLINE V at_most(V x, Item<V> bound) { return x > bound ? spread<V>(bound) : x; }
template <class V> FM_ALWAYS_INLINE V at_least(V x, Item<V> bound) { return x < bound ? spread<V>(bound) : x; }

// c0 + c1 x + c2 x^2 ... in Horner's order. Products and sums contract to fused ones where the processor has them.
template <class V> FM_ALWAYS_INLINE V poly(V, Item<V> c0) { return spread<V>(c0); }
template <class V, class... C> FM_ALWAYS_INLINE V poly(V x, Item<V> c0, C... c) {
  return poly(x, Item<V>(c)...) * x + c0;
}

// 2^n for an integral n, where the result is a normal number.
template <class V> FM_ALWAYS_INLINE V power_of_two(V n) {
  using F = FormatOf<V>;
  return from_bits<V>((bits(n + F::shift) + F::bias) << F::mantissa);
}
// x 2^n, also where 2^n overflows or is denormal.
template <class V> FM_ALWAYS_INLINE V scale(V x, V n) {
  using F = FormatOf<V>;
  V const half = (n * Item<V>(0.5) + F::shift) - F::shift;
  return x * power_of_two(half) * power_of_two(n - half);
}

// ---- exp
// x = n ln 2 + r, |r| <= ln 2 / 2; returns exp(r) - 1.
template <class V> FM_ALWAYS_INLINE V exp_reduced(V x, V& n) {
  using F = FormatOf<V>;
  n = (x * Item<V>(1.4426950408889634) + F::shift) - F::shift;
  V const r = (x - n * F::ln2_high) - n * F::ln2_low;
  V p;
  if constexpr (single<V>) {
    p = poly(r, 0.5f, 0.166666672f, 0.041666355f, 0.0083332723f, 0.00139411073f, 0.00019914408f);
  } else {
    p = poly(r, 0.5, 0.16666666666666677, 0.0416666666666667, 0.008333333333321532, 0.001388888888886668,
             0.0001984126988640182, 2.480158736086717e-05, 2.7557243911000145e-06, 2.755724249382746e-07,
             2.510914760745345e-08, 2.0924525589149123e-09);
  }
  return r * r * p + r;
}
template <class V> FM_ALWAYS_INLINE V exp(V x) {
  using F = FormatOf<V>;
  V n;
  V const e = exp_reduced(at_least(at_most(x, F::exp_highest), F::exp_lowest), n);
  return scale(1 + e, n);
}
// (exp(x) - 1) / 2^k
template <int k, class V> FM_ALWAYS_INLINE V expm1_over(V x) {
  using F = FormatOf<V>;
  V n;
  V const e = exp_reduced(at_least(at_most(x, F::exp_highest + 1), F::expm1_lowest), n);
  // 2^n e + (2^n - 1), with 2^n taken out; where 2^-n no longer counts it need not be right.
  V const y = scale(e + (1 - power_of_two(-at_most(n, 100))), n - k);
  return x == 0 ? x : y;
}
template <class V> FM_ALWAYS_INLINE V expm1(V x) { return expm1_over<0>(x); }

template <class V> FM_ALWAYS_INLINE V exp2(V x) {
  using F = FormatOf<V>;
  V const y = at_least(at_most(x, F::exp2_highest), F::exp2_lowest);
  V const n = (y + F::shift) - F::shift, r = y - n;
  V e;
  if constexpr (single<V>) {
    e = r * poly(r, 0.693147182f, 0.240226507f, 0.0555032752f, 0.00961800292f, 0.00134004105f, 0.000154766065f);
  } else {
    e = r * poly(r, 0.6931471805599453, 0.24022650695910072, 0.0555041086648217, 0.009618129107628496,
                 0.0013333558146390173, 0.0001540353039334084, 1.5252733856508038e-05, 1.3215486833276625e-06,
                 1.0178051089144446e-07, 7.054888167506187e-09, 4.456692865570435e-10, 2.5741925365553957e-11);
  }
  return scale(1 + e, n);
}

// ---- log
// x = 2^n (1 + f), 1 + f in [sqrt(1/2), sqrt(2)], for positive x; returns f.
template <class V> FM_ALWAYS_INLINE V log_split(V x, V& n) {
  using F = FormatOf<V>;
  using S = Item<V>;
  auto const denormal = x < std::numeric_limits<S>::min();
  Bits<V> const b = bits(denormal ? x * (4 * F::whole) : x);
  // An integer below 2^mantissa becomes a number when it is put into the mantissa of 2^mantissa.
  V const exponent = from_bits<V>((b >> F::mantissa) | bits(spread<V>(F::whole))) - (F::whole + S(F::bias));
  V const m = from_bits<V>((b & (~F::sign >> (sizeof(S) * 8 - 1 - F::mantissa))) | F::one);
  auto const high = m > S(1.4142135623730951);
  n = exponent + (high ? spread<V>(1) : V{}) - (denormal ? spread<V>(F::mantissa + 2) : V{});
  return (high ? m * S(0.5) : m) - 1;
}
// f - log(1 + f) - low, without the rounding error of the sum.
template <class V> FM_ALWAYS_INLINE V log_rest(V f, V low) {
  V const s = f / (2 + f), z = s * s, h = Item<V>(0.5) * f * f;
  V r;
  if constexpr (single<V>) {
    r = z * poly(z, 0.666666627f, 0.400003463f, 0.285366058f, 0.23596327f);
  } else {
    r = z * poly(z, 0.666666666666674, 0.39999999999379193, 0.28571428751050354, 0.22222197610619965,
                 0.18183617931286786, 0.15312593067732097, 0.1481134405494477);
  }
  return h - (s * (h + r) + low);
}
// y, but at x <= 0, infinity and NaN.
template <class V> FM_ALWAYS_INLINE V log_at_edges(V x, V y) {
  using Limits = std::numeric_limits<Item<V>>;
  V const not_positive = x == 0 ? spread<V>(-Limits::infinity()) : spread<V>(Limits::quiet_NaN());
  return x > 0 ? (x == Limits::infinity() ? x : y) : not_positive;
}
template <class V> FM_ALWAYS_INLINE V log(V x) {
  using F = FormatOf<V>;
  V n;
  V const f = log_split(x, n);
  return log_at_edges(x, n * F::ln2_high - (log_rest(f, n * F::ln2_low) - f));
}
// For positive normal numbers.
template <class V> FM_ALWAYS_INLINE V log2_positive(V x) {
  V n;
  V const f = log_split(x, n);
  return (f - log_rest(f, V{})) * Item<V>(1.4426950408889634) + n;
}
template <class V> FM_ALWAYS_INLINE V log2(V x) { return log_at_edges(x, log2_positive(x)); }
template <class V> FM_ALWAYS_INLINE V log1p(V x) {
  using F = FormatOf<V>;
  using S = Item<V>;
  V const u = 1 + x;
  V n;
  V const split = log_split(u, n);
  auto const near = (x > S(-0.29)) & (x < S(0.41));
  V const lost = (u >= 2 ? 1 - (u - x) : x - (u - 1)) / u;  // rounding of 1 + x
  V const f = near ? x : split, k = near ? V{} : n, low = near ? V{} : n * F::ln2_low + lost;
  V const y = k * F::ln2_high - (log_rest(f, low) - f);
  return x == 0 ? x : log_at_edges(u, y);
}

}  // namespace fm::isa::FM_ISA_NAME::math
