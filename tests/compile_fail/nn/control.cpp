// tests/compile_fail/nn/control.cpp: what the others get wrong, done right
// SPDX-License-Identifier: MIT
// EXPECT-OK
#include <fmod/nn/nn.hpp>

using namespace fm::literals;

int main() {
  auto const model =
      fm::nn::sequential("fc1"_n = fm::nn::Linear{2, 3}, fm::tanh, "fc2"_n = fm::nn::Linear<fm::no_bias>{3, 1});
  auto const p = fm::init<float>(model, fm::random::key(0));
  auto const bound = fm::bind(model, p);
  auto const x = fm::functional_call(model, p, fm::ones<float>({2}));
  auto const y = fm::functional_call(bound, fm::dict("fc1.bias"_n = fm::ones<float>({3})), fm::ones<float>({2}));
}
