// tests/compile_fail/tree/map_names.cpp: map over trees with different names
// SPDX-License-Identifier: MIT
// EXPECT: fm::tree: the trees have different names here
// EXPECT-GNU: different_structure<.*at_path.*"fc2".*only_in_first.*"bias".*only_in_second.*"beta"
// EXPECT-Clang: different_structure<.*at_path.*'f', 'c', '2'.*only_in_first.*'b', 'i', 'a', 's'.*only_in_second.*'b', 'e', 't', 'a'
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto p = fm::dict("weight"_n = 1, "bias"_n = 2);
  auto q = fm::dict("fc1"_n = p, "fc2"_n = p);
  auto add = [](auto a, auto b) { return a + b; };
  auto o = fm::dict("fc1"_n = p, "fc2"_n = fm::dict("weight"_n = 1, "beta"_n = 2));
  auto r = fm::tree::map(add, q, o);
}
