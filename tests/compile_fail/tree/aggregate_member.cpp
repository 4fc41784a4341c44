// tests/compile_fail/tree/aggregate_member.cpp: a misspelt member of a Hana struct
// SPDX-License-Identifier: MIT
// EXPECT: fm::dict: no such name in this dictionary
// EXPECT-GNU: no_such_name<.*"qurey".*did_you_mean.*"query".*names.*"query".*"key"
// EXPECT-Clang: no_such_name<.*'q', 'u', 'r', 'e', 'y'.*did_you_mean.*'q', 'u', 'e', 'r', 'y'.*names.*'q', 'u', 'e', 'r', 'y'.*'k', 'e', 'y'
// EXPECT-ERRORS: 1
#include <boost/hana/define_struct.hpp>
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

template <class T> struct Attention { BOOST_HANA_DEFINE_STRUCT(Attention, (T, query), (T, key)); };

int main() {
  auto t = fm::dict("a"_n = Attention<int>{1, 2});
  return t["a.qurey"_n];
}
