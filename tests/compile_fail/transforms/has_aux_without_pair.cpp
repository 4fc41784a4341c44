// tests/compile_fail/transforms/has_aux_without_pair.cpp: has_aux for a function that returns one value
// SPDX-License-Identifier: MIT
// EXPECT: with fm::has_aux the function must return std::pair\(value, aux\)
#include <fmod/fmod.hpp>

int main() {
  return fm::grad([](auto const& x) { return x * x; }, fm::has_aux)(1.0).first == 2;
}
