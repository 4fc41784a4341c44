// tests/compile_fail/tree/partition_by_value.cpp: partition by a predicate of the value
// SPDX-License-Identifier: MIT
// EXPECT: fm::tree::partition: the choice must be made by type
// EXPECT-GNU: not_a_predicate<.*int
// EXPECT-Clang: not_a_predicate<.*int
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto p = fm::dict("weight"_n = 1, "bias"_n = 2);
  auto r = fm::tree::partition([](int x) { return x > 1; }, p);
}
