// tests/compile_fail/tree/key_sets.cpp: require_same_names
// SPDX-License-Identifier: MIT
// EXPECT: fm: the two dictionaries do not have the same names
// EXPECT-GNU: different_names<.*only_in_first.*"weight".*only_in_second.*"beta"
// EXPECT-Clang: different_names<.*only_in_first.*'w', 'e', 'i', 'g', 'h', 't'.*only_in_second.*'b', 'e', 't', 'a'
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto a = fm::dict("weight"_n = 1, "bias"_n = 2);
  auto b = fm::dict("bias"_n = 1, "beta"_n = 2);
  static_assert(fm::require_same_names<decltype(a), decltype(b)>());
}
