// tests/compile_fail/transforms/capture_tensor.cpp: the same with tensors, in a product of matrices
// SPDX-License-Identifier: MIT
// EXPECT: a value of one transform meets a value of another transform at the same level.*pass that value as an explicit argument.*fm::capturing
#include <fmod/fmod.hpp>

int main() {
  auto const w = fm::eye<double>(2);
  auto const f = [](auto const& x) {
    return fm::grad([&](auto const& y) { return fm::sum(fm::matmul(x, y)); })(fm::eye<double>(2));
  };
  return fm::vjp(f, w).first(0, 0) == 1;
}
