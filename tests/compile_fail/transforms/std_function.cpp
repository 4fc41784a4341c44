// tests/compile_fail/transforms/std_function.cpp: a std::function, given to vjp
// SPDX-License-Identifier: MIT
// EXPECT: a transform was given a function with fixed argument types.*give it a generic one
#include <fmod/fmod.hpp>

#include <functional>

int main() {
  std::function<double(double)> const f = [](double x) { return x * x; };
  return fm::vjp(f, 1.0).second(1.0) == 2;
}
