// tests/compile_fail/tree/without_unknown.cpp: without, of a name that is not there
// SPDX-License-Identifier: MIT
// EXPECT: fm::dict: no such name in this dictionary
// EXPECT-GNU: no_such_name<.*"biass".*did_you_mean.*"bias"
// EXPECT-Clang: no_such_name<.*'b', 'i', 'a', 's', 's'.*did_you_mean.*'b', 'i', 'a', 's'
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto p = fm::dict("weight"_n = 1, "bias"_n = 2);
  auto q = fm::dict("fc1"_n = p, "fc2"_n = p);
  auto r = fm::without(q, "fc1.biass"_n);
}
