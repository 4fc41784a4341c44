// tests/compile_fail/nn/unknown_override.cpp: an override of a name that the model does not have
// SPDX-License-Identifier: MIT
// EXPECT: fm::dict: no such name in this dictionary
// EXPECT-GNU: no_such_name<.*"wieght".*did_you_mean.*"weight"
// EXPECT-ERRORS: 1
#include <fmod/nn/nn.hpp>

using namespace fm::literals;

int main() {
  fm::nn::Linear const model{2, 3};
  auto const bound = fm::bind(model, fm::init<float>(model, fm::random::key(0)));
  auto const y = fm::functional_call(bound, fm::dict("wieght"_n = fm::ones<float>({3, 2})), fm::ones<float>({2}));
}
