// tests/compile_fail/tree/combine_kinds.cpp: combine of trees of different structure
// SPDX-License-Identifier: MIT
// EXPECT: fm::tree: the trees have nodes of different kinds here
// EXPECT-GNU: different_structure<.*at_path.*"bias".*tuple<int>.*int
// EXPECT-Clang: different_structure<.*at_path.*'b', 'i', 'a', 's'.*tuple<int>.*int
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() { auto r = fm::tree::combine(fm::dict("bias"_n = std::tuple{1}), fm::dict("bias"_n = 2)); }
