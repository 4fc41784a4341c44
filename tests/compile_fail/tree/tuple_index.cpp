// tests/compile_fail/tree/tuple_index.cpp: a path past the end of a tuple
// SPDX-License-Identifier: MIT
// EXPECT: fm::dict: no such name in this dictionary
// EXPECT-GNU: no_such_name<.*"3".*names.*"0".*"1"
// EXPECT-Clang: no_such_name<.*'3'.*names.*'0'.*'1'
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto t = fm::dict("t"_n = std::tuple{1, 2});
  return t["t.3"_n];
}
