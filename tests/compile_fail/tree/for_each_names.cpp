// tests/compile_fail/tree/for_each_names.cpp: for_each over trees with different names
// SPDX-License-Identifier: MIT
// EXPECT: fm::tree: the trees have different names here
// EXPECT-GNU: different_structure<.*at_path.*only_in_first.*"bias".*only_in_second<>
// EXPECT-Clang: different_structure<.*at_path.*only_in_first.*'b', 'i', 'a', 's'.*only_in_second<>
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto p = fm::dict("weight"_n = 1, "bias"_n = 2);
  fm::tree::for_each([](int, int) {}, p, fm::dict("weight"_n = 1));
}
