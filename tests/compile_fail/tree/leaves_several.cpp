// tests/compile_fail/tree/leaves_several.cpp: leaves of several types whose number is not fixed
// SPDX-License-Identifier: MIT
// EXPECT: fm::tree::leaves: leaves of several types
// EXPECT-GNU: leaves_of_several_types<.*int, double
// EXPECT-Clang: leaves_of_several_types<.*int, double
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() { auto r = fm::tree::leaves(fm::dict("v"_n = std::vector{1}, "x"_n = 2.5)); }
