// matmul_onednn.cpp: bench/matmul.cpp by oneDNN, which has products of float only
// SPDX-License-Identifier: MIT
#include <oneapi/dnnl/dnnl.h>

#include "../support/products.hpp"

int main() {
  bench::Program p;
  bench::add_products<float>(p, "float", [](std::size_t n, float const* x, bool tx, float const* y, bool ty, float* z) {
    auto const k = static_cast<dnnl_dim_t>(n);
    dnnl_sgemm(tx ? 'T' : 'N', ty ? 'T' : 'N', k, k, k, 1, x, k, y, k, 0, z, k);
  });
  return p.serve();
}
