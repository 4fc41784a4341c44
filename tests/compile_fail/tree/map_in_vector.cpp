// tests/compile_fail/tree/map_in_vector.cpp: map over trees that differ inside a vector
// SPDX-License-Identifier: MIT
// EXPECT: fm::tree: the trees have different names here
// EXPECT-GNU: different_structure<.*at_path.*"blocks\.\*".*only_in_first.*"bias"
// EXPECT-Clang: different_structure<.*at_path.*'b', 'l', 'o', 'c', 'k', 's', '\.', '\*'.*only_in_first.*'b', 'i', 'a', 's'
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto p = fm::dict("weight"_n = 1, "bias"_n = 2);
  auto add = [](auto a, auto b) { return a + b; };
  auto a = fm::dict("blocks"_n = std::vector{p});
  auto b = fm::dict("blocks"_n = std::vector{fm::dict("weight"_n = 1)});
  auto r = fm::tree::map(add, a, b);
}
