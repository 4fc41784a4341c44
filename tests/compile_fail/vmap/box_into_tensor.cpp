// tests/compile_fail/vmap/box_into_tensor.cpp: a loop over mapped values that starts from a plain tensor
// SPDX-License-Identifier: MIT
// EXPECT: a mapped value is stored in a value of a lower level.*fm::zeros_like\(x\) or fm::lift
#include <fmod/fmod.hpp>

int main() {
  auto const f = [](auto const& x) {
    auto h = fm::zeros<double>({3});
    for (int i = 0; i < 3; ++i) h = h + x;
    return h;
  };
  static_cast<void>(fm::vmap(f)(fm::ones<double>({2, 3})));
}
