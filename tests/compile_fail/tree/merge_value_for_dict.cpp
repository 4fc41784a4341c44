// tests/compile_fail/tree/merge_value_for_dict.cpp: merge, of a value where a dictionary is
// SPDX-License-Identifier: MIT
// EXPECT: fm::merge: a dictionary or other container on one side, a single value on the other
// EXPECT-GNU: different_structure<.*Dict<.*int
// EXPECT-Clang: different_structure<.*Dict<.*int
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto p = fm::dict("weight"_n = 1, "bias"_n = 2);
  auto q = fm::dict("fc1"_n = p, "fc2"_n = p);
  auto r = fm::merge(q, fm::dict("fc1"_n = 2));
}
