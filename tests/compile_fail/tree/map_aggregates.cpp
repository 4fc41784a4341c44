// tests/compile_fail/tree/map_aggregates.cpp: map over aggregates of different templates
// SPDX-License-Identifier: MIT
// EXPECT: fm::tree: the trees have aggregates of different templates here
// EXPECT-GNU: different_structure<.*at_path.*"a".*A<int>.*B<int>
// EXPECT-Clang: different_structure<.*at_path.*'a'.*A<int>.*B<int>
// EXPECT-ERRORS: 1
#include <boost/hana/define_struct.hpp>
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

template <class T> struct A { BOOST_HANA_DEFINE_STRUCT(A, (T, x)); };
template <class T> struct B { BOOST_HANA_DEFINE_STRUCT(B, (T, x)); };

int main() {
  auto add = [](auto a, auto b) { return a + b; };
  auto r = fm::tree::map(add, fm::dict("a"_n = A<int>{1}), fm::dict("a"_n = B<int>{2}));
}
