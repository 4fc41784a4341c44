// tests/compile_fail/transforms/element_types.cpp: a tensor of float and one of double, added inside a grad
// SPDX-License-Identifier: MIT
// EXPECT: two tensors of different element types meet, and there is no implicit promotion.*fm::cast<S>\(x\)
#include <fmod/fmod.hpp>

int main() {
  auto const w = fm::ones<float>({2});
  return fm::grad([&](auto const& x) { return fm::sum(x + w); })(fm::ones<double>({2}))(0) == 1;
}
