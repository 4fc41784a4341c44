// tests/compile_fail/transforms/capture_returned.cpp: an outer value of level 2, returned at level 1
// SPDX-License-Identifier: MIT
// EXPECT: the function returned a value of a higher level than its own transform.*fm::capturing\(value\)
#include <fmod/fmod.hpp>

int main() {
  auto const f = [](auto const& x, auto const& y) {
    auto const inner = [](auto const& z, auto const& v) { return fm::grad([&](auto const&) { return z * v; })(1.0); };
    return fm::jvp(inner, x, 1.0, y).second;
  };
  return fm::jvp(f, 1.0, 1.0, 2.0).second == 1;
}
