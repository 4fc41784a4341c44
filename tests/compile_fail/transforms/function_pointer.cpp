// tests/compile_fail/transforms/function_pointer.cpp: a function pointer, given to grad
// SPDX-License-Identifier: MIT
// EXPECT: a transform was given a plain function, which has fixed argument types
#include <fmod/fmod.hpp>

double square(double x) { return x * x; }

int main() { return fm::grad(&square)(1.0) == 2; }
