// fmod/impl/kernels/isa_reduce.ipp: reductions, softmax and norm of one instruction set
// SPDX-License-Identifier: MIT
//
// Sums are pairwise: blocks that four vectors add up, then halves, so the error grows with the logarithm of n. Columns run in blocks that stay in the first-level cache, rows inside.
#pragma once
#include <fmod/impl/kernels/isa_elementwise.ipp>

namespace fm::isa::FM_ISA_NAME {

template <class S> struct Reductions {
  static constexpr S infinity = std::numeric_limits<S>::infinity();

  using V = Vector<S>;
  static constexpr size width = lanes<V>;

  struct Add {
    static constexpr S first = 0;
    template <class T> FM_ALWAYS_INLINE void operator()(T& a, T const& b) const { a += b; }
  };
  struct Multiply {
    static constexpr S first = 1;
    template <class T> FM_ALWAYS_INLINE void operator()(T& a, T const& b) const { a *= b; }
  };
  // These hand NaN on: it is taken when met, and nothing compares greater afterwards.
  struct Larger {
    static constexpr S first = -infinity;
    template <class T> FM_ALWAYS_INLINE void operator()(T& a, T const& b) const { a = ((b > a) | (b != b)) ? b : a; }
  };
  struct Smaller {
    static constexpr S first = infinity;
    template <class T> FM_ALWAYS_INLINE void operator()(T& a, T const& b) const { a = ((b < a) | (b != b)) ? b : a; }
  };

  // All lanes in one, in halves.
  template <class Combine> FM_ALWAYS_INLINE static S fold(V v, Combine combine) {
    S part[width];
    store(part, v);
    for (size h = width / 2; h > 0; h /= 2)
      for (size i = 0; i < h; ++i) combine(part[i], part[i + h]);
    return part[0];
  }
  // Combination of n terms: group(i) is a vector of those from i on, term(i) one of them.
  template <class Combine, class Group, class Term>
  FM_ALWAYS_INLINE static S run(size n, Combine combine, Group group, Term term) {
    S rest = Combine::first;
    size i = 0;
    if (n >= 4 * width) {
      V a = group(0), b = group(width), c = group(2 * width), d = group(3 * width);
      for (i = 4 * width; i + 4 * width <= n; i += 4 * width) {
        combine(a, group(i));
        combine(b, group(i + width));
        combine(c, group(i + 2 * width));
        combine(d, group(i + 3 * width));
      }
      combine(a, b);
      combine(c, d);
      combine(a, c);
      for (; i + width <= n; i += width) combine(a, group(i));
      rest = fold(a, combine);
    }
    for (; i < n; ++i) combine(rest, term(i));
    return rest;
  }
  template <class Combine> static S over(S const* x, size n) {
    return run(
        n, Combine{}, [x](size i) { return load<V>(x + i); }, [x](size i) { return x[i]; });
  }
  // Pairwise sum of n terms: sum(first, count) adds up a block.
  static constexpr size block = 512;
  template <class Sum> static S pairwise(size first, size n, Sum const& sum) {
    if (n <= block) return sum(first, n);
    size const half = n / 128 * 64;
    return pairwise(first, half, sum) + pairwise(first + half, n - half, sum);
  }
  static S sum(S const* x, size n) {
    return pairwise(0, n, [x](size first, size m) { return over<Add>(x + first, m); });
  }
  static S dot(S const* x, S const* y, size n) {
    return pairwise(0, n, [x, y](size first, size m) {
      S const *a = x + first, *b = y + first;
      return run(
          m, Add{}, [a, b](size i) { return load<V>(a + i) * load<V>(b + i); }, [a, b](size i) { return a[i] * b[i]; });
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
  // A sum of exponentials of which one is 1, and the part of it below 1.
  struct Total {
    S all, below;
    // Where the others are small, 1 + others would lose them.
    S log() const { return all >= 1 && all < 2 ? scalar_math::log1p(below) : scalar_math::log(all); }
  };
  static S below_one(S const* e, size n) {
    return run(
        n, Add{},
        [e](size i) {
          V const v = load<V>(e + i);
          return v < 1 ? v : V{};
        },
        [e](size i) { return e[i] < 1 ? e[i] : S(0); });
  }
  static Total sum_exp(S const* x, S m, size n) {
    S below = 0;
    S const all = pairwise(0, n, [x, m, &below](size first, size count) {
      S e[block];
      for (size i = 0; i < count; ++i) e[i] = x[first + i] - m;
      Loops<S>::exp(e, e, count);
      below += below_one(e, count);
      return over<Add>(e, count);
    });
    return {all, below};
  }
  // done(row, its shift, its exponentials, their sum) for each row. Short rows share a block, so that the loop over
  // exponentials is long; the exponentials of long ones are gone.
  template <class Done> FM_ALWAYS_INLINE static void exp_rows(S const* x, size rows, size n, Done done) {
    if (n > block / 4 || n == 0) {
      for (size r = 0; r < rows; ++r) {
        S const m = finite(over<Larger>(x + r * n, n));
        done(r, m, nullptr, sum_exp(x + r * n, m, n));
      }
      return;
    }
    S e[block], shift[block];
    size const together = block / n;
    for (size first = 0; first < rows; first += together) {
      size const count = rows - first < together ? rows - first : together;
      for (size r = 0; r < count; ++r) {
        S const* const row = x + (first + r) * n;
        S const m = shift[r] = finite(over<Larger>(row, n));
        for (size i = 0; i < n; ++i) e[r * n + i] = row[i] - m;
      }
      Loops<S>::exp(e, e, count * n);
      for (size r = 0; r < count; ++r)
        done(first + r, shift[r], e + r * n, Total{over<Add>(e + r * n, n), below_one(e + r * n, n)});
    }
  }
  static void logsumexp_rows(S* out, S const* x, size rows, size n) {
    exp_rows(x, rows, n, [out](size r, S m, S const*, Total total) { out[r] = m + total.log(); });
  }
  static void log_softmax_rows(S* out, S const* x, size rows, size n) {
    exp_rows(x, rows, n, [=](size r, S m, S const*, Total total) {
      S const l = total.log();
      FM_EACH
      for (size i = r * n; i < (r + 1) * n; ++i) out[i] = (x[i] - m) - l;
    });
  }
  static void softmax_rows(S* out, S const* x, size rows, size n) {
    if (n <= block / 4) {
      exp_rows(x, rows, n, [=](size r, S, S const* e, Total total) {
        for (size i = 0; i < n; ++i) out[r * n + i] = e[i] / total.all;
      });
      return;
    }
    for (size r = 0; r < rows; ++r, x += n, out += n) {
      S const m = finite(over<Larger>(x, n));
      S const total = pairwise(0, n, [x, m, out](size first, size count) {
        S* const e = out + first;
        FM_EACH
        for (size i = 0; i < count; ++i) e[i] = x[first + i] - m;
        Loops<S>::exp(e, e, count);
        return over<Add>(e, count);
      });
      for (size i = 0; i < n; ++i) out[i] /= total;
    }
  }
  template <class T> FM_ALWAYS_INLINE static T square(T x) { return x * x; }
  // The plain sum of squares, if it neither overflows nor loses digits.
  static bool plain(S sum_of_squares) {
    constexpr S low =
        std::numeric_limits<S>::min() / (std::numeric_limits<S>::epsilon() * std::numeric_limits<S>::epsilon());
    return sum_of_squares > low && sum_of_squares < infinity;
  }
  static void norm_rows(S* out, S const* x, size rows, size n) {
    for (size r = 0; r < rows; ++r, x += n) {
      S s = dot(x, x, n), m = 1;
      if (!plain(s)) {
        m = run(
            n, Larger{}, [x](size i) { return math::absolute(load<V>(x + i)); },
            [x](size i) { return scalar_math::abs(x[i]); });
        if (!(m > 0 && m < infinity)) {  // all zeros or none, infinity, NaN
          out[r] = n == 0 ? S(0) : m;
          continue;
        }
        s = pairwise(0, n, [x, m](size first, size count) {
          return run(
              count, Add{}, [x, m, first](size i) { return square(load<V>(x + first + i) / m); },
              [x, m, first](size i) { return square(x[first + i] / m); });
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
      across(out, count, [&](auto& total, size at, auto get) { combine(total, get(other + at)); });
      return;
    }
    for (size c = 0; c < count; ++c) out[c] = Combine::first;
    size r = 0;
    for (; r + 4 <= n; r += 4) {
      S const *a = x + r * step, *b = a + step, *c = b + step, *d = c + step;
      across(out, count, [=](auto& total, size at, auto get) {
        auto p = get(a + at), q = get(c + at);
        combine(p, get(b + at));
        combine(q, get(d + at));
        combine(p, q);
        combine(total, p);
      });
    }
    for (; r < n; ++r) {
      S const* const a = x + r * step;
      across(out, count, [=](auto& total, size at, auto get) { combine(total, get(a + at)); });
    }
  }
  // Calls f(out[at], at, get) for vectors of out, then for its last elements; get reads as much at an address.
  template <class F> FM_ALWAYS_INLINE static void across(S* out, size count, F f) {
    size c = 0;
    for (; c + width <= count; c += width) {
      V total = load<V>(out + c);
      f(total, c, [](S const* from) { return load<V>(from); });
      store(out + c, total);
    }
    for (; c < count; ++c) f(out[c], c, [](S const* from) { return *from; });
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

  // done(first column, their number, shift of each, total(c): sum of exp(x - shift)) for blocks of columns.
  // `each(row, column, exp)` sees every exponential.
  template <class Each, class Done> static void exp_columns(S const* x, size n, size count, Each each, Done done) {
    S shift[columns], total[columns], below[columns];
    for (size start = 0; start < count; start += columns) {
      size const w = count - start < columns ? count - start : columns;
      down_block<Larger>(shift, x + start, n, count, w);
      for (size c = 0; c < w; ++c) {
        shift[c] = finite(shift[c]);
        total[c] = below[c] = 0;
      }
      for (size r = 0; r < n; ++r) {
        S e[columns];
        for (size c = 0; c < w; ++c) e[c] = x[r * count + start + c] - shift[c];
        Loops<S>::exp(e, e, w);
        for (size c = 0; c < w; ++c) {
          total[c] += e[c];
          below[c] += e[c] < 1 ? e[c] : S(0);
        }
        each(r * count + start, e, w);
      }
      done(start, w, shift, [&](size c) { return Total{total[c], below[c]}; });
    }
  }
  static void logsumexp_columns(S* out, S const* x, size n, size count) {
    exp_columns(
        x, n, count, [](size, S const*, size) {},
        [out](size start, size w, S const* shift, auto total) {
          for (size c = 0; c < w; ++c) out[start + c] = shift[c] + total(c).log();
        });
  }
  static void softmax_columns(S* out, S const* x, size n, size count) {
    exp_columns(
        x, n, count,
        [out](size first, S const* e, size w) {
          for (size c = 0; c < w; ++c) out[first + c] = e[c];
        },
        [=](size start, size w, S const*, auto total) {
          for (size r = 0; r < n; ++r)
            for (size c = 0; c < w; ++c) out[r * count + start + c] /= total(c).all;
        });
  }
  static void log_softmax_columns(S* out, S const* x, size n, size count) {
    exp_columns(
        x, n, count, [](size, S const*, size) {},
        [=](size start, size w, S const* shift, auto total) {
          S l[columns];
          for (size c = 0; c < w; ++c) l[c] = total(c).log();
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
        for (size c = 0; c < w; ++c)
          largest[c] = scalar_math::maximum(scalar_math::abs(x[r * count + start + c]), largest[c]);
      for (size r = 0; r < n; ++r)
        for (size c = 0; c < w; ++c) {
          S const v = x[r * count + start + c] / largest[c];
          total[c] += v * v;
        }
      for (size c = 0; c < w; ++c) {
        S const m = largest[c];
        out[start + c] = ((m > 0) & (m < infinity)) ? m * scalar_math::sqrt(total[c]) : m;
      }
    }
  }
};

}  // namespace fm::isa::FM_ISA_NAME
