// tests/compile_fail/tree/prefix_and_value.cpp: the same in the other order
// SPDX-License-Identifier: MIT
// EXPECT: fm::dict: a name holds a value and is also the beginning of a dotted name
// EXPECT-GNU: name_is_value_and_prefix<.*"fc".*names.*"fc\.w".*"fc"
// EXPECT-Clang: name_is_value_and_prefix<.*'f', 'c'.*names.*'f', 'c', '\.', 'w'.*'f', 'c'
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() { auto d = fm::dict("fc.w"_n = 1, "fc"_n = fm::dict("b"_n = 2)); }
