// tests/compile_fail/tree/combine_both.cpp: combine where both trees have a value
// SPDX-License-Identifier: MIT
// EXPECT: fm::tree::combine: both trees have a value here; one must have fm::none
// EXPECT-GNU: different_structure<.*at_path.*"bias".*int.*int
// EXPECT-Clang: different_structure<.*at_path.*'b', 'i', 'a', 's'.*int.*int
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto p = fm::dict("weight"_n = 1, "bias"_n = 2);
  auto r = fm::tree::combine(p, fm::dict("weight"_n = fm::none, "bias"_n = 2));
}
