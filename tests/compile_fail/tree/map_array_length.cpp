// tests/compile_fail/tree/map_array_length.cpp: map over arrays of different length
// SPDX-License-Identifier: MIT
// EXPECT: fm::tree: the trees have arrays of different length here
// EXPECT-GNU: different_structure<.*at_path.*"x".*array<int, 2.*array<int, 3
// EXPECT-Clang: different_structure<.*at_path.*'x'.*array<int, 2.*array<int, 3
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto add = [](auto a, auto b) { return a + b; };
  auto r = fm::tree::map(add, fm::dict("x"_n = std::array{1, 2}), fm::dict("x"_n = std::array{1, 2, 3}));
}
