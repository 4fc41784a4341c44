// tests/compile_fail/nn/missing_name.cpp: functional_call with a parameter that is missing and one that is unexpected
// SPDX-License-Identifier: MIT
// EXPECT: fm::functional_call: the parameters do not have the names that the model declares
// EXPECT-GNU: parameters_do_not_fit<.*missing<.*"fc1.bias".*unexpected<.*"fc1.biass".*names<.*"fc1.weight"
// EXPECT-Clang: parameters_do_not_fit<.*missing<.*'f', 'c', '1', '.', 'b', 'i', 'a', 's'>.*unexpected<.*'b', 'i', 'a', 's', 's'>.*names<
// EXPECT-ERRORS: 1
#include <fmod/nn/nn.hpp>

using namespace fm::literals;

int main() {
  auto const model =
      fm::nn::sequential("fc1"_n = fm::nn::Linear{2, 3}, fm::tanh, "fc2"_n = fm::nn::Linear<fm::no_bias>{3, 1});
  auto const t = fm::ones<float>({1});
  auto const y = fm::functional_call(model, fm::dict("fc1.weight"_n = t, "fc1.biass"_n = t, "fc2.weight"_n = t), t);
}
