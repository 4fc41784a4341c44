// tests/compile_fail/tree/misspelt.cpp: a misspelt name; the error suggests the right one
// SPDX-License-Identifier: MIT
// EXPECT: fm::dict: no such name in this dictionary
// EXPECT-GNU: no_such_name<.*"wieght".*did_you_mean.*"weight".*names.*"weight".*"bias"
// EXPECT-Clang: no_such_name<.*'w', 'i', 'e', 'g', 'h', 't'.*did_you_mean.*'w', 'e', 'i', 'g', 'h', 't'.*names.*'w', 'e', 'i', 'g', 'h', 't'.*'b', 'i', 'a', 's'
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto p = fm::dict("weight"_n = 1, "bias"_n = 2);
  return p["wieght"_n];
}
