// tests/package/two_tu/second.cpp: the other one; what both define must be inline
// SPDX-License-Identifier: MIT
#include <fmod/fmod.hpp>

#include <cmath>

double slope(double x);

int main() {
  double x = 0.5, t = std::tanh(x);
  double here = fm::grad([](auto const& v) { return fm::tanh(v) * v; })(x);
  double expected = t + x * (1 - t * t);
  return std::abs(slope(x) - expected) < 1e-12 && std::abs(here - expected) < 1e-12 ? 0 : 1;
}
