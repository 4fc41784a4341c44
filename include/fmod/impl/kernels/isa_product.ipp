// fmod/impl/kernels/isa_product.ipp: matrix products of one instruction set
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/impl/kernels/isa_elementwise.ipp>

#include <Eigen/Core>

namespace fm::isa::FM_ISA_NAME {

// Eigen cuts its blocks by the third cache that the processor reports. On shared and virtual machines that is the whole
// chip's (256 MiB here), and blocks made for it miss all the time: 2 MiB gave 71 instead of 55 Gflop/s at n = 1024.
static void fit_blocks() {
  static bool const done = [] {
    Eigen::setCpuCacheSizes(Eigen::l1CacheSize(), Eigen::l2CacheSize(), Eigen::numext::mini<std::ptrdiff_t>(Eigen::l3CacheSize(), 2 << 20));
    return true;
  }();
  static_cast<void>(done);
}

template <class S> void gemm(S* c, S const* a, S const* b, size m, size k, size n, bool ta, bool tb) {
  using Matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Input = Eigen::Map<Matrix const>;
  fit_blocks();
  Eigen::Map<Matrix> z(c, m, n);
  Input const x(a, ta ? k : m, ta ? m : k), y(b, tb ? n : k, tb ? k : n);
  if (!ta && !tb) z.noalias() = x * y;
  else if (!tb) z.noalias() = x.transpose() * y;
  else if (!ta) z.noalias() = x * y.transpose();
  else z.noalias() = x.transpose() * y.transpose();
}

}  // namespace fm::isa::FM_ISA_NAME
