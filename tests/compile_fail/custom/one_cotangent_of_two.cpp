// tests/compile_fail/custom/one_cotangent_of_two.cpp: bwd of two arguments that returns one cotangent
// SPDX-License-Identifier: MIT
// EXPECT: custom_vjp: bwd of a function of several arguments must return a std::tuple with one cotangent for each
#include <fmod/transforms/custom.hpp>

int main() {
  auto const f = fm::custom_vjp([](auto const& x, auto const& y) { return x * y; },
                                [](auto const& x, auto const& y) { return std::pair(x * y, y); },
                                [](auto const& y, auto const& ct) { return y * ct; });
  return fm::grad([&](auto const& x) { return f(x, 2.0); })(1.0) > 0;
}
