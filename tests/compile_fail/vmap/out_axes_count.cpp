// tests/compile_fail/vmap/out_axes_count.cpp: more out-axes than results
// SPDX-License-Identifier: MIT
// EXPECT: fm::vmap: fm::out_axes lists another number of axes than the function returns results
// EXPECT: axes_listed<3.*results_given<2
// EXPECT-ERRORS: 1
#include <fmod/fmod.hpp>

int main() {
  auto const y = fm::vmap([](auto const& a) { return std::pair(a, a); }, fm::out_axes<0, 0, 1>)(fm::ones<double>({3}));
  static_cast<void>(y);
}
