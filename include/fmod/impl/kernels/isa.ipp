// fmod/impl/kernels/isa.ipp: the table of one instruction set
// SPDX-License-Identifier: MIT
#pragma once
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"  // a loop over a function of libm stays a plain loop
#endif

#include <fmod/impl/kernels/isa_elementwise.ipp>
#include <fmod/impl/kernels/isa_product.ipp>
#include <fmod/impl/kernels/isa_reduce.ipp>

namespace fm::isa::FM_ISA_NAME {

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
      R::norm_columns,
      R::softmax_rows,
      R::softmax_columns,
      R::log_softmax_rows,
      R::log_softmax_columns,
      R::dot,
      Product<S>::gemm,
      Product<S>::workspace,
  };
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
    = {FM_ISA_TEXT, make_real_table<float>(), make_real_table<double>(), convert<double, float>,
       convert<float, double>};
#undef FM_ISA_TEXT
#undef FM_TEXT_OF
#undef FM_TEXT

}  // namespace fm::isa::FM_ISA_NAME

#if defined(__clang__)
#pragma clang diagnostic pop
#endif
