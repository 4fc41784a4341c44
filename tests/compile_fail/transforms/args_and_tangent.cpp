// tests/compile_fail/transforms/args_and_tangent.cpp: fm::args of values with one tangent
// SPDX-License-Identifier: MIT
// EXPECT: the values are fm::args\(...\), so the tangents must be fm::args\(...\) too
#include <fmod/fmod.hpp>

int main() {
  return fm::jvp([](auto const& x, auto const& y) { return x * y; }, fm::args(1.0, 2.0), 1.0).second == 2;
}
