// tests/compile_fail/transforms/grad_of_tree.cpp: grad of a function that returns a pair
// SPDX-License-Identifier: MIT
// EXPECT: grad: the function must return one number or tensor of shape \(\).*fm::vjp or fm::jacrev
#include <fmod/fmod.hpp>

int main() {
  return fm::grad([](auto const& x) { return std::pair(x, x); })(1.0) == 1;
}
