// tests/compile_fail/vmap/control.cpp: what the others spoil compiles
// SPDX-License-Identifier: MIT
// EXPECT-OK
#include <fmod/fmod.hpp>

int main() {
  auto const x = fm::ones<double>({3});
  auto const f = [](auto const& a, auto const& b) { return std::pair(fm::where(a > 0.0, a, a * 2.0), b); };
  auto const y = fm::vmap(f, fm::in_axes<0, fm::none>, fm::out_axes<0, fm::none>)(x, 2.0);
  auto const g = fm::grad([](auto const& w) {
    return fm::sum(fm::vmap([](auto const& a, auto const& v) { return fm::sum(a * v); }, fm::in_axes<0, fm::none>)(
        fm::ones<double>({2, 3}), w));
  })(x);
  // A Jacobian runs on values that are the same in every lane, so it may ask for them.
  auto const j = fm::jacfwd([](auto const& a) { return fm::sum(a) > 0.0 ? a : a * 2.0; })(x);
  static_cast<void>(y), static_cast<void>(g), static_cast<void>(j);
}
