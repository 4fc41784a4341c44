// fmod/impl/kernels/vector_math.hpp: elementary functions on vectors
// SPDX-License-Identifier: MIT
//
// V is a vector of float or double. No branches: both sides are computed and one is selected. Polynomials are minimax fits
// (Remez) of our own. Errors in units in the last place are checked in tests/kernels/accuracy_test.cpp: below 1 for exp,
// exp2, log, log1p, sin, cos, erfc (float), below 2 for expm1, log2, below 4 for the rest. Infinities, NaN, denormal numbers and the
// sign of zero come out as in libm.
#pragma once
#include <fmod/impl/kernels/vector_exp.hpp>

namespace fm::isa::FM_ISA_NAME::math {

// ---- from exp and log
template <class V> FM_ALWAYS_INLINE V sinh(V x) {
  V const half = expm1_over<1>(absolute(x));  // (exp(a) - 1) / 2, which does not overflow before sinh does
  V const h = at_most(half, Item<V>(0x1p60));
  return with_sign_of(half + h / (2 * h + 1), x);
}
template <class V> FM_ALWAYS_INLINE V cosh(V x) {
  using F = FormatOf<V>;
  V n;
  V const e = exp_reduced(at_most(absolute(x), F::exp_highest + 1), n), half = scale(1 + e, n - 1);
  return half + Item<V>(0.25) / half;
}
template <class V> FM_ALWAYS_INLINE V tanh(V x) {
  V const e = expm1(-2 * absolute(x));  // in (-1, 0]
  return with_sign_of(-e / (2 + e), x);
}
template <class V> FM_ALWAYS_INLINE V sech2(V x) {
  V const e = exp(-2 * absolute(x)), q = 1 + e;
  return 4 * e / (q * q);
}
template <class V> FM_ALWAYS_INLINE V sigmoid(V x) {
  V const e = exp(-absolute(x));
  return (x < 0 ? e : spread<V>(1)) / (1 + e);
}
// log(1 + e) for e in [0, 1]: 1 + e is 1 + f or 2 (1 + f) without rounding.
template <class V> FM_ALWAYS_INLINE V log1p_of_unit(V e) {
  using F = FormatOf<V>;
  auto const high = e > Item<V>(0.41421356);
  V const f = high ? (e - 1) * Item<V>(0.5) : e;
  return (high ? spread<V>(F::ln2_high) : V{}) - (log_rest(f, high ? spread<V>(F::ln2_low) : V{}) - f);
}
template <class V> FM_ALWAYS_INLINE V softplus(V x) { return (x > 0 ? x : V{}) + log1p_of_unit(exp(-absolute(x))); }
template <class V> FM_ALWAYS_INLINE V logsigmoid(V x) { return -softplus(-x); }
template <class V> FM_ALWAYS_INLINE V square_root(V x) {
  for (int i = 0; i < lanes<V>; ++i) {
    if constexpr (single<V>)
      x[i] = __builtin_sqrtf(x[i]);
    else
      x[i] = __builtin_sqrt(x[i]);
  }
  return x;
}
template <class V> FM_ALWAYS_INLINE V asinh(V x) {
  // log(a + sqrt(a^2 + 1)) = log1p(a + a^2 / (1 + sqrt(a^2 + 1))); from 2^28 on log(2 a).
  V const a = absolute(x), b = at_most(a, Item<V>(0x1p28));
  auto const huge = a > b;
  V const y = log1p(huge ? a - 1 : b + b * b / (1 + square_root(b * b + 1)));
  return with_sign_of(huge ? y + Item<V>(0.6931471805599453) : y, x);
}
template <class V> FM_ALWAYS_INLINE V atanh(V x) {
  V const a = absolute(x);
  return with_sign_of(Item<V>(0.5) * log1p(2 * a / (1 - a)), x);
}

// ---- sin, cos, tan of vectors of double
inline constexpr double sine_limit = 524288;  // larger arguments need more of pi
template <class V> struct Reduced {
  V sine, cosine;  // of the remainder in [-pi/4, pi/4]
  Bits<V> turns;   // quarter turns taken off
};
// exact: the result is used as a double. Otherwise a float is made of it.
template <bool exact, class V> FM_ALWAYS_INLINE Reduced<V> reduce_angle(V x) {
  using F = FormatOf<V>;
  V const t = x * 0.6366197723675814 + F::shift, n = t - F::shift;
  // pi/2 in parts of 33 bits, so that products with n are exact.
  V const a = x - n * 0x1.921fb54400000p+0;
  V r, low{};
  if constexpr (exact) {
    V const w = n * 0x1.0b4611a600000p-34, d = a - w, back = d - a;
    V const rest = ((a - (d - back)) - (w + back)) - n * 0x1.3198a2e037073p-69;
    r = d + rest;
    low = (d - r) + rest;
  } else {
    r = a - n * 0x1.0b4611a626331p-34;
  }
  V const z = r * r, h = 0.5 * z, one_less = 1 - h;
  V ps, pc;
  if constexpr (exact) {
    ps = poly(z, -0.16666666666666632, 0.00833333333332233, -0.00019841269829735573, 2.755731366496959e-06,
              -2.5050753626124837e-08, 1.5896521293227528e-10);
    pc = poly(z, 0.0416666666666666, -0.0013888888888873992, 2.4801587289395814e-05, -2.7557314326134454e-07,
              2.0875719558332316e-09, -1.1359448132399689e-11);
  } else {
    ps = poly(z, -0.16666666641442746, 0.008333329363343559, -0.00019839327299961317, 2.7182377829594327e-06);
    pc = poly(z, 0.041666666622477234, -0.001388888372262565, 2.4799511762712063e-05, -2.720954759176583e-07);
  }
  return {r + (r * z * ps + low * one_less), one_less + (((1 - one_less) - h) + (z * z * pc - r * low)), bits(t)};
}
// sin(x + quarter turns)
template <bool exact, int quarter, class V> FM_ALWAYS_INLINE V sine(V x) {
  Reduced<V> const p = reduce_angle<exact>(x);
  Bits<V> const turns = p.turns + quarter, odd = 0 - (turns & 1);  // all ones or none
  V const y = from_bits<V>(((bits(p.cosine) & odd) | (bits(p.sine) & ~odd)) ^ ((turns & 2) << 62));
  return quarter == 0 ? (x == 0 ? x : y) : y;
}
template <bool exact, class V> FM_ALWAYS_INLINE V tangent(V x) {
  Reduced<V> const p = reduce_angle<exact>(x);
  Bits<V> const odd = 0 - (p.turns & 1), s = bits(p.sine), c = bits(p.cosine);
  V const top = from_bits<V>((c & odd) | (s & ~odd)), bottom = from_bits<V>((s & odd) | (c & ~odd));
  V const y = from_bits<V>(bits(top / bottom) ^ (odd & FormatOf<V>::sign));
  return x == 0 ? x : y;
}

// ---- erf
// exp(a^2) erfc(a) for a >= 0.49: times 1 + 2 a it is smooth, a polynomial in (a - 4) / (a + 4).
template <class V> FM_ALWAYS_INLINE V erfc_scaled(V a) {
  return poly((a - 4) / (a + 4), 1.2329951186255526, -0.1396211168405625, 0.015379652102618883, 0.06809705425469006,
              -0.10103906603624446, 0.09373283499846073, -0.06633036581383746, 0.03716751553527671,
              -0.016197734035409382, 0.0050319700025692705, -0.0007577734687892284, -0.00019925686369018388,
              0.0001506225805393047, -2.439845800633223e-05, -1.1224955074773015e-05, 5.70747872317383e-06,
              2.999070109049936e-07, -8.209765537245937e-07, 6.672328635441101e-08, 1.0447321255969763e-07,
              -1.2114054900970383e-08, -1.0081550493843802e-08) /
         (1 + 2 * a);
}
// The same for a <= 10.2 to 3e-9, and erf(x) / x to 1.3e-9: enough for results that are rounded to float.
template <class V> FM_ALWAYS_INLINE V erfc_scaled_roughly(V a) {
  return poly((a - 4) / (a + 4), 1.2329951174309923, -0.1396210842489299, 0.01537982258596524, 0.06809515561509771,
              -0.10104386562996076, 0.09376190369198763, -0.06627144612056607, 0.037005975994357926,
              -0.016538265450181562, 0.005292774317386151) /
         (1 + 2 * a);
}
template <class V> FM_ALWAYS_INLINE V erf_small_roughly(V z) {
  return poly(z, 1.1283791656893225, -0.3761262556739997, 0.11283582248012126, -0.02685369110069766,
              0.0051880988914799996, -0.0008008189342975428, 7.847259197017892e-05);
}
// erf(x) / x at z = x^2 <= 1.
template <class V> FM_ALWAYS_INLINE V erf_small(V z) {
  if constexpr (single<V>) {
    return poly(z, 1.12837911f, -0.37612626f, 0.112835854f, -0.0268538147f, 0.00518833054f, -0.000801020244f,
                7.85384982e-05f);
  } else {
    return poly(z, 1.1283791670955126, -0.3761263890318352, 0.112837916709442, -0.026866170643113415,
                0.005223977606130842, -0.0008548325929766244, 0.0001205529358693695, -1.4924712439534814e-05,
                1.6447132699786621e-06, -1.6206318752969208e-07, 1.3710988704190523e-08, -7.779462971761597e-10);
  }
}
template <class V> FM_ALWAYS_INLINE V erf(V x) {
  V const a = at_most(absolute(x), single<V> ? 4 : 6);
  V tail;  // erfc(a)
  if constexpr (single<V>) {
    tail = exp(-a * poly(a, 1.12868595f, 0.635001838f, 0.106480256f, -0.0239686295f, 0.0037387996f, -0.000346200279f,
                         1.35416967e-05f));
  } else {
    tail = exp(-a * a) * erfc_scaled(a);
  }
  return a < 1 ? x * erf_small(x * x) : with_sign_of(1 - tail, x);
}
// Of vectors of double. Not exact: for a result in float, which is 0 or 2 beyond 10.2.
template <bool exact, class V> FM_ALWAYS_INLINE V erfc(V x) {
  V const a = at_most(absolute(x), exact ? 28 : 10.2);
  V tail, center;
  if constexpr (exact) {
    // exp(-a^2) with a = high + low, since a^2 rounded would cost up to 700 units.
    V const high = from_bits<V>(bits(a) & ~std::uint64_t(0x7ffffff)), d = (a - high) * (a + high);
    tail = exp(-high * high) * poly(d, 1.0, -1.0, 0.5, -1.0 / 6) * erfc_scaled(a);
    center = erf_small(x * x);
  } else {
    tail = exp(-a * a) * erfc_scaled_roughly(a);
    center = erf_small_roughly(x * x);
  }
  V const far = x < 0 ? 2 - tail : tail;
  return ((x > -1) & (x < 0.5)) ? 1 - x * center : far;
}

// ---- rounding, for processors without an instruction for it
template <class V> FM_ALWAYS_INLINE V round(V x) {
  using F = FormatOf<V>;
  V const a = absolute(x);
  return a < F::whole ? with_sign_of((a + F::whole) - F::whole, x) : x;
}
template <class V> FM_ALWAYS_INLINE V floor(V x) {
  V const r = round(x);
  return with_sign_of(r > x ? r - 1 : r, x);
}
template <class V> FM_ALWAYS_INLINE V ceil(V x) {
  V const r = round(x);
  return with_sign_of(r < x ? r + 1 : r, x);
}
template <class V> FM_ALWAYS_INLINE V trunc(V x) {
  V const a = absolute(x), r = round(a);
  return with_sign_of(r > a ? r - 1 : r, x);
}

// ---- x^y of vectors of double made from floats, for positive x and finite y
template <class V> FM_ALWAYS_INLINE V pow_positive(V x, V y) {
  return exp2(at_least(at_most(y * log2_positive(x), 200), -200));
}

}  // namespace fm::isa::FM_ISA_NAME::math
