// tests/compile_fail/vmap/axes_count.cpp: more arguments than axes
// SPDX-License-Identifier: MIT
// EXPECT: fm::vmap: fm::in_axes lists another number of axes than there are arguments
// EXPECT: axes_listed<1.*arguments_given<2
// EXPECT-ERRORS: 1
#include <fmod/fmod.hpp>

int main() {
  auto const x = fm::ones<double>({3});
  auto const y = fm::vmap([](auto const& a, auto const& b) { return a * b; }, fm::in_axes<0>)(x, x);
  static_cast<void>(y);
}
