// tests/compile_fail/tree/vector_name.cpp: a name where a vector needs a number
// SPDX-License-Identifier: MIT
// EXPECT: fm::dict: a dotted path goes on below something that has no such parts
// EXPECT-GNU: not_a_dict<.*"w".*vector<int
// EXPECT-Clang: not_a_dict<.*'w'.*vector<int
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto t = fm::dict("v"_n = std::vector{1, 2});
  return t["v.w"_n];
}
