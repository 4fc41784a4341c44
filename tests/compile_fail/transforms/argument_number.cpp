// tests/compile_fail/transforms/argument_number.cpp: grad<2> of a function of two arguments
// SPDX-License-Identifier: MIT
// EXPECT: grad: an argument number is past the last argument
#include <fmod/fmod.hpp>

int main() {
  return fm::grad<2>([](auto const& x, auto const& y) { return x * y; })(1.0, 2.0) == 1;
}
