// fmod/impl/kernels/isa_product.ipp: matrix products of one instruction set
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/impl/kernels/isa_elementwise.ipp>

#include <Eigen/Core>

namespace fm::isa::FM_ISA_NAME {

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

}  // namespace fm::isa::FM_ISA_NAME
