// tests/compile_fail/vmap/if_inside_grad.cpp: a branch on a differentiated number inside a vmap
// SPDX-License-Identifier: MIT
// EXPECT: value_of, item or bool of a mapped value.*fm::where.*fm::while_loop.*fm::vmap_loop
#include <fmod/fmod.hpp>

int main() {
  auto const f = [](auto const& p, auto const& a) { return p > 0.0 ? p * a : a; };
  auto const y = fm::vmap(fm::grad(f), fm::in_axes<fm::none, 0>)(1.0, fm::ones<double>({3}));
  static_cast<void>(y);
}
