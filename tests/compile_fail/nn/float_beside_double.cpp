// tests/compile_fail/nn/float_beside_double.cpp: parameters of two element types
// SPDX-License-Identifier: MIT
// EXPECT: fm::functional_call: two parameters have different element types
// EXPECT-GNU: element_types_differ<.*"weight".*float.*"bias".*double
// EXPECT-Clang: element_types_differ<.*float>.*double>
// EXPECT-ERRORS: 1
#include <fmod/nn/nn.hpp>

using namespace fm::literals;

int main() {
  auto const p = fm::dict("weight"_n = fm::ones<float>({3, 2}), "bias"_n = fm::ones<double>({3}));
  auto const y = fm::functional_call(fm::nn::Linear{2, 3}, p, fm::ones<float>({2}));
}
