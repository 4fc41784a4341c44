// tests/vmap/second_order_test.cpp: second derivatives inside and outside of vmap, an op of each kind
// SPDX-License-Identifier: MIT
#include "vmap/same.hpp"

namespace {

struct Kinds {
  int op;
  template <class X> X operator()(X const& x) const {
    switch (op) {
      case 0:
        return fm::softmax(x);
      case 1:
        return fm::matmul(x, x, true);
      case 2:
        return fm::take_along(x, fm::argsort(x), -1) * x;
      case 3:
        return fm::cumprod(x, 0);
      case 4:
        return fm::max(x * x, 1) + fm::norm(x, 1);
      case 5:
        return fm::where(x > 0.1, fm::sin(x), x * x);
      case 6:
        return fm::concat(0, x * x, fm::flip(x, 1));
      case 7:
        return fm::scatter_add(x * x, fm::tensor<int64_t>({1, 0, 1}), 2, 1);
      case 8:
        return fm::broadcast_to(fm::pow(x[0] + 2.0, x[1]), {2, 3}) / (x + 3.0);
      default:
        return fm::logsumexp(fm::transpose(x), 0) * fm::prod(x);
    }
  }
};

}  // namespace

TEST_CASE("second derivatives with vmap in every place are those of the loop", "[vmap]") {
  auto const x = check::some_tensor<double>({3, 2, 3}, 1);
  for (int op = 0; op < 10; ++op) lanes::check_lanes<true>("kind " + std::to_string(op), Kinds{op}, fm::in_axes<0>, x);
}
