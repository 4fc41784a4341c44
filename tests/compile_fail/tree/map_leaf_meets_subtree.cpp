// tests/compile_fail/tree/map_leaf_meets_subtree.cpp: map where a value of the first tree meets a dictionary
// SPDX-License-Identifier: MIT
// EXPECT: fm::tree: a leaf of the first tree meets a subtree of another
// EXPECT-GNU: different_structure<.*at_path.*"fc1\.bias".*int.*Dict<
// EXPECT-Clang: different_structure<.*at_path.*'f', 'c', '1', '\.', 'b', 'i', 'a', 's'.*int.*Dict<
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto p = fm::dict("weight"_n = 1, "bias"_n = 2);
  auto q = fm::dict("fc1"_n = p, "fc2"_n = p);
  auto add = [](auto a, auto b) { return a + b; };
  auto r = fm::tree::map(add, q, q.with("fc1.bias"_n = p));
}
