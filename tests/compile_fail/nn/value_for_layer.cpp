// tests/compile_fail/nn/value_for_layer.cpp: functional_call with one value where the model has a layer
// SPDX-License-Identifier: MIT
// EXPECT: fm::functional_call: the parameters do not have the names that the model declares
// EXPECT-GNU: missing<.*"fc1.weight".*"fc1.bias".*unexpected<.*"fc1"
// EXPECT-ERRORS: 1
#include <fmod/nn/nn.hpp>

using namespace fm::literals;

int main() {
  auto const model = fm::nn::sequential("fc1"_n = fm::nn::Linear{2, 3});
  auto const t = fm::ones<float>({1});
  auto const y = fm::functional_call(model, fm::dict("fc1"_n = t), t);
}
