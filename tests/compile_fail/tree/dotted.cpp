// tests/compile_fail/tree/dotted.cpp: a wrong name in a dotted path
// SPDX-License-Identifier: MIT
// EXPECT: fm::dict: no such name in this dictionary
// EXPECT-GNU: no_such_name<.*"fc3".*did_you_mean.*"fc1".*names.*"fc1".*"fc2"
// EXPECT-Clang: no_such_name<.*'f', 'c', '3'.*did_you_mean.*'f', 'c', '1'.*names.*'f', 'c', '1'.*'f', 'c', '2'
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto p = fm::dict("weight"_n = 1, "bias"_n = 2);
  auto q = fm::dict("fc1"_n = p, "fc2"_n = p);
  return q["fc3.weight"_n];
}
