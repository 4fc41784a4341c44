// tests/compile_fail/tree/merge_dict_for_value.cpp: merge, of a dictionary where a value is
// SPDX-License-Identifier: MIT
// EXPECT: fm::merge: a dictionary or other container on one side, a single value on the other
// EXPECT-GNU: different_structure<.*int.*Dict<
// EXPECT-Clang: different_structure<.*int.*Dict<
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto p = fm::dict("weight"_n = 1, "bias"_n = 2);
  auto r = fm::merge(p, fm::dict("bias.x"_n = 2));
}
