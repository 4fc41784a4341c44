// tests/compile_fail/tree/map_returns_nothing.cpp: map with a function that returns nothing
// SPDX-License-Identifier: MIT
// EXPECT: fm::tree::map: the function returns nothing; use fm::tree::for_each
// EXPECT-GNU: function_returns_nothing<.*int
// EXPECT-Clang: function_returns_nothing<.*int
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto p = fm::dict("weight"_n = 1, "bias"_n = 2);
  auto r = fm::tree::map([](int) {}, p);
}
