// tests/compile_fail/transforms/integer_tensor.cpp: a tensor of integers among the leaves that vjp differentiates
// SPDX-License-Identifier: MIT
// EXPECT: a leaf that is to be differentiated is not a float or double
#include <fmod/fmod.hpp>

using namespace fm::literals;

int main() {
  auto const p = fm::dict("x"_n = fm::ones<double>({2}), "i"_n = fm::tensor<fm::int64_t>({0, 1}));
  return fm::vjp([](auto const& q) { return fm::take(q["x"_n], fm::value_of(q["i"_n])); }, p).first(0) == 1;
}
