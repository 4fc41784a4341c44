// tests/compile_fail/tree/unknown.cpp: a name that is near none; the error lists what there is
// SPDX-License-Identifier: MIT
// EXPECT: fm::dict: no such name in this dictionary
// EXPECT-GNU: no_such_name<.*"gamma".*did_you_mean<>.*names.*"weight".*"bias"
// EXPECT-Clang: no_such_name<.*'g', 'a', 'm', 'm', 'a'.*did_you_mean<>.*names.*'w', 'e', 'i', 'g', 'h', 't'.*'b', 'i', 'a', 's'
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto p = fm::dict("weight"_n = 1, "bias"_n = 2);
  return p["gamma"_n];
}
