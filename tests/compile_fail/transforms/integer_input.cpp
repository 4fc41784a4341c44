// tests/compile_fail/transforms/integer_input.cpp: an int as the differentiated argument of grad
// SPDX-License-Identifier: MIT
// EXPECT: a leaf that is to be differentiated is not a float or double
#include <fmod/fmod.hpp>

int main() {
  return fm::grad([](auto const& x) { return x * x; })(3) == 6;
}
