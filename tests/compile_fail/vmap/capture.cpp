// tests/compile_fail/vmap/capture.cpp: an outer differentiated value is used without being declared
// SPDX-License-Identifier: MIT
// EXPECT: a value of one transform meets a value of another transform at the same level
#include <fmod/fmod.hpp>

int main() {
  auto const f = [](auto const& w) {
    auto const g = [&](auto const& x) { return fm::sum(x * w); };
    return fm::sum(fm::vmap(g)(fm::ones<double>({2, 3})));
  };
  auto const y = fm::grad(f)(fm::ones<double>({3}));
  static_cast<void>(y);
}
