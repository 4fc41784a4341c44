// tests/compile_fail/tree/array_index.cpp: a path past the end of an array
// SPDX-License-Identifier: MIT
// EXPECT: fm::dict: index past the end of an array
// EXPECT-GNU: index_past_end<.*"2".*array<int
// EXPECT-Clang: index_past_end<.*'2'.*array<int
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto t = fm::dict("t"_n = std::array{1, 2});
  return t["t.2"_n];
}
