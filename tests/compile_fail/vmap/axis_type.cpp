// tests/compile_fail/vmap/axis_type.cpp: an axis that is no integer
// SPDX-License-Identifier: MIT
// EXPECT: fm::vmap: an axis must be an integer, or fm::none
// EXPECT-ERRORS: 1
#include <fmod/fmod.hpp>

int main() {
  auto const y = fm::vmap([](auto const& a) { return a; }, fm::in_axes<true>)(fm::ones<double>({3}));
  static_cast<void>(y);
}
