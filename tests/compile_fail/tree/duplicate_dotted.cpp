// tests/compile_fail/tree/duplicate_dotted.cpp: the same dotted name twice
// SPDX-License-Identifier: MIT
// EXPECT: fm::dict: the same name twice in one dictionary
// EXPECT-GNU: name_used_twice<.*"x\.a".*names.*"x\.a".*"x\.b".*"x\.a"
// EXPECT-Clang: name_used_twice<.*'x', '\.', 'a'.*names.*'x', '\.', 'a'.*'x', '\.', 'b'.*'x', '\.', 'a'
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto d = fm::dict("x.a"_n = 1, "x.b"_n = 2, "x.a"_n = 3);
  return d.size();
}
