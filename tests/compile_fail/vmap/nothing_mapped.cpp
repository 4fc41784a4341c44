// tests/compile_fail/vmap/nothing_mapped.cpp: no argument is mapped
// SPDX-License-Identifier: MIT
// EXPECT: fm::vmap: no argument is mapped
// EXPECT-ERRORS: 1
#include <fmod/fmod.hpp>

int main() {
  auto const y = fm::vmap([](auto const& a) { return a; }, fm::in_axes<fm::none>)(fm::ones<double>({3}));
  static_cast<void>(y);
}
