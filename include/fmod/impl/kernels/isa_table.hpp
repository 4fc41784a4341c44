// fmod/impl/kernels/isa_table.hpp: the functions that exist once for each instruction set
// SPDX-License-Identifier: MIT
//
// Raw pointers and sizes only, so that nothing but this table is shared between objects compiled for different sets.
// Rows are contiguous: x is (rows, n). Columns: x is (n, columns), and the n rows are combined.
#pragma once
#include <fmod/impl/kernels/vector.hpp>
#include <fmod/kernels/codes.hpp>

#include <cstdint>

namespace fm::isa {

template <class Enum> inline constexpr size count_of = static_cast<size>(Enum::count);

template <class S> struct RealTable {
  // Elementwise; out may be an input.
  void (*unary[count_of<kernels::unary>])(S* out, S const* x, size n);
  void (*unary_n[count_of<kernels::unary_n>])(size option, S* out, S const* x, size n);
  void (*binary[count_of<kernels::binary>])(S* out, S const* x, S const* y, size n);
  void (*binary_xs[count_of<kernels::binary>])(S* out, S const* x, S y, size n);
  void (*binary_sx[count_of<kernels::binary>])(S* out, S x, S const* y, size n);
  void (*compare[count_of<kernels::compare>])(bool* out, S const* x, S const* y, size n);
  void (*compare_xs[count_of<kernels::compare>])(bool* out, S const* x, S y, size n);
  void (*where)(bool const* c, S* out, S const* x, S const* y, size n);

  // Reductions of rows and of columns: sum, mean (the same as sum here), prod, max, min, logsumexp.
  void (*reduce_rows[count_of<kernels::reduction>])(S* out, S const* x, size rows, size n);
  void (*reduce_columns[count_of<kernels::reduction>])(S* out, S const* x, size n, size columns);
  void (*norm_rows)(S* out, S const* x, size rows, size n);
  void (*norm_columns)(S* out, S const* x, size n, size columns);
  // Along rows or columns; out may be x.
  void (*softmax_rows)(S* out, S const* x, size rows, size n);
  void (*softmax_columns)(S* out, S const* x, size n, size columns);
  void (*log_softmax_rows)(S* out, S const* x, size rows, size n);
  void (*log_softmax_columns)(S* out, S const* x, size n, size columns);

  S (*dot)(S const* x, S const* y, size n);
  // c (m, n) = a (m, k) b (k, n); a is stored (k, m) if ta, b (n, k) if tb. No size is 0. `space` has as many bytes as
  // gemm_space says, aligned to 64.
  void (*gemm)(S* c, S const* a, S const* b, size m, size k, size n, bool ta, bool tb, void* space);
  size (*gemm_space)(size m, size k, size n, bool ta, bool tb);
};

struct Table {
  char const* name;
  RealTable<float> f;
  RealTable<double> d;
  void (*float_to_double)(double* out, float const* x, size n);
  void (*double_to_float)(float* out, double const* x, size n);
};

/// The best set this processor has, or the one that the environment variable FM_ISA names.
Table const& table();
/// The sets in this binary that this processor has, best last; for tests. nullptr past the end.
Table const* table_at(int i);

template <class S> RealTable<S> const& real() {
  if constexpr (sizeof(S) == sizeof(float))
    return table().f;
  else
    return table().d;
}

}  // namespace fm::isa
