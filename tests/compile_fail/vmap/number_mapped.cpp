// tests/compile_fail/vmap/number_mapped.cpp: a plain number has no axis
// SPDX-License-Identifier: MIT
// EXPECT: fm::vmap: a leaf of a mapped argument is not a tensor.*fm::none
// EXPECT-GNU: not_a_tensor<.*argument<1>, double>
// EXPECT-Clang: not_a_tensor<.*argument<1>, double>
// EXPECT-ERRORS: 1
#include <fmod/fmod.hpp>

int main() {
  auto const y = fm::vmap([](auto const& x, auto const& s) { return x * s; })(fm::ones<double>({3}), 2.0);
  static_cast<void>(y);
}
