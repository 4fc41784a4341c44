// tests/compile_fail/transforms/box_assigned_to_tensor.cpp: a loop that starts from a plain tensor, h = h + x
// SPDX-License-Identifier: MIT
// EXPECT: a differentiated value is stored in a value of a lower level, which cannot hold its derivative.*fm::zeros_like\(x\) or fm::lift\(h, x\)
#include <fmod/fmod.hpp>

int main() {
  auto const f = [](auto const& x) {
    auto h = fm::zeros<double>({2});
    for (int i = 0; i < 3; ++i) h = h + x;
    return fm::sum(h);
  };
  return fm::grad(f)(fm::ones<double>({2}))(0) == 3;
}
