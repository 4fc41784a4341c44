// tests/compile_fail/tree/duplicate.cpp: the same name twice
// SPDX-License-Identifier: MIT
// EXPECT: fm::dict: the same name twice in one dictionary
// EXPECT-GNU: name_used_twice<.*"a".*names.*"a".*"b".*"a"
// EXPECT-Clang: name_used_twice<.*'a'.*names.*'a'.*'b'.*'a'
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() { auto d = fm::dict("a"_n = 1, "b"_n = 2, "a"_n = 3); }
