// fmod/impl/kernels/isa_product.ipp: matrix products of one instruction set
// SPDX-License-Identifier: MIT
//
// The scheme of GotoBLAS (Goto and van de Geijn, Anatomy of high-performance matrix multiplication, 2008). A tile of `rows` x
// 2 vectors of the result stays in registers while k runs; a panel of b (depth x 2 vectors) stays in the first-level
// cache, a block of a in the second, a block of b in the third. Large or transposed operands are copied ("packed") in
// the order in which the tile reads them; small ones are read where they are. Products with a vector are loops over rows.
#pragma once
#include <fmod/impl/kernels/isa_reduce.ipp>

#include <utility>

namespace fm::isa::FM_ISA_NAME {

template <class S> struct Product {
  using V = Vector<S>;
  static constexpr size width = lanes<V>;
  // Registers: 2 rows vectors for sums, 2 for b, 1 for a.
  static constexpr size rows = register_bytes == 64 ? 12 : 6;
  static constexpr size columns = 2 * width;
  static constexpr size depth = register_bytes == 64 ? 192 : 256;             // of a panel: 16 to 24 KiB
  static constexpr size block_m = 24 * 8 * 4 / static_cast<size>(sizeof(S));  // a multiple of rows; 192 KiB with depth
  static constexpr size block_n = 2048;

  static constexpr size round_up(size n, size to) { return (n + to - 1) / to * to; }
  static constexpr size smaller(size a, size b) { return a < b ? a : b; }

  // A matrix in memory: element (i, j) at i row + j column.
  struct View {
    S const* data;
    size row, column;
    View from(size i, size j) const { return {data + i * row + j * column, row, column}; }
  };

  // ---- the tile: c (R, N vectors T) = or += a (R, k) b (k, N vectors T)
  template <class T, size N, bool add, size... R>
  FM_ALWAYS_INLINE static void tile(std::integer_sequence<size, R...>, S* c, size ldc, View a, S const* b, size ldb,
                                    size k) {
    constexpr size group = sizeof...(R);
    T sum[group][N] = {};
    (__builtin_prefetch(c + R * ldc, 1), ...);  // the rows of c lie far apart; they are here when the sums are done
    auto const step = [&](S const* at, size apart) {
      T first = load<T>(b), second{};
      if constexpr (N == 2) second = load<T>(b + lanes<T>);
      auto const row = [&](T* s, S x) {
        s[0] += x * first;
        if constexpr (N == 2) s[1] += x * second;
      };
      (row(sum[R], at[R * apart]), ...);
    };
    if (a.row == 1 && a.column == group) {  // packed
      FM_UNROLL
      for (size p = 0; p < k; ++p, b += ldb, a.data += group) step(a.data, 1);
    } else {
      for (size p = 0; p < k; ++p, b += ldb, a.data += a.column) step(a.data, a.row);
    }
    auto const put = [&](S* to, T const* s) {
      for (size j = 0; j < N; ++j) {
        S* const at = to + j * lanes<T>;
        store(at, add ? load<T>(at) + s[j] : s[j]);
      }
    };
    (put(c + R * ldc, sum[R]), ...);
  }
  template <class T, size N, bool add, size R>
  static void tile_of(S* c, size ldc, View a, S const* b, size ldb, size k) {
    tile<T, N, add>(std::make_integer_sequence<size, R>{}, c, ldc, a, b, ldb, k);
  }
  using Tile = void (*)(S* c, size ldc, View a, S const* b, size ldb, size k);
  template <class T, size N, bool add, size... R>
  static void run_rows(std::integer_sequence<size, R...>, size r, S* c, size ldc, View a, S const* b, size ldb,
                       size k) {
    static constexpr Tile tiles[] = {tile_of<T, N, add, R + 1>...};
    tiles[r - 1](c, ldc, a, b, ldb, k);
  }
  template <class T, size N>
  static void run_rows(bool add, size r, S* c, size ldc, View a, S const* b, size ldb, size k) {
    constexpr std::make_integer_sequence<size, rows> all{};
    if (add)
      run_rows<T, N, true>(all, r, c, ldc, a, b, ldb, k);
    else
      run_rows<T, N, false>(all, r, c, ldc, a, b, ldb, k);
  }
  // A tile w columns wide, from wide vectors to narrow ones. b has whole narrow vectors in every row.
  static constexpr size narrow = 16 / static_cast<size>(sizeof(S));
  static void run_tile(bool add, size r, size w, S* c, size ldc, View a, S const* b, size ldb, size k) {
    if (w == columns) return run_rows<V, 2>(add, r, c, ldc, a, b, ldb, k);
    auto const run = [&]<int bytes>(std::integral_constant<int, bytes>) {
      using T = typename VectorOf<S, bytes>::type;
      for (; w >= lanes<T>; w -= lanes<T>, b += lanes<T>, c += lanes<T>) run_rows<T, 1>(add, r, c, ldc, a, b, ldb, k);
    };
    run(std::integral_constant<int, register_bytes>{});
    if constexpr (register_bytes > 32) run(std::integral_constant<int, 32>{});
    if constexpr (register_bytes > 16) run(std::integral_constant<int, 16>{});
    if (w == 0) return;
    S edge[rows * narrow];
    run_rows<typename VectorOf<S, 16>::type, 1>(false, r, edge, narrow, a, b, ldb, k);
    for (size i = 0; i < r; ++i)
      for (size j = 0; j < w; ++j) c[i * ldc + j] = add ? c[i * ldc + j] + edge[i * narrow + j] : edge[i * narrow + j];
  }

  // ---- packing
  // b (k, w) as k rows of `columns` numbers, the last padded with zeros to a narrow vector.
  static void pack_panel(S* to, View b, size k, size w) {
    if (b.column != 1) return pack_transposed(to, b, k, w);
    for (size p = 0; p < k; ++p, to += columns) {
      S const* const from = b.data + p * b.row;
      if (w == columns) {
        store(to, load<V>(from));
        store(to + width, load<V>(from + width));
      } else {
        for (size j = 0; j < w; ++j) to[j] = from[j];
        for (size j = w; j < round_up(w, narrow); ++j) to[j] = 0;
      }
    }
  }
  static void pack_transposed(S* to, View b, size k, size w) {
    size const whole_k = k / narrow * narrow, whole_w = w / narrow * narrow;
    for (size j = 0; j < whole_w; j += narrow)
      for (size p = 0; p < whole_k; p += narrow)
        transpose_square(to + p * columns + j, columns, b.data + j * b.column + p, b.column);
    for (size p = 0; p < k; ++p)
      for (size j = p < whole_k ? whole_w : 0; j < round_up(w, narrow); ++j)
        to[p * columns + j] = j < w ? b.data[j * b.column + p] : S(0);
  }
  // a (m, k) in groups of rows, each as k columns of its rows.
  static void pack_rows(S* to, View a, size m, size k) {
    size i = 0;
    for (; i + rows <= m; i += rows)
      for (size p = 0; p < k; ++p, to += rows) {
        S const* const from = a.data + i * a.row + p * a.column;
        if (a.row == 1)
          for (size q = 0; q < rows; ++q) to[q] = from[q];
        else
          for (size q = 0; q < rows; ++q) to[q] = from[q * a.row];
      }
    for (size p = 0; p < k; ++p)
      for (size q = i; q < m; ++q) *to++ = a.data[q * a.row + p * a.column];
  }

  // ---- plans: what is packed
  struct Plan {
    bool pack_a, pack_b;
    size bytes_a, bytes_b;
  };
  static Plan plan(size m, size k, size n, bool ta, bool tb) {
    bool const a = m * k > 65536 || (ta && m * k > 4096), b = tb || (k * n > 8192 && m > 2 * rows);
    size const deep = smaller(k, depth), item = static_cast<size>(sizeof(S));
    // Without packing only the last columns are copied, if they are no whole vectors.
    size const wide = b ? round_up(smaller(n, block_n), columns) : n % narrow != 0 ? columns : 0;
    return {a, b, a ? smaller(m, block_m) * deep * item : 0, wide * deep * item};
  }
  static size workspace(size m, size k, size n, bool ta, bool tb) {
    if (m == 1 || n == 1 || m * k * n <= tiny) return 0;
    Plan const p = plan(m, k, n, ta, tb);
    return p.bytes_a + p.bytes_b;
  }

  // ---- the product
  static constexpr size tiny = 64;
  static void gemm(S* c, S const* a, S const* b, size m, size k, size n, bool ta, bool tb, void* space) {
    if (n == 1) return ta ? sum_of_rows(c, a, b, k, m) : dots(c, a, b, m, k);
    if (m == 1) return tb ? dots(c, b, a, n, k) : sum_of_rows(c, b, a, k, n);
    View const x{a, ta ? 1 : k, ta ? m : 1}, y{b, tb ? 1 : n, tb ? k : 1};
    if (m * k * n <= tiny) return directly(c, x, y, m, k, n);
    Plan const plan_of = plan(m, k, n, ta, tb);
    S* const packed_b = static_cast<S*>(space);
    S* const packed_a = packed_b + plan_of.bytes_b / static_cast<size>(sizeof(S));
    for (size jc = 0; jc < n; jc += block_n) {
      size const nc = smaller(block_n, n - jc);
      for (size pc = 0; pc < k; pc += depth) {
        size const kc = smaller(depth, k - pc);
        View const block_b = y.from(pc, jc);
        if (plan_of.pack_b)
          for (size j = 0; j < nc; j += columns)
            pack_panel(packed_b + j * kc, block_b.from(0, j), kc, smaller(columns, nc - j));
        else if (nc % narrow != 0)
          pack_panel(packed_b, block_b.from(0, nc / columns * columns), kc, nc % columns);
        for (size ic = 0; ic < m; ic += block_m) {
          size const mc = smaller(block_m, m - ic);
          View const block_a = x.from(ic, pc);
          if (plan_of.pack_a) pack_rows(packed_a, block_a, mc, kc);
          for (size j = 0; j < nc; j += columns) {
            size const w = smaller(columns, nc - j);
            bool const packed = plan_of.pack_b || w % narrow != 0;
            S const* const from_b = !packed ? block_b.data + j : packed_b + (plan_of.pack_b ? j * kc : 0);
            for (size i = 0; i < mc; i += rows) {
              size const r = smaller(rows, mc - i);
              View const from_a = plan_of.pack_a ? View{packed_a + i * kc, 1, r} : block_a.from(i, 0);
              run_tile(pc > 0, r, w, c + (ic + i) * n + jc + j, n, from_a, from_b, packed ? columns : n, kc);
            }
          }
        }
      }
    }
  }

 private:
  static void directly(S* c, View a, View b, size m, size k, size n) {
    for (size i = 0; i < m; ++i)
      for (size j = 0; j < n; ++j) {
        S sum = 0;
        for (size p = 0; p < k; ++p) sum += a.data[i * a.row + p * a.column] * b.data[p * b.row + j * b.column];
        *c++ = sum;
      }
  }

  // c[i] = row i of a (m, k) times x.
  static void dots(S* c, S const* a, S const* x, size m, size k) {
    size i = 0;
    for (; i + 4 <= m && k >= width; i += 4, a += 4 * k) {
      V sum[4] = {};
      size p = 0;
      for (; p + width <= k; p += width) {
        V const v = load<V>(x + p);
        sum[0] += load<V>(a + p) * v;
        sum[1] += load<V>(a + k + p) * v;
        sum[2] += load<V>(a + 2 * k + p) * v;
        sum[3] += load<V>(a + 3 * k + p) * v;
      }
      for (size r = 0; r < 4; ++r) {
        S total = Reductions<S>::fold(sum[r], typename Reductions<S>::Add{});
        for (size q = p; q < k; ++q) total += a[r * k + q] * x[q];
        c[i + r] = total;
      }
    }
    for (; i < m; ++i, a += k) c[i] = Reductions<S>::dot(a, x, k);
  }
  // c = sum of x[p] times row p of a (k, n).
  static void sum_of_rows(S* c, S const* a, S const* x, size k, size n) {
    constexpr size most = 2048;  // stays in the first-level cache
    for (size start = 0; start < n; start += most) {
      size const w = smaller(most, n - start);
      S* const out = c + start;
      for (size j = 0; j < w; ++j) out[j] = 0;
      size p = 0;
      for (; p + 4 <= k; p += 4) {
        S const *a0 = a + p * n + start, *a1 = a0 + n, *a2 = a1 + n, *a3 = a2 + n;
        S const x0 = x[p], x1 = x[p + 1], x2 = x[p + 2], x3 = x[p + 3];
        size j = 0;
        for (; j + width <= w; j += width)
          store(out + j, load<V>(out + j) + ((x0 * load<V>(a0 + j) + x1 * load<V>(a1 + j)) +
                                             (x2 * load<V>(a2 + j) + x3 * load<V>(a3 + j))));
        for (; j < w; ++j) out[j] += (x0 * a0[j] + x1 * a1[j]) + (x2 * a2[j] + x3 * a3[j]);
      }
      for (; p < k; ++p)
        for (size j = 0; j < w; ++j) out[j] += x[p] * a[p * n + start + j];
    }
  }
};

}  // namespace fm::isa::FM_ISA_NAME
