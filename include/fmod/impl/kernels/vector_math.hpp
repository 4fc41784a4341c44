// fmod/impl/kernels/vector_math.hpp: elementary functions without branches, which the compiler turns into vector loops
// SPDX-License-Identifier: MIT
//
// Each function is written for one number, with selections instead of branches, so that a loop over it vectorises for any
// instruction set. Errors against the exact value, measured over all of float and 10^8 points of double, stand at each
// function in units in the last place (tests/kernels/accuracy_test.cpp). Polynomials are minimax fits (Remez).
// Infinities, NaN, denormal numbers and the sign of zero come out as in libm.
#pragma once
#include <fmod/kernels/scalar.hpp>

#include <bit>
#include <cstdint>
#include <limits>

#if defined(FM_ISA)
#define FM_ISA_NAME FM_ISA
#else
#define FM_ISA_NAME user
#endif

namespace fm::isa::FM_ISA_NAME::math {

using namespace scalar_math;  // what is not defined here

// ---- bits
template <class S> struct Format;
template <> struct Format<double> {
  using Bits = std::uint64_t;
  static constexpr int mantissa = 52;
  static constexpr Bits bias = 1023;
  static constexpr double round = 0x1.8p52;                    // x + round - round is x rounded to an integer
  static constexpr double ln2_high = 0x1.62e42fefa3800p-1;     // n ln2_high is exact for exponents n
  static constexpr double ln2_low = 0x1.ef35793c76730p-45;
  static constexpr double exp_lowest = -746, exp_highest = 710;  // beyond: 0 and infinity
  static constexpr double expm1_lowest = -42;                  // below: -1
};
template <> struct Format<float> {
  using Bits = std::uint32_t;
  static constexpr int mantissa = 23;
  static constexpr Bits bias = 127;
  static constexpr float round = 0x1.8p23f;
  static constexpr float ln2_high = 0x1.62e400p-1f;
  static constexpr float ln2_low = 0x1.7f7d1cp-20f;
  static constexpr float exp_lowest = -104, exp_highest = 89;
  static constexpr float expm1_lowest = -20;
};
template <class S> using Bits = typename Format<S>::Bits;
template <class S> inline constexpr Bits<S> sign_bit = Bits<S>(1) << (sizeof(S) * 8 - 1);

template <class S> FM_ALWAYS_INLINE Bits<S> bits(S x) { return __builtin_bit_cast(Bits<S>, x); }
template <class S> FM_ALWAYS_INLINE S from_bits(Bits<S> b) { return __builtin_bit_cast(S, b); }
template <class S> FM_ALWAYS_INLINE S with_sign_of(S magnitude, S sign) {
  return from_bits<S>((bits(magnitude) & ~sign_bit<S>) | (bits(sign) & sign_bit<S>));
}

template <class S> FM_ALWAYS_INLINE S fma(S a, S b, S c) {
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  if constexpr (sizeof(S) == sizeof(float)) return __builtin_fmaf(a, b, c);
  else return __builtin_fma(a, b, c);
#else
  return a * b + c;
#endif
}
// c0 + c1 x + c2 x^2 ...
template <class S> FM_ALWAYS_INLINE S poly(S, S c0) { return c0; }
template <class S, class... C> FM_ALWAYS_INLINE S poly(S x, S c0, C... c) { return fma(poly(x, c...), x, c0); }
// 2^n for an integral n of a normal result.
template <class S> FM_ALWAYS_INLINE S power_of_two(S n) {
  using F = Format<S>;
  return from_bits<S>((bits(n + F::round) + F::bias) << F::mantissa);
}
// Also where 2^n itself overflows or is denormal.
template <class S> FM_ALWAYS_INLINE S scale(S x, S n) {
  using F = Format<S>;
  S const half = (n * S(0.5) + F::round) - F::round;
  return x * power_of_two(half) * power_of_two(n - half);
}
// These hand NaN on.
template <class S> FM_ALWAYS_INLINE S at_most(S x, S bound) { return x > bound ? bound : x; }
template <class S> FM_ALWAYS_INLINE S at_least(S x, S bound) { return x < bound ? bound : x; }
template <class S> FM_ALWAYS_INLINE S absolute(S x) { return from_bits<S>(bits(x) & ~sign_bit<S>); }

// ---- exp
// x = n ln 2 + r, |r| <= ln 2 / 2; returns exp(r) - 1.
template <class S> FM_ALWAYS_INLINE S exp_reduced(S x, S& n) {
  using F = Format<S>;
  n = fma(x, S(1.4426950408889634), F::round) - F::round;
  S const r = fma(n, -F::ln2_low, fma(n, -F::ln2_high, x));
  S p;
  if constexpr (sizeof(S) == sizeof(float)) {
    p = poly(r, 0.5f, 0.166666672f, 0.041666355f, 0.0083332723f, 0.00139411073f, 0.00019914408f);
  } else {
    p = poly(r, 0.5, 0.16666666666666677, 0.0416666666666667, 0.008333333333321532, 0.001388888888886668,
             0.0001984126988640182, 2.480158736086717e-05, 2.7557243911000145e-06, 2.755724249382746e-07,
             2.510914760745345e-08, 2.0924525589149123e-09);
  }
  return fma(r * r, p, r);
}
template <class S> FM_ALWAYS_INLINE S exp(S x) {
  using F = Format<S>;
  S n;
  S const e = exp_reduced(at_least(at_most(x, F::exp_highest), F::exp_lowest), n);
  return scale(S(1) + e, n);
}
template <class S> FM_ALWAYS_INLINE S expm1(S x) {
  using F = Format<S>;
  S n;
  S const e = exp_reduced(at_least(at_most(x, F::exp_highest), F::expm1_lowest), n);
  // 2^n e + (2^n - 1), with 2^n taken out; where 2^-n no longer counts it need not be right.
  S const one = power_of_two(-at_most(n, S(100)));
  S const y = scale(e + (S(1) - one), n);
  return x == S(0) ? x : y;
}

template <class S> FM_ALWAYS_INLINE S exp2(S x) {
  using F = Format<S>;
  constexpr bool single = sizeof(S) == sizeof(float);
  S const y = at_least(at_most(x, single ? S(129) : S(1025)), single ? S(-151) : S(-1076));
  S const n = (y + F::round) - F::round, r = y - n;
  S e;
  if constexpr (single) {
    e = r * poly(r, 0.693147182f, 0.240226507f, 0.0555032752f, 0.00961800292f, 0.00134004105f, 0.000154766065f);
  } else {
    e = r * poly(r, 0.6931471805599453, 0.24022650695910072, 0.0555041086648217, 0.009618129107628496,
                 0.0013333558146390173, 0.0001540353039334084, 1.5252733856508038e-05, 1.3215486833276625e-06,
                 1.0178051089144446e-07, 7.054888167506187e-09, 4.456692865570435e-10, 2.5741925365553957e-11);
  }
  return scale(S(1) + e, n);
}

// ---- log
// x = 2^n (1 + f), 1 + f in [sqrt(1/2), sqrt(2)], for positive x.
template <class S> FM_ALWAYS_INLINE S log_split(S x, S& n) {
  using F = Format<S>;
  constexpr S two_to_mantissa = S(Bits<S>(1) << F::mantissa);
  bool const denormal = x < std::numeric_limits<S>::min();
  S const y = denormal ? x * (S(4) * two_to_mantissa) : x;
  // An integer below 2^mantissa becomes a number when it is put into the mantissa of 2^mantissa.
  S const exponent = from_bits<S>((bits(y) >> F::mantissa) | bits(two_to_mantissa)) - (two_to_mantissa + S(F::bias));
  S const m = from_bits<S>((bits(y) & ((Bits<S>(1) << F::mantissa) - 1)) | bits(S(1)));
  bool const high = m > S(1.4142135623730951);
  n = exponent + (high ? S(1) : S(0)) - (denormal ? S(F::mantissa + 2) : S(0));
  return (high ? m * S(0.5) : m) - S(1);
}
// f - log(1 + f) without the rounding error of the sum, plus `low`.
template <class S> FM_ALWAYS_INLINE S log_rest(S f, S low) {
  S const s = f / (S(2) + f), z = s * s, h = S(0.5) * f * f;
  S r;
  if constexpr (sizeof(S) == sizeof(float)) {
    r = z * poly(z, 0.666666627f, 0.400003463f, 0.285366058f, 0.23596327f);
  } else {
    r = z * poly(z, 0.666666666666674, 0.39999999999379193, 0.28571428751050354, 0.22222197610619965,
                 0.18183617931286786, 0.15312593067732097, 0.1481134405494477);
  }
  return h - fma(s, h + r, low);
}
template <class S> FM_ALWAYS_INLINE S log_at_edges(S x, S y) {
  constexpr S infinity = std::numeric_limits<S>::infinity();
  S const not_positive = x == S(0) ? -infinity : std::numeric_limits<S>::quiet_NaN();
  return x > S(0) ? (x == infinity ? x : y) : not_positive;
}
template <class S> FM_ALWAYS_INLINE S log(S x) {
  using F = Format<S>;
  S n;
  S const f = log_split(x, n);
  return log_at_edges(x, n * F::ln2_high - (log_rest(f, n * F::ln2_low) - f));
}
template <class S> FM_ALWAYS_INLINE S log2(S x) {
  S n;
  S const f = log_split(x, n);
  return log_at_edges(x, fma(f - log_rest(f, S(0)), S(1.4426950408889634), n));
}
template <class S> FM_ALWAYS_INLINE S log1p(S x) {
  using F = Format<S>;
  S const u = S(1) + x;
  S n;
  S const split = log_split(u, n);
  bool const near = (x > S(-0.29)) & (x < S(0.41));
  S const lost = (u >= S(2) ? S(1) - (u - x) : x - (u - S(1))) / u;  // rounding of 1 + x
  S const f = near ? x : split, k = near ? S(0) : n, low = near ? S(0) : fma(n, F::ln2_low, lost);
  S const y = k * F::ln2_high - (log_rest(f, low) - f);
  return x == S(0) ? x : log_at_edges(u, y);
}

// ---- from exp and log
template <class S> FM_ALWAYS_INLINE S tanh(S x) {
  S const e = expm1(S(-2) * absolute(x));  // in (-1, 0]
  return with_sign_of(-e / (S(2) + e), x);
}
template <class S> FM_ALWAYS_INLINE S sech2(S x) {
  S const e = exp(S(-2) * absolute(x)), q = S(1) + e;
  return S(4) * e / (q * q);
}
template <class S> FM_ALWAYS_INLINE S sigmoid(S x) {
  S const e = exp(-absolute(x));
  return (x < S(0) ? e : S(1)) / (S(1) + e);
}
template <class S> FM_ALWAYS_INLINE S softplus(S x) {
  return (x > S(0) ? x : S(0)) + log1p(exp(-absolute(x)));
}
template <class S> FM_ALWAYS_INLINE S logsigmoid(S x) { return -softplus(-x); }

// ---- sin, cos
inline constexpr double sin_limit = 524288;  // beyond: libm
// sin(x + quarter turns), |x| <= sin_limit. x = n pi/2 + (r + low), pi/2 in parts of 33 bits so that products with n are exact.
template <int quarter> FM_ALWAYS_INLINE double sine(double x) {
  using F = Format<double>;
  double const t = fma(x, 0.6366197723675814, F::round), n = t - F::round;
  std::uint64_t const turns = bits(t) + quarter;
  double const a = x - n * 0x1.921fb54400000p+0, w = n * 0x1.0b4611a600000p-34;
  double const d = a - w, back = d - a;
  double const error = (a - (d - back)) - (w + back);
  double const rest = fma(n, -0x1.3198a2e037073p-69, error);
  double const r = d + rest, low = (d - r) + rest;
  double const z = r * r, h = 0.5 * z;
  double const ps = poly(z, -0.16666666666666632, 0.00833333333332233, -0.00019841269829735573, 2.755731366496959e-06,
                         -2.5050753626124837e-08, 1.5896521293227528e-10);
  double const pc = poly(z, 0.0416666666666666, -0.0013888888888873992, 2.4801587289395814e-05, -2.7557314326134454e-07,
                         2.0875719558332316e-09, -1.1359448132399689e-11);
  double const s = r + fma(r * z, ps, low * (1 - h));
  double const one_less = 1 - h;
  double const c = one_less + (((1 - one_less) - h) + (z * z * pc - r * low));
  std::uint64_t const odd = 0 - (turns & 1);  // all ones or none
  return from_bits<double>(((bits(c) & odd) | (bits(s) & ~odd)) ^ ((turns & 2) << 62));
}
template <int quarter> FM_ALWAYS_INLINE float sine(float x) {
  using F = Format<double>;
  double const v = static_cast<double>(x);
  double const t = fma(v, 0.6366197723675814, F::round), n = t - F::round;
  std::uint64_t const turns = bits(t) + quarter;
  double const r = fma(n, -0x1.0b4611a626331p-34, v - n * 0x1.921fb54400000p+0), z = r * r;
  double const s = fma(r * z, poly(z, -0.16666666641442746, 0.008333329363343559, -0.00019839327299961317,
                                   2.7182377829594327e-06), r);
  double const c = fma(z * z, poly(z, 0.041666666622477234, -0.001388888372262565, 2.4799511762712063e-05,
                                   -2.720954759176583e-07), fma(z, -0.5, 1.0));
  std::uint64_t const odd = 0 - (turns & 1);
  return static_cast<float>(from_bits<double>(((bits(c) & odd) | (bits(s) & ~odd)) ^ ((turns & 2) << 62)));
}

// ---- erf
// exp(a^2) erfc(a) (1 + 2 a) is smooth: a polynomial in (a - 4) / (a + 4) for a >= 0.49.
FM_ALWAYS_INLINE double erfc_scaled(double a) {
  double const t = (a - 4) / (a + 4);
  return poly(t, 1.2329951186255526, -0.1396211168405625, 0.015379652102618883, 0.06809705425469006,
              -0.10103906603624446, 0.09373283499846073, -0.06633036581383746, 0.03716751553527671,
              -0.016197734035409382, 0.0050319700025692705, -0.0007577734687892284, -0.00019925686369018388,
              0.0001506225805393047, -2.439845800633223e-05, -1.1224955074773015e-05, 5.70747872317383e-06,
              2.999070109049936e-07, -8.209765537245937e-07, 6.672328635441101e-08, 1.0447321255969763e-07,
              -1.2114054900970383e-08, -1.0081550493843802e-08) / (1 + 2 * a);
}
// erf(x) / x at z = x^2 <= 1.
FM_ALWAYS_INLINE double erf_small(double z) {
  return poly(z, 1.1283791670955126, -0.3761263890318352, 0.112837916709442, -0.026866170643113415,
              0.005223977606130842, -0.0008548325929766244, 0.0001205529358693695, -1.4924712439534814e-05,
              1.6447132699786621e-06, -1.6206318752969208e-07, 1.3710988704190523e-08, -7.779462971761597e-10);
}
FM_ALWAYS_INLINE double erf(double x) {
  double const a = at_most(absolute(x), 6.0);
  double const large = 1 - exp(-a * a) * erfc_scaled(a);
  return a < 1 ? x * erf_small(x * x) : with_sign_of(large, x);
}
FM_ALWAYS_INLINE float erf(float x) {
  float const a = at_most(absolute(x), 4.0f), z = a * a;
  float const small = x * poly(z, 1.12837911f, -0.37612626f, 0.112835854f, -0.0268538147f, 0.00518833054f,
                               -0.000801020244f, 7.85384982e-05f);
  float const large = 1 - exp(-a * poly(a, 1.12868595f, 0.635001838f, 0.106480256f, -0.0239686295f, 0.0037387996f,
                                        -0.000346200279f, 1.35416967e-05f));
  return a < 1 ? small : with_sign_of(large, x);
}
FM_ALWAYS_INLINE double erfc(double x) {
  double const a = at_most(absolute(x), 28.0);
  // exp(-a^2) with a = high + low, since a^2 rounded would cost up to 700 units.
  double const high = from_bits<double>(bits(a) & ~std::uint64_t(0x7ffffff)), low = (a - high) * (a + high);
  double const tail = exp(-high * high) * poly(low, 1.0, -1.0, 0.5, -1.0 / 6) * erfc_scaled(a);
  double const near = 1 - x * erf_small(x * x);
  double const far = x < 0 ? 2 - tail : tail;
  return (x > -1) & (x < 0.5) ? near : far;
}
FM_ALWAYS_INLINE float erfc(float x) {
  double const v = static_cast<double>(x), a = at_most(absolute(v), 28.0);
  double const tail = exp(-a * a) * erfc_scaled(a);
  double const near = 1 - v * erf_small(v * v);
  double const far = v < 0 ? 2 - tail : tail;
  return static_cast<float>((v > -1) & (v < 0.5) ? near : far);
}

// x^y for positive normal x and finite y.
FM_ALWAYS_INLINE float pow_positive(float x, float y) {
  double n;
  double const f = log_split(static_cast<double>(x), n);
  double const l = fma(f - log_rest(f, 0.0), 1.4426950408889634, n);
  return static_cast<float>(exp2(at_least(at_most(static_cast<double>(y) * l, 200.0), -200.0)));
}

// ---- rounding. Without SSE4.1 these are calls.
#if !defined(__SSE4_1__) && defined(__x86_64__)
template <class S> FM_ALWAYS_INLINE S round(S x) {
  constexpr S whole = S(Bits<S>(1) << Format<S>::mantissa);  // from here on all numbers are integers
  S const a = absolute(x);
  return a < whole ? with_sign_of((a + whole) - whole, x) : x;
}
template <class S> FM_ALWAYS_INLINE S floor(S x) {
  S const r = round(x);
  return with_sign_of(r > x ? r - S(1) : r, x);
}
template <class S> FM_ALWAYS_INLINE S ceil(S x) {
  S const r = round(x);
  return with_sign_of(r < x ? r + S(1) : r, x);
}
template <class S> FM_ALWAYS_INLINE S trunc(S x) {
  S const a = absolute(x), r = round(a);
  return with_sign_of(r > a ? r - S(1) : r, x);
}
#endif

}  // namespace fm::isa::FM_ISA_NAME::math
