// tests/compile_fail/tree/reduce_type.cpp: reduce with an accumulator that keeps changing its type
// SPDX-License-Identifier: MIT
// EXPECT: fm::tree::reduce: the accumulator keeps changing its type
// EXPECT-GNU: accumulator_changes_type<.*int
// EXPECT-Clang: accumulator_changes_type<.*int
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto p = fm::dict("weight"_n = 1, "bias"_n = 2);
  auto r = fm::tree::reduce([](auto a, auto x) { return std::pair{a, x}; }, 0, p);
}
