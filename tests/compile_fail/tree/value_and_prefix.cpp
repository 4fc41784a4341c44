// tests/compile_fail/tree/value_and_prefix.cpp: a name that is a value and the beginning of a dotted name
// SPDX-License-Identifier: MIT
// EXPECT: fm::dict: a name holds a value and is also the beginning of a dotted name
// EXPECT-GNU: name_is_value_and_prefix<.*"fc\.w".*names.*"fc".*"fc\.w"
// EXPECT-Clang: name_is_value_and_prefix<.*'f', 'c', '\.', 'w'.*names.*'f', 'c'.*'f', 'c', '\.', 'w'
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() { auto d = fm::dict("fc"_n = 1, "fc.w"_n = 2); }
