// tests/compile_fail/vmap/captured_in_root.cpp: the equation of a root uses a mapped value that it was not given
// SPDX-License-Identifier: MIT
// EXPECT: uses a differentiated or mapped value that is not among its arguments; pass it as a further argument, root\(f, x0, value\)
#include <fmod/fmod.hpp>

int main() {
  auto const f = [](auto const& p) { return fm::root([&](auto const& x) { return x * x - p; }, 1.0); };
  static_cast<void>(fm::vmap(f)(fm::ones<double>({3})));
}
