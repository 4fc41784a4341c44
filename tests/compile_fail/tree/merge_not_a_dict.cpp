// tests/compile_fail/tree/merge_not_a_dict.cpp: merge, of something that is no dictionary
// SPDX-License-Identifier: MIT
// EXPECT: fm::merge: takes two dictionaries
// EXPECT-GNU: not_a_dict<.*int
// EXPECT-Clang: not_a_dict<.*int
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto p = fm::dict("weight"_n = 1, "bias"_n = 2);
  auto r = fm::merge(p, 2);
}
