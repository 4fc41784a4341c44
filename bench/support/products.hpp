// products.hpp: the cases of bench/matmul.cpp for libraries of products
// SPDX-License-Identifier: MIT
#pragma once
#include "serve.hpp"

namespace bench {

/// multiply(n, x, tx, y, ty, z): z = x y, row-major, each transposed if asked.
template <class S, class F> void add_products(Program& p, std::string const& type, F multiply) {
  for (std::size_t n : {64, 128, 256, 512, 1024, 2048})
    for (int t = 0; t < 4; ++t) {
      bool const tx = t & 1, ty = t & 2;
      p.add(std::to_string(n) + " " + (tx ? "x'" : "x") + " " + (ty ? "y'" : "y") + ", " + type, 0, [=] {
        return [=, x = bench::numbers<S>(n * n, 1, 2), y = bench::numbers<S>(n * n, 2, 2),
                z = std::vector<S>(n * n)]() mutable -> std::vector<S> const& {
          multiply(n, x.data(), tx, y.data(), ty, z.data());
          return z;
        };
      });
    }
}

}  // namespace bench
