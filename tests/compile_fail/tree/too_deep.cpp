// tests/compile_fail/tree/too_deep.cpp: a path that goes on below a value
// SPDX-License-Identifier: MIT
// EXPECT: fm::dict: a dotted path goes on below something that has no such parts
// EXPECT-GNU: not_a_dict<.*"data".*int
// EXPECT-Clang: not_a_dict<.*'d', 'a', 't', 'a'.*int
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto p = fm::dict("weight"_n = 1, "bias"_n = 2);
  auto q = fm::dict("fc1"_n = p, "fc2"_n = p);
  return q["fc1.weight.data"_n];
}
