// fmod/impl/kernels/isa_elementwise.ipp: elementwise loops of one instruction set
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/impl/kernels/isa_table.hpp>
#include <fmod/impl/kernels/vector_math.hpp>
#include <fmod/kernels/scalar.hpp>

namespace fm::isa::FM_ISA_NAME {

// Every kernel as a loop over its scalar function. What is arithmetic and selection the compiler vectorises.
template <class S> struct PlainLoops {
#define FM_LOOP(name)                                              \
  static void name(S* out, S const* x, size n) {                   \
    FM_EACH                                                        \
    for (size i = 0; i < n; ++i) out[i] = scalar_math::name(x[i]); \
  }
  FM_UNARY_KERNELS(FM_LOOP)
#undef FM_LOOP
#define FM_LOOP(name)                                                      \
  static void name(size option, S* out, S const* x, size n) {              \
    for (size i = 0; i < n; ++i) out[i] = scalar_math::name(option, x[i]); \
  }
  FM_UNARY_N_KERNELS(FM_LOOP)
#undef FM_LOOP
#define FM_LOOP(name)                                                    \
  static void name(S* out, S const* x, S const* y, size n) {             \
    FM_EACH                                                              \
    for (size i = 0; i < n; ++i) out[i] = scalar_math::name(x[i], y[i]); \
  }                                                                      \
  static void name##_xs(S* out, S const* x, S y, size n) {               \
    FM_EACH                                                              \
    for (size i = 0; i < n; ++i) out[i] = scalar_math::name(x[i], y);    \
  }                                                                      \
  static void name##_sx(S* out, S x, S const* y, size n) {               \
    FM_EACH                                                              \
    for (size i = 0; i < n; ++i) out[i] = scalar_math::name(x, y[i]);    \
  }
  FM_BINARY_KERNELS(FM_LOOP)
#undef FM_LOOP
#define FM_LOOP(name)                                                    \
  static void name(bool* out, S const* x, S const* y, size n) {          \
    FM_EACH                                                              \
    for (size i = 0; i < n; ++i) out[i] = scalar_math::name(x[i], y[i]); \
  }                                                                      \
  static void name##_xs(bool* out, S const* x, S y, size n) {            \
    FM_EACH                                                              \
    for (size i = 0; i < n; ++i) out[i] = scalar_math::name(x[i], y);    \
  }
  FM_COMPARE_KERNELS(FM_LOOP)
#undef FM_LOOP
  static void where(bool const* c, S* out, S const* x, S const* y, size n) {
    // Conditions are widened to masks chunk by chunk: in one loop the compiler falls back to single elements.
    using V = Vector<S>;
    using MaskItem = std::make_signed_t<BitsItem<V>>;
    constexpr size chunk = 256;
    MaskItem mask[chunk];
    for (; n > 0; n -= chunk, c += chunk, x += chunk, y += chunk, out += chunk) {
      size const m = n < chunk ? n : chunk;
      for (size i = 0; i < m; ++i) mask[i] = static_cast<MaskItem>(-static_cast<MaskItem>(c[i]));
      size i = 0;
      for (; i + lanes<V> <= m; i += lanes<V>) {
        Mask<V> k;
        std::memcpy(&k, mask + i, sizeof k);
        store(out + i, k ? load<V>(x + i) : load<V>(y + i));
      }
      for (; i < m; ++i) out[i] = c[i] ? x[i] : y[i];
    }
  }
};

// The kernels with a loop of their own.
template <class S> struct Loops : PlainLoops<S> {
  using V = Vector<S>;
  static constexpr bool is_float = sizeof(S) == sizeof(float);

#define FM_VECTOR_LOOP(name)                           \
  static void name(S* out, S const* x, size n) {       \
    map(out, x, n, [](V v) { return math::name(v); }); \
  }
  FM_VECTOR_LOOP(exp)
  FM_VECTOR_LOOP(exp2)
  FM_VECTOR_LOOP(expm1)
  FM_VECTOR_LOOP(log)
  FM_VECTOR_LOOP(log2)
  FM_VECTOR_LOOP(log1p)
  FM_VECTOR_LOOP(sinh)
  FM_VECTOR_LOOP(cosh)
  FM_VECTOR_LOOP(tanh)
  FM_VECTOR_LOOP(sech2)
  FM_VECTOR_LOOP(asinh)
  FM_VECTOR_LOOP(atanh)
  FM_VECTOR_LOOP(sigmoid)
  FM_VECTOR_LOOP(softplus)
  FM_VECTOR_LOOP(logsigmoid)
  FM_VECTOR_LOOP(erf)
#if defined(__x86_64__) && !defined(__SSE4_1__)
  FM_VECTOR_LOOP(round)
  FM_VECTOR_LOOP(floor)
  FM_VECTOR_LOOP(ceil)
  FM_VECTOR_LOOP(trunc)
#endif
#undef FM_VECTOR_LOOP

  // f on vectors of double; f is told whether the result stays double.
  template <class F> static void in_double(S* out, S const* x, size n, F f) {
    if constexpr (is_float)
      map_in_double(out, x, n, [f](auto v) { return f(v, std::false_type{}); });
    else
      map(out, x, n, [f](auto v) { return f(v, std::true_type{}); });
  }
  static void erfc(S* out, S const* x, size n) {
    in_double(out, x, n, [](auto v, auto exact) { return math::erfc<exact()>(v); });
  }
  static bool small_angle(S x) { return scalar_math::abs(x) <= S(math::sine_limit); }
  static void sin(S* out, S const* x, size n) {
    guarded(
        out, x, n, small_angle,
        [](S* to, S const* from, size m) {
          in_double(to, from, m, [](auto v, auto exact) { return math::sine<exact(), 0>(v); });
        },
        [](S v) { return scalar_math::sin(v); });
  }
  static void cos(S* out, S const* x, size n) {
    guarded(
        out, x, n, small_angle,
        [](S* to, S const* from, size m) {
          in_double(to, from, m, [](auto v, auto exact) { return math::sine<exact(), 1>(v); });
        },
        [](S v) { return scalar_math::cos(v); });
  }
  static void tan(S* out, S const* x, size n) {
    guarded(
        out, x, n, small_angle,
        [](S* to, S const* from, size m) {
          in_double(to, from, m, [](auto v, auto exact) { return math::tangent<exact()>(v); });
        },
        [](S v) { return scalar_math::tan(v); });
  }

  static void powi(size option, S* out, S const* x, size n) {
    // A loop for each of the common powers, so that it vectorises.
    switch (option) {
      case 2:
        return PlainLoops<S>::square(out, x, n);
      case 3:
        return power<3>(out, x, n);
      case -1:
        return PlainLoops<S>::reciprocal(out, x, n);
      default:
        return PlainLoops<S>::powi(option, out, x, n);
    }
  }
  static void pow_xs(S* out, S const* x, S y, size n) {
    if (y == S(2)) return PlainLoops<S>::square(out, x, n);
    if (y == S(-1)) return PlainLoops<S>::reciprocal(out, x, n);
    if constexpr (is_float) {
      if (finite(y))
        return guarded(
            out, x, n, ordinary,
            [y](S* to, S const* from, size m) {
              auto const d = spread<Vector<double>>(static_cast<double>(y));
              map_in_double(to, from, m, [d](auto v) { return math::pow_positive(v, d); });
            },
            [y](S v) { return scalar_math::pow(v, y); });
    }
    PlainLoops<S>::pow_xs(out, x, y, n);
  }
  static void pow_sx(S* out, S x, S const* y, size n) {
    if constexpr (is_float) {
      if (ordinary(x))
        return guarded(
            out, y, n, finite,
            [x](S* to, S const* from, size m) {
              auto const d = spread<Vector<double>>(static_cast<double>(x));
              map_in_double(to, from, m, [d](auto v) { return math::pow_positive(d, v); });
            },
            [x](S v) { return scalar_math::pow(x, v); });
    }
    PlainLoops<S>::pow_sx(out, x, y, n);
  }

  // Without the branch of the scalar function, which would keep the loop from being vectorised.
  static S product(S x, S y) { return ((x == S(0)) | (y == S(0))) ? S(0) : x * y; }
  static void zero_mul(S* out, S const* x, S const* y, size n) {
    FM_EACH
    for (size i = 0; i < n; ++i) out[i] = product(x[i], y[i]);
  }
  static void zero_mul_xs(S* out, S const* x, S y, size n) {
    FM_EACH
    for (size i = 0; i < n; ++i) out[i] = product(x[i], y);
  }
  static void zero_mul_sx(S* out, S x, S const* y, size n) { zero_mul_xs(out, y, x, n); }

 private:
  static bool finite(S x) { return scalar_math::abs(x) < std::numeric_limits<S>::infinity(); }
  static bool ordinary(S x) { return x >= std::numeric_limits<S>::min() && x < std::numeric_limits<S>::infinity(); }
  template <size N> static void power(S* out, S const* x, size n) {
    FM_EACH
    for (size i = 0; i < n; ++i) out[i] = scalar_math::powi(N, x[i]);
  }
};

template <class To, class From> void convert(To* out, From const* x, size n) {
  for (size i = 0; i < n; ++i) out[i] = static_cast<To>(x[i]);
}

}  // namespace fm::isa::FM_ISA_NAME
