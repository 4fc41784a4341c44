// fmod/impl/kernels/isa.ipp: the loops of one instruction set
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/impl/kernels/isa_table.hpp>
#include <fmod/impl/kernels/vector_math.hpp>

#include <Eigen/Core>

#include <cstddef>
#include <limits>

// No dependence from one turn of the loop to another: without this a loop in place (out == x) is not vectorised.
#if defined(__clang__)
#define FM_EACH _Pragma("clang loop vectorize(assume_safety)")
#else
#define FM_EACH _Pragma("GCC ivdep")
#endif

namespace fm::isa::FM_ISA_NAME {

// ---- elementwise
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

// ---- reductions
template <class S> S sum_of(S const* x, size n) {
  if (n <= 64) {
    S s = 0;
    for (size i = 0; i < n; ++i) s += x[i];
    return s;
  }
  size const half = n / 2;
  return sum_of(x, half) + sum_of(x + half, n - half);
}

template <class S> struct Reductions {
  static constexpr S infinity = std::numeric_limits<S>::infinity();

  static void sum_rows(S* out, S const* x, size rows, size n) {
    for (size r = 0; r < rows; ++r) out[r] = sum_of(x + r * n, n);
  }
  static void prod_rows(S* out, S const* x, size rows, size n) {
    for (size r = 0; r < rows; ++r) {
      S p = 1;
      for (size i = 0; i < n; ++i) p *= x[r * n + i];
      out[r] = p;
    }
  }
  static void max_rows(S* out, S const* x, size rows, size n) {
    for (size r = 0; r < rows; ++r) {
      S m = -infinity;
      for (size i = 0; i < n; ++i) m = math::maximum(x[r * n + i], m);
      out[r] = m;
    }
  }
  static void min_rows(S* out, S const* x, size rows, size n) {
    for (size r = 0; r < rows; ++r) {
      S m = infinity;
      for (size i = 0; i < n; ++i) m = math::minimum(x[r * n + i], m);
      out[r] = m;
    }
  }
  // The largest element comes off first, so that nothing overflows; where it is infinite nothing comes off.
  static S shift_of(S const* x, size n) {
    S m;
    max_rows(&m, x, 1, n);
    return m == infinity || m == -infinity ? S(0) : m;
  }
  static void logsumexp_rows(S* out, S const* x, size rows, size n) {
    for (size r = 0; r < rows; ++r) {
      S const m = shift_of(x + r * n, n);
      S s = 0;
      for (size i = 0; i < n; ++i) s += math::exp(x[r * n + i] - m);
      out[r] = m + math::log(s);
    }
  }
  static void softmax_rows(S* out, S const* x, size rows, size n) {
    for (size r = 0; r < rows; ++r) {
      S const m = shift_of(x + r * n, n);
      S s = 0;
      for (size i = 0; i < n; ++i) s += (out[r * n + i] = math::exp(x[r * n + i] - m));
      for (size i = 0; i < n; ++i) out[r * n + i] /= s;
    }
  }
  static void log_softmax_rows(S* out, S const* x, size rows, size n) {
    for (size r = 0; r < rows; ++r) {
      S const m = shift_of(x + r * n, n);
      S s = 0;
      for (size i = 0; i < n; ++i) s += math::exp(x[r * n + i] - m);
      S const l = math::log(s);
      for (size i = 0; i < n; ++i) out[r * n + i] = (x[r * n + i] - m) - l;
    }
  }
  static void norm_rows(S* out, S const* x, size rows, size n) {
    for (size r = 0; r < rows; ++r) {
      S m = 0, s = 0;
      for (size i = 0; i < n; ++i) m = math::maximum(math::abs(x[r * n + i]), m);
      S const scale = m > 0 && m < infinity ? m : S(1);
      for (size i = 0; i < n; ++i) s += math::square(x[r * n + i] / scale);
      out[r] = scale * math::sqrt(s);
    }
  }

  // Columns, one block of them at a time.
  template <class Combine> static void columns(S* out, S const* x, size n, size count, S first, Combine combine) {
    for (size c = 0; c < count; ++c) out[c] = first;
    for (size r = 0; r < n; ++r) {
      FM_EACH
      for (size c = 0; c < count; ++c) out[c] = combine(x[r * count + c], out[c]);
    }
  }
  static void sum_columns(S* out, S const* x, size n, size count) {
    columns(out, x, n, count, S(0), [](S a, S b) { return a + b; });
  }
  static void prod_columns(S* out, S const* x, size n, size count) {
    columns(out, x, n, count, S(1), [](S a, S b) { return a * b; });
  }
  static void max_columns(S* out, S const* x, size n, size count) {
    columns(out, x, n, count, -infinity, [](S a, S b) { return math::maximum(a, b); });
  }
  static void min_columns(S* out, S const* x, size n, size count) {
    columns(out, x, n, count, infinity, [](S a, S b) { return math::minimum(a, b); });
  }
  template <class Row> static void gather_columns(S const* x, size n, size count, Row row) {
    static constexpr size most = 256;
    S stack[most];
    Eigen::Array<S, Eigen::Dynamic, 1> heap;
    S* buffer = stack;
    if (n > most) {
      heap.resize(n);
      buffer = heap.data();
    }
    for (size c = 0; c < count; ++c) {
      for (size r = 0; r < n; ++r) buffer[r] = x[r * count + c];
      row(c, buffer);
    }
  }
  static void logsumexp_columns(S* out, S const* x, size n, size count) {
    gather_columns(x, n, count, [=](size c, S* column) { logsumexp_rows(out + c, column, 1, n); });
  }
  static void softmax_columns(S* out, S const* x, size n, size count) {
    gather_columns(x, n, count, [=](size c, S* column) {
      softmax_rows(column, column, 1, n);
      for (size r = 0; r < n; ++r) out[r * count + c] = column[r];
    });
  }
  static void log_softmax_columns(S* out, S const* x, size n, size count) {
    gather_columns(x, n, count, [=](size c, S* column) {
      log_softmax_rows(column, column, 1, n);
      for (size r = 0; r < n; ++r) out[r * count + c] = column[r];
    });
  }
};

// ---- products
template <class S> S dot_of(S const* x, S const* y, size n) {
  if (n <= 64) {
    S s = 0;
    for (size i = 0; i < n; ++i) s += x[i] * y[i];
    return s;
  }
  size const half = n / 2;
  return dot_of(x, y, half) + dot_of(x + half, y + half, n - half);
}

template <class S> void gemm(S* c, S const* a, S const* b, size m, size k, size n, bool ta, bool tb) {
  using Matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Input = Eigen::Map<Matrix const>;
  Eigen::Map<Matrix> z(c, m, n);
  Input const x(a, ta ? k : m, ta ? m : k), y(b, tb ? n : k, tb ? k : n);
  if (!ta && !tb) z.noalias() = x * y;
  else if (!tb) z.noalias() = x.transpose() * y;
  else if (!ta) z.noalias() = x * y.transpose();
  else z.noalias() = x.transpose() * y.transpose();
}

// ---- the table
template <class S> constexpr RealTable<S> make_real_table() {
  using L = Loops<S>;
  using R = Reductions<S>;
  return {
#define FM_ENTRY(name) L::name,
#define FM_ENTRY_XS(name) L::name##_xs,
#define FM_ENTRY_SX(name) L::name##_sx,
      {FM_UNARY_KERNELS(FM_ENTRY)},
      {FM_UNARY_N_KERNELS(FM_ENTRY)},
      {FM_BINARY_KERNELS(FM_ENTRY)},
      {FM_BINARY_KERNELS(FM_ENTRY_XS)},
      {FM_BINARY_KERNELS(FM_ENTRY_SX)},
      {FM_COMPARE_KERNELS(FM_ENTRY)},
      {FM_COMPARE_KERNELS(FM_ENTRY_XS)},
#undef FM_ENTRY
#undef FM_ENTRY_XS
#undef FM_ENTRY_SX
      L::where,
      {R::sum_rows, R::sum_rows, R::prod_rows, R::max_rows, R::min_rows, R::logsumexp_rows},
      {R::sum_columns, R::sum_columns, R::prod_columns, R::max_columns, R::min_columns, R::logsumexp_columns},
      R::norm_rows,
      R::softmax_rows,
      R::softmax_columns,
      R::log_softmax_rows,
      R::log_softmax_columns,
      dot_of<S>,
      gemm<S>,
  };
}

template <class To, class From> void convert(To* out, From const* x, size n) {
  for (size i = 0; i < n; ++i) out[i] = static_cast<To>(x[i]);
}

#define FM_TEXT(x) #x
#define FM_TEXT_OF(x) FM_TEXT(x)
#if defined(FM_ISA)
#define FM_ISA_TEXT FM_TEXT_OF(FM_ISA)
extern Table const set;
Table const set
#else
#define FM_ISA_TEXT "header-only"
inline Table const set
#endif
    = {FM_ISA_TEXT, make_real_table<float>(), make_real_table<double>(), convert<double, float>, convert<float, double>};
#undef FM_ISA_TEXT
#undef FM_TEXT_OF
#undef FM_TEXT

}  // namespace fm::isa::FM_ISA_NAME
