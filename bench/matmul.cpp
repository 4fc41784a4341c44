// matmul.cpp: products of square matrices, each of both transposed or not; float and double
// SPDX-License-Identifier: MIT
#include "support/tensors.hpp"

namespace {

template <class S> void add(bench::Program& p, fm::int64_t n, bool tx, bool ty, std::string const& type) {
  auto const name = std::to_string(n) + " " + (tx ? "x'" : "x") + " " + (ty ? "y'" : "y") + ", " + type;
  p.add(name, sizeof(S) == 4 ? bench::single : bench::twice, [=] {
    return [x = bench::pattern<S>({n, n}, 1, 2), y = bench::pattern<S>({n, n}, 2, 2), tx, ty] {
      return fm::matmul(x, y, tx, ty);
    };
  });
}

}  // namespace

int main() {
  bench::Program p;
  for (fm::int64_t n : {64, 128, 256, 512, 1024, 2048})
    for (int t = 0; t < 4; ++t) add<float>(p, n, t & 1, t & 2, "float");
  for (fm::int64_t n : {64, 128, 256, 512, 1024, 2048})
    for (int t = 0; t < 4; ++t) add<double>(p, n, t & 1, t & 2, "double");
  return p.serve();
}
