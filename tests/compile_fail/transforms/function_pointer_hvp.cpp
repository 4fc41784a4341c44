// tests/compile_fail/transforms/function_pointer_hvp.cpp: a function pointer, given to hvp and linearize
// SPDX-License-Identifier: MIT
// EXPECT: a transform was given a plain function, which has fixed argument types
#include <fmod/fmod.hpp>

double square(double x) { return x * x; }

int main() { return fm::hvp(&square)(1.0, 1.0) == fm::linearize(square, 1.0).second(1.0); }
