// tests/compile_fail/tree/empty_name.cpp: an empty component of a dotted name
// SPDX-License-Identifier: MIT
// EXPECT: fm::dict: a name or a part of a dotted name is empty
// EXPECT-GNU: name_not_allowed<.*"a\.\.b"
// EXPECT-Clang: name_not_allowed<.*'a', '\.', '\.', 'b'
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() { auto d = fm::dict("a..b"_n = 1); }
