// tests/compile_fail/tree/with_below_vector.cpp: with, of another type below a vector
// SPDX-License-Identifier: MIT
// EXPECT: below a vector, array, optional or aggregate a new value must have the type of the old one
// EXPECT-GNU: type_must_stay<.*"1".*int, double
// EXPECT-Clang: type_must_stay<.*'1'.*int, double
// EXPECT-ERRORS: 1
#include <fmod/tree/tree.hpp>

using namespace fm::literals;

int main() {
  auto t = fm::dict("v"_n = std::vector{1, 2});
  auto r = t.with("v.1"_n = 2.5);
}
