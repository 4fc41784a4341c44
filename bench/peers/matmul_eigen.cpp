// matmul_eigen.cpp: bench/matmul.cpp by Eigen, compiled for this machine
// SPDX-License-Identifier: MIT
#include <Eigen/Core>

#include "../support/products.hpp"

template <class S> void add(bench::Program& p, std::string const& type) {
  using Matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  bench::add_products<S>(p, type, [](std::size_t size, S const* x, bool tx, S const* y, bool ty, S* z) {
    auto const n = static_cast<Eigen::Index>(size);
    Eigen::Map<Matrix const> const a(x, n, n), b(y, n, n);
    Eigen::Map<Matrix> c(z, n, n);
    if (tx && ty)
      c.noalias() = a.transpose() * b.transpose();
    else if (tx)
      c.noalias() = a.transpose() * b;
    else if (ty)
      c.noalias() = a * b.transpose();
    else
      c.noalias() = a * b;
  });
}

int main() {
  bench::Program p;
  add<float>(p, "float");
  add<double>(p, "double");
  return p.serve();
}
