// tests/compile_fail/nn/argument_of_double.cpp: parameters of float, an argument of double
// SPDX-License-Identifier: MIT
// EXPECT: fm::functional_call: parameters and argument have different element types
// EXPECT: element_types_differ<.*float>.*element_of_argument<double>
// EXPECT-ERRORS: 1
#include <fmod/nn/nn.hpp>

int main() {
  fm::nn::Linear const model{2, 3};
  auto const y = fm::functional_call(model, fm::init<float>(model, fm::random::key(0)), fm::ones<double>({2}));
}
