// fmod/impl/kernels/isa_reduce.ipp: reductions, softmax and norm of one instruction set
// SPDX-License-Identifier: MIT
//
// Rows run in lanes of 64 bytes, whatever the register is. Sums are pairwise: blocks that lanes add up, then halves, so the
// error grows with the logarithm of n. Columns run in blocks that stay in the first-level cache, rows inside.
#pragma once
#include <fmod/impl/kernels/isa_elementwise.ipp>

namespace fm::isa::FM_ISA_NAME {

template <class S> struct Reductions {
  static constexpr S infinity = std::numeric_limits<S>::infinity();

  // ---- lanes
  static constexpr size width = 64 / sizeof(S);
  typedef S Lanes __attribute__((vector_size(64)));
  typedef S Unaligned __attribute__((vector_size(64), aligned(alignof(S)), may_alias));
  FM_ALWAYS_INLINE static Unaligned const& at(S const* x) { return reinterpret_cast<Unaligned const&>(*x); }

  struct Add {
    static constexpr S first = 0;
    template <class V> FM_ALWAYS_INLINE void operator()(V& a, V const& b) const { a += b; }
  };
  struct Multiply {
    static constexpr S first = 1;
    template <class V> FM_ALWAYS_INLINE void operator()(V& a, V const& b) const { a *= b; }
  };
  // These hand NaN on: it is taken when met, and nothing compares greater afterwards.
  struct Larger {
    static constexpr S first = -infinity;
    template <class V> FM_ALWAYS_INLINE void operator()(V& a, V const& b) const { a = ((b > a) | (b != b)) ? b : a; }
  };
  struct Smaller {
    static constexpr S first = infinity;
    template <class V> FM_ALWAYS_INLINE void operator()(V& a, V const& b) const { a = ((b < a) | (b != b)) ? b : a; }
  };

  // All lanes in one, in halves.
  template <class Combine> FM_ALWAYS_INLINE static S fold(Lanes const& v, Combine combine) {
    S part[width];
    for (size i = 0; i < width; ++i) part[i] = v[i];
    for (size h = width / 2; h > 0; h /= 2)
      for (size i = 0; i < h; ++i) combine(part[i], part[i + h]);
    return part[0];
  }
  // Combination of n terms: load(i, v) puts those from i on into lanes, term(i) is one of them.
  template <class Combine, class Load, class Term>
  FM_ALWAYS_INLINE static S run(size n, Combine combine, Load load, Term term) {
    S rest = Combine::first;
    size i = 0;
    if (n >= width) {
      Lanes a, v;
      load(i, a);
      i = width;
      if (n >= 2 * width) {
        Lanes b, w;
        load(i, b);
        for (i += width; i + 2 * width <= n; i += 2 * width) {
          load(i, v);
          load(i + width, w);
          combine(a, v);
          combine(b, w);
        }
        combine(a, b);
      }
      if (i + width <= n) {
        load(i, v);
        combine(a, v);
        i += width;
      }
      rest = fold(a, combine);
    }
    for (; i < n; ++i) combine(rest, term(i));
    return rest;
  }
  template <class Combine> static S over(S const* x, size n) {
    return run(n, Combine{}, [x](size i, Lanes& v) { v = at(x + i); }, [x](size i) { return x[i]; });
  }
  // Term by term pairwise: sum(first, count) adds up a block.
  template <class Sum> static S pairwise(size first, size n, Sum const& sum) {
    if (n <= 64 * width) return sum(first, n);
    size const half = n / (2 * width) * width;
    return pairwise(first, half, sum) + pairwise(first + half, n - half, sum);
  }
  static S sum(S const* x, size n) {
    return pairwise(0, n, [x](size first, size m) { return over<Add>(x + first, m); });
  }
  static S dot(S const* x, S const* y, size n) {
    return pairwise(0, n, [x, y](size first, size m) {
      S const *a = x + first, *b = y + first;
      return run(m, Add{}, [a, b](size i, Lanes& v) { v = at(a + i) * at(b + i); },
                 [a, b](size i) { return a[i] * b[i]; });
    });
  }

  // ---- rows
  static void sum_rows(S* out, S const* x, size rows, size n) {
    for (size r = 0; r < rows; ++r) out[r] = sum(x + r * n, n);
  }
  static void prod_rows(S* out, S const* x, size rows, size n) {
    for (size r = 0; r < rows; ++r) out[r] = over<Multiply>(x + r * n, n);
  }
  static void max_rows(S* out, S const* x, size rows, size n) {
    for (size r = 0; r < rows; ++r) out[r] = over<Larger>(x + r * n, n);
  }
  static void min_rows(S* out, S const* x, size rows, size n) {
    for (size r = 0; r < rows; ++r) out[r] = over<Smaller>(x + r * n, n);
  }

  // Exponentials are taken of x - m, so that none overflows and one is 1. An infinite m would give inf - inf.
  FM_ALWAYS_INLINE static S finite(S m) { return m == infinity || m == -infinity ? S(0) : m; }
  static constexpr size block = 512;
  static S sum_exp(S const* x, S m, size n) {
    return pairwise(0, n, [x, m](size first, size count) {
      S e[block], total = 0;
      for (size start = 0; start < count; start += block) {
        size const c = count - start < block ? count - start : block;
        for (size i = 0; i < c; ++i) e[i] = x[first + start + i] - m;
        Loops<S>::exp(e, e, c);
        total += over<Add>(e, c);
      }
      return total;
    });
  }
  static void logsumexp_rows(S* out, S const* x, size rows, size n) {
    for (size r = 0; r < rows; ++r) {
      S const m = finite(over<Larger>(x + r * n, n));
      out[r] = m + scalar_math::log(sum_exp(x + r * n, m, n));
    }
  }
  static void softmax_rows(S* out, S const* x, size rows, size n) {
    for (size r = 0; r < rows; ++r, x += n, out += n) {
      S const m = finite(over<Larger>(x, n));
      S const s = pairwise(0, n, [x, m, out](size first, size count) {
        S* const e = out + first;
        FM_EACH
        for (size i = 0; i < count; ++i) e[i] = x[first + i] - m;
        Loops<S>::exp(e, e, count);
        return over<Add>(e, count);
      });
      for (size i = 0; i < n; ++i) out[i] /= s;
    }
  }
  static void log_softmax_rows(S* out, S const* x, size rows, size n) {
    for (size r = 0; r < rows; ++r, x += n, out += n) {
      S const m = finite(over<Larger>(x, n)), l = scalar_math::log(sum_exp(x, m, n));
      FM_EACH
      for (size i = 0; i < n; ++i) out[i] = (x[i] - m) - l;
    }
  }
  // The plain sum of squares, if it neither overflows nor loses digits.
  static bool plain(S sum_of_squares) {
    constexpr S low = std::numeric_limits<S>::min() / (std::numeric_limits<S>::epsilon() * std::numeric_limits<S>::epsilon());
    return sum_of_squares > low && sum_of_squares < infinity;
  }
  static void norm_rows(S* out, S const* x, size rows, size n) {
    for (size r = 0; r < rows; ++r, x += n) {
      S s = dot(x, x, n), m = 1;
      if (!plain(s)) {
        m = run(n, Larger{}, [x](size i, Lanes& v) { v = at(x + i) < 0 ? -at(x + i) : at(x + i); },
                [x](size i) { return scalar_math::abs(x[i]); });
        if (!(m > 0 && m < infinity)) {  // all zeros or none, infinity, NaN
          out[r] = n == 0 ? S(0) : m;
          continue;
        }
        s = pairwise(0, n, [x, m](size first, size count) {
          S const* const a = x + first;
          return run(count, Add{}, [a, m](size i, Lanes& v) { v = (at(a + i) / m) * (at(a + i) / m); },
                     [a, m](size i) { return (a[i] / m) * (a[i] / m); });
        });
      }
      out[r] = m * scalar_math::sqrt(s);
    }
  }

  // ---- columns: a block of columns at a time; `step` is the distance of rows
  static constexpr size columns = 256;

  // out = combination of n rows.
  template <class Combine> static void down_block(S* out, S const* x, size n, size step, size count) {
    Combine combine;
    if (n > 128) {
      S other[columns];
      size const half = n / 2;
      down_block<Combine>(out, x, half, step, count);
      down_block<Combine>(other, x + half * step, n - half, step, count);
      for (size c = 0; c < count; ++c) combine(out[c], other[c]);
      return;
    }
    for (size c = 0; c < count; ++c) out[c] = Combine::first;
    size r = 0;
    for (; r + 4 <= n; r += 4) {
      S const* const a = x + r * step;
      FM_EACH
      for (size c = 0; c < count; ++c) {
        S p = a[c], q = a[2 * step + c];
        combine(p, a[step + c]);
        combine(q, a[3 * step + c]);
        combine(p, q);
        S total = out[c];
        combine(total, p);
        out[c] = total;
      }
    }
    for (; r < n; ++r) {
      S const* const a = x + r * step;
      FM_EACH
      for (size c = 0; c < count; ++c) {
        S total = out[c];
        combine(total, a[c]);
        out[c] = total;
      }
    }
  }
  template <class Combine> static void down(S* out, S const* x, size n, size count) {
    if (count <= columns / 4 && n >= 8) {
      // Few columns: several rows side by side are one long row.
      size const side = columns / count < n ? columns / count : n;
      S wide[columns];
      down_block<Combine>(wide, x, n / side, side * count, side * count);
      down_block<Combine>(out, wide, side, count, count);
      S last[columns];
      down_block<Combine>(last, x + n / side * side * count, n % side, count, count);
      for (size c = 0; c < count; ++c) Combine{}(out[c], last[c]);
      return;
    }
    for (size c = 0; c < count; c += columns)
      down_block<Combine>(out + c, x + c, n, count, count - c < columns ? count - c : columns);
  }
  static void sum_columns(S* out, S const* x, size n, size count) { down<Add>(out, x, n, count); }
  static void prod_columns(S* out, S const* x, size n, size count) { down<Multiply>(out, x, n, count); }
  static void max_columns(S* out, S const* x, size n, size count) { down<Larger>(out, x, n, count); }
  static void min_columns(S* out, S const* x, size n, size count) { down<Smaller>(out, x, n, count); }

  // f(first column, their number, shift of each, sum of exp(x - shift) of each) for blocks of columns.
  // `each(row, column, exp)` sees every exponential.
  template <class Each, class Done>
  static void exp_columns(S const* x, size n, size count, Each each, Done done) {
    S shift[columns], total[columns];
    for (size start = 0; start < count; start += columns) {
      size const w = count - start < columns ? count - start : columns;
      down_block<Larger>(shift, x + start, n, count, w);
      for (size c = 0; c < w; ++c) {
        shift[c] = finite(shift[c]);
        total[c] = 0;
      }
      for (size r = 0; r < n; ++r) {
        S e[columns];
        for (size c = 0; c < w; ++c) e[c] = x[r * count + start + c] - shift[c];
        Loops<S>::exp(e, e, w);
        for (size c = 0; c < w; ++c) total[c] += e[c];
        each(r * count + start, e, w);
      }
      done(start, w, static_cast<S const*>(shift), static_cast<S const*>(total));
    }
  }
  static void logsumexp_columns(S* out, S const* x, size n, size count) {
    exp_columns(x, n, count, [](size, S const*, size) {}, [out](size start, size w, S const* shift, S const* total) {
      for (size c = 0; c < w; ++c) out[start + c] = shift[c] + scalar_math::log(total[c]);
    });
  }
  static void softmax_columns(S* out, S const* x, size n, size count) {
    exp_columns(x, n, count,
                [out](size first, S const* e, size w) {
                  for (size c = 0; c < w; ++c) out[first + c] = e[c];
                },
                [=](size start, size w, S const*, S const* total) {
                  for (size r = 0; r < n; ++r)
                    for (size c = 0; c < w; ++c) out[r * count + start + c] /= total[c];
                });
  }
  static void log_softmax_columns(S* out, S const* x, size n, size count) {
    exp_columns(x, n, count, [](size, S const*, size) {}, [=](size start, size w, S const* shift, S const* total) {
      S l[columns];
      for (size c = 0; c < w; ++c) l[c] = scalar_math::log(total[c]);
      for (size r = 0; r < n; ++r) {
        size const first = r * count + start;
        FM_EACH
        for (size c = 0; c < w; ++c) out[first + c] = (x[first + c] - shift[c]) - l[c];
      }
    });
  }
  static void norm_columns(S* out, S const* x, size n, size count) {
    S largest[columns], total[columns];
    for (size start = 0; start < count; start += columns) {
      size const w = count - start < columns ? count - start : columns;
      for (size c = 0; c < w; ++c) largest[c] = total[c] = 0;
      for (size r = 0; r < n; ++r)
        for (size c = 0; c < w; ++c) largest[c] = scalar_math::maximum(scalar_math::abs(x[r * count + start + c]), largest[c]);
      for (size r = 0; r < n; ++r)
        for (size c = 0; c < w; ++c) {
          S const v = x[r * count + start + c] / largest[c];
          total[c] += v * v;
        }
      for (size c = 0; c < w; ++c) {
        S const m = largest[c];
        out[start + c] = (m > 0) & (m < infinity) ? m * scalar_math::sqrt(total[c]) : m;
      }
    }
  }
};

}  // namespace fm::isa::FM_ISA_NAME
