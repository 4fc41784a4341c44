// tests/compile_fail/tree/map_tuple_length.cpp: map over tuples of different length
// SPDX-License-Identifier: MIT
// EXPECT: fm::tree: the trees have tuples of different length here
// EXPECT-GNU: different_structure<.*at_path.*"x".*tuple<int, int>.*tuple<int>
// EXPECT-Clang: different_structure<.*at_path.*'x'.*tuple<int, int>.*tuple<int>
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto add = [](auto a, auto b) { return a + b; };
  auto r = fm::tree::map(add, fm::dict("x"_n = std::tuple{1, 2}), fm::dict("x"_n = std::tuple{1}));
}
