// tests/compile_fail/tree/dot_in_field.cpp: a dot in the name of a field that did not come from dict()
// SPDX-License-Identifier: MIT
// EXPECT: fm::Dict: a name is empty or has a dot in it
// EXPECT-GNU: name_not_allowed<.*"a\.b"
// EXPECT-Clang: name_not_allowed<.*'a', '\.', 'b'
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() { fm::Dict<fm::Field<"a.b", int>> d{}; }
