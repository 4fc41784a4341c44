// tests/compile_fail/transforms/box_into_tensor.cpp: a loop that starts from a plain tensor, h += x
// SPDX-License-Identifier: MIT
// EXPECT: a differentiated value is stored in a value of a lower level, which cannot hold its derivative.*fm::zeros_like\(x\) or fm::lift\(h, x\)
#include <fmod/fmod.hpp>

int main() {
  auto const f = [](auto const& x) {
    auto h = fm::zeros<double>({2});
    h += x;
    return fm::sum(h);
  };
  return fm::grad(f)(fm::ones<double>({2}))(0) == 1;
}
