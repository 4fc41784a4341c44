// tests/compile_fail/transforms/cotangent_type.cpp: a cotangent of float for a result of double
// SPDX-License-Identifier: MIT
// EXPECT: a \(co\)tangent has another element type than its value
#include <fmod/fmod.hpp>

int main() {
  return fm::vjp([](auto const& x) { return x; }, fm::ones<double>({2})).second(fm::ones<float>({2}))(0) == 1;
}
