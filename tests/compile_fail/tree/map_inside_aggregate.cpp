// tests/compile_fail/tree/map_inside_aggregate.cpp: map over aggregates that differ further down
// SPDX-License-Identifier: MIT
// EXPECT: fm::tree: a leaf of the first tree meets a subtree of another
// EXPECT-GNU: different_structure<.*at_path.*"o\.a\.x\.\*".*int.*vector<int
// EXPECT-Clang: different_structure<.*at_path.*'o', '\.', 'a', '\.', 'x', '\.', '\*'.*int.*vector<int
// EXPECT-ERRORS: 1
#include <boost/hana/define_struct.hpp>
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

template <class T> struct A { BOOST_HANA_DEFINE_STRUCT(A, (std::vector<T>, x)); };
template <class T> struct Outer { BOOST_HANA_DEFINE_STRUCT(Outer, (A<T>, a)); };

int main() {
  auto add = [](auto a, auto b) { return a + b; };
  auto r = fm::tree::map(add, fm::dict("o"_n = Outer<int>{}), fm::dict("o"_n = Outer<std::vector<int>>{}));
}
