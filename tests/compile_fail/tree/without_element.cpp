// tests/compile_fail/tree/without_element.cpp: without, of an element of a vector
// SPDX-License-Identifier: MIT
// EXPECT: fm::without: only a dictionary can lose a name
// EXPECT-GNU: not_a_dict<.*"1".*vector<int
// EXPECT-Clang: not_a_dict<.*'1'.*vector<int
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto t = fm::dict("v"_n = std::vector{1, 2});
  auto r = fm::without(t, "v.1"_n);
}
