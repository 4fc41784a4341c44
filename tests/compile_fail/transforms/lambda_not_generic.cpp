// tests/compile_fail/transforms/lambda_not_generic.cpp: a lambda whose parameter is a double
// SPDX-License-Identifier: MIT
// EXPECT: a transform was given a function with fixed argument types.*give it a generic one
#include <fmod/fmod.hpp>

int main() {
  return fm::grad([](double x) { return x * x; })(1.0) == 2;
}
