// tests/compile_fail/transforms/tangent_type.cpp: a tangent of float for a value of double
// SPDX-License-Identifier: MIT
// EXPECT: a tangent has another element type than its value
#include <fmod/fmod.hpp>

int main() {
  return fm::jvp([](auto const& x) { return x; }, fm::ones<double>({2}), fm::ones<float>({2})).second(0) == 1;
}
