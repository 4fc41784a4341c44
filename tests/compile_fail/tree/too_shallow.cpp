// tests/compile_fail/tree/too_shallow.cpp: a name that is further down; the error suggests the path
// SPDX-License-Identifier: MIT
// EXPECT: fm::dict: no such name in this dictionary
// EXPECT-GNU: no_such_name<.*"weight".*did_you_mean.*"fc1\.weight".*names.*"fc1".*"fc2"
// EXPECT-Clang: no_such_name<.*'w', 'e', 'i', 'g', 'h', 't'.*did_you_mean.*'f', 'c', '1', '\.', 'w', 'e', 'i', 'g', 'h', 't'.*names.*'f', 'c', '1'.*'f', 'c', '2'
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto p = fm::dict("weight"_n = 1, "bias"_n = 2);
  auto q = fm::dict("fc1"_n = p, "fc2"_n = p);
  return q["weight"_n];
}
