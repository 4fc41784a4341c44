// tests/compile_fail/transforms/has_aux_vjp.cpp: has_aux for a function that returns one value, in vjp
// SPDX-License-Identifier: MIT
// EXPECT: with fm::has_aux the function must return std::pair\(value, aux\)
#include <fmod/fmod.hpp>

int main() {
  return std::get<0>(fm::vjp([](auto const& x) { return x * x; }, 1.0, fm::has_aux)) == 1;
}
