// tests/compile_fail/transforms/integer_jvp.cpp: a tensor of integers with a tangent
// SPDX-License-Identifier: MIT
// EXPECT: a leaf that is to be differentiated is not a float or double
#include <fmod/fmod.hpp>

int main() {
  auto const i = fm::tensor<fm::int64_t>({0, 1});
  return fm::jvp([](auto const& x) { return x; }, i, i).first(0) == 0;
}
