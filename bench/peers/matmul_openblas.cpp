// matmul_openblas.cpp: bench/matmul.cpp by OpenBLAS
// SPDX-License-Identifier: MIT
#include <cblas.h>

#include "../support/products.hpp"

namespace {
constexpr auto flag(bool transposed) { return transposed ? CblasTrans : CblasNoTrans; }
}  // namespace

int main() {
  bench::Program p;
  bench::add_products<float>(p, "float", [](std::size_t n, float const* x, bool tx, float const* y, bool ty, float* z) {
    auto const k = static_cast<blasint>(n);
    cblas_sgemm(CblasRowMajor, flag(tx), flag(ty), k, k, k, 1, x, k, y, k, 0, z, k);
  });
  bench::add_products<double>(p, "double",
                              [](std::size_t n, double const* x, bool tx, double const* y, bool ty, double* z) {
                                auto const k = static_cast<blasint>(n);
                                cblas_dgemm(CblasRowMajor, flag(tx), flag(ty), k, k, k, 1, x, k, y, k, 0, z, k);
                              });
  return p.serve();
}
