// tests/compile_fail/vmap/number_in_tree.cpp: a number in a mapped tree
// SPDX-License-Identifier: MIT
// EXPECT: fm::vmap: a leaf of a mapped argument is not a tensor
// EXPECT-ERRORS: 1
#include <fmod/fmod.hpp>

int main() {
  auto const y = fm::vmap([](auto const& p) { return p.first; })(std::pair(fm::ones<double>({3}), 2));
  static_cast<void>(y);
}
