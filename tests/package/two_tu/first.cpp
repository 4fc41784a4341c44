// tests/package/two_tu/first.cpp: one of two translation units that include everything
// SPDX-License-Identifier: MIT
#include <fmod/fmod.hpp>

double slope(double x) {
  return fm::grad([](auto const& t) { return fm::tanh(t) * t; })(x);
}
