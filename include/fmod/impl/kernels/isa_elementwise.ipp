// fmod/impl/kernels/isa_elementwise.ipp: elementwise loops of one instruction set
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/impl/kernels/isa_table.hpp>
#include <fmod/impl/kernels/vector_math.hpp>

// No dependence from one turn of the loop to another: without this a loop in place (out == x) is not vectorised.
#if defined(__clang__)
#define FM_EACH _Pragma("clang loop vectorize(assume_safety)")
#else
#define FM_EACH _Pragma("GCC ivdep")
#endif

namespace fm::isa::FM_ISA_NAME {

template <class S> struct PlainLoops {
#define FM_LOOP(name)                                       \
  static void name(S* out, S const* x, size n) {            \
    FM_EACH                                                 \
    for (size i = 0; i < n; ++i) out[i] = math::name(x[i]); \
  }
  FM_UNARY_KERNELS(FM_LOOP)
#undef FM_LOOP
#define FM_LOOP(name)                                               \
  static void name(size option, S* out, S const* x, size n) {       \
    for (size i = 0; i < n; ++i) out[i] = math::name(option, x[i]); \
  }
  FM_UNARY_N_KERNELS(FM_LOOP)
#undef FM_LOOP
#define FM_LOOP(name)                                             \
  static void name(S* out, S const* x, S const* y, size n) {      \
    FM_EACH                                                       \
    for (size i = 0; i < n; ++i) out[i] = math::name(x[i], y[i]); \
  }                                                               \
  static void name##_xs(S* out, S const* x, S y, size n) {        \
    FM_EACH                                                       \
    for (size i = 0; i < n; ++i) out[i] = math::name(x[i], y);    \
  }                                                               \
  static void name##_sx(S* out, S x, S const* y, size n) {        \
    FM_EACH                                                       \
    for (size i = 0; i < n; ++i) out[i] = math::name(x, y[i]);    \
  }
  FM_BINARY_KERNELS(FM_LOOP)
#undef FM_LOOP
#define FM_LOOP(name)                                             \
  static void name(bool* out, S const* x, S const* y, size n) {   \
    FM_EACH                                                       \
    for (size i = 0; i < n; ++i) out[i] = math::name(x[i], y[i]); \
  }                                                               \
  static void name##_xs(bool* out, S const* x, S y, size n) {     \
    FM_EACH                                                       \
    for (size i = 0; i < n; ++i) out[i] = math::name(x[i], y);    \
  }
  FM_COMPARE_KERNELS(FM_LOOP)
#undef FM_LOOP
  static void where(bool const* c, S* out, S const* x, S const* y, size n) {
    FM_EACH
    for (size i = 0; i < n; ++i) {
      S const a = x[i], b = y[i];
      out[i] = c[i] ? a : b;
    }
  }
};

// out = fast(x), and safe(x) where x is not good: for formulas that hold on most of the numbers.
inline constexpr size chunk = 256;
template <class S, class Good, class Fast, class Safe>
FM_ALWAYS_INLINE void guarded(S* out, S const* x, size n, Good good, Fast fast, Safe safe) {
  S copy[chunk];
  for (size start = 0; start < n; start += chunk) {
    size const m = n - start < chunk ? n - start : chunk;
    unsigned bad = 0;
    FM_EACH
    for (size i = 0; i < m; ++i) {
      copy[i] = x[start + i];
      bad |= good(copy[i]) ? 0u : 1u;
    }
    FM_EACH
    for (size i = 0; i < m; ++i) out[start + i] = fast(copy[i]);
    if (bad != 0)
      for (size i = 0; i < m; ++i)
        if (!good(copy[i])) out[start + i] = safe(copy[i]);
  }
}

// The loops that are more than one expression.
template <class S> struct Loops : PlainLoops<S> {
  static bool small_angle(S x) { return math::absolute(x) <= S(math::sin_limit); }
  static void sin(S* out, S const* x, size n) {
    guarded(out, x, n, small_angle, [](S v) { return v == S(0) ? v : math::sine<0>(v); },
            [](S v) { return math::sin(v); });
  }
  static void cos(S* out, S const* x, size n) {
    guarded(out, x, n, small_angle, [](S v) { return math::sine<1>(v); }, [](S v) { return math::cos(v); });
  }
  static void powi(size option, S* out, S const* x, size n) {
    // A loop for each of the common powers, so that it vectorises.
    switch (option) {
      case 2: return PlainLoops<S>::square(out, x, n);
      case 3: return power<3>(out, x, n);
      case 4: return power<4>(out, x, n);
      case -1: return PlainLoops<S>::reciprocal(out, x, n);
      default: return PlainLoops<S>::powi(option, out, x, n);
    }
  }
  static void pow_xs(S* out, S const* x, S y, size n) {
    if (y == S(2)) return PlainLoops<S>::square(out, x, n);
    if (y == S(-1)) return PlainLoops<S>::reciprocal(out, x, n);
    if constexpr (sizeof(S) == sizeof(float)) {
      if (math::absolute(y) < std::numeric_limits<S>::infinity())
        return guarded(out, x, n, ordinary, [y](S v) { return math::pow_positive(v, y); },
                       [y](S v) { return math::pow(v, y); });
    }
    PlainLoops<S>::pow_xs(out, x, y, n);
  }

 private:
  static bool ordinary(S x) {
    return (x >= std::numeric_limits<S>::min()) & (x < std::numeric_limits<S>::infinity());
  }
  template <size N> static void power(S* out, S const* x, size n) {
    FM_EACH
    for (size i = 0; i < n; ++i) out[i] = math::powi(N, x[i]);
  }
};

template <class To, class From> void convert(To* out, From const* x, size n) {
  for (size i = 0; i < n; ++i) out[i] = static_cast<To>(x[i]);
}

}  // namespace fm::isa::FM_ISA_NAME
