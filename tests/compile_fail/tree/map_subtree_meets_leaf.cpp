// tests/compile_fail/tree/map_subtree_meets_leaf.cpp: map where a dictionary meets a value
// SPDX-License-Identifier: MIT
// EXPECT: fm::tree: the trees have nodes of different kinds here
// EXPECT-GNU: different_structure<.*at_path.*"fc2".*Dict<.*int
// EXPECT-Clang: different_structure<.*at_path.*'f', 'c', '2'.*Dict<.*int
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto p = fm::dict("weight"_n = 1, "bias"_n = 2);
  auto q = fm::dict("fc1"_n = p, "fc2"_n = p);
  auto add = [](auto a, auto b) { return a + b; };
  auto r = fm::tree::map(add, q, q.with("fc2"_n = 1));
}
