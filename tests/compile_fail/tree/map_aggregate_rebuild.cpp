// tests/compile_fail/tree/map_aggregate_rebuild.cpp: map to leaves that an aggregate cannot hold
// SPDX-License-Identifier: MIT
// EXPECT: fm::tree::map: the new leaves do not fit the aggregate
// EXPECT-GNU: aggregate_cannot_be_rebuilt<.*Mixed<int>.*Mixed<double>
// EXPECT-Clang: aggregate_cannot_be_rebuilt<.*Mixed<int>.*Mixed<double>
// EXPECT-ERRORS: 1
#include <boost/hana/define_struct.hpp>
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

template <class T> struct Mixed { BOOST_HANA_DEFINE_STRUCT(Mixed, (T, x), (int, stride)); };

int main() {
  auto r = fm::tree::map([](auto x) { return x + 0.5; }, Mixed<int>{1, 2});
}
