// bench/compile/mlp_hessian.cpp: the Hessian of a network's loss by all of its parameters
// SPDX-License-Identifier: MIT
#include <fmod/fmod.hpp>

using namespace fm::literals;

int main() {
  auto const params = fm::dict("fc1.weight"_n = fm::ones<float>({16, 8}), "fc1.bias"_n = fm::zeros<float>({16}),
                               "fc2.weight"_n = fm::ones<float>({16, 16}), "fc2.bias"_n = fm::zeros<float>({16}),
                               "fc3.weight"_n = fm::ones<float>({1, 16}), "fc3.bias"_n = fm::zeros<float>({1}));
  auto const loss = [](auto const& p, auto const& x) {
    auto h = fm::tanh(fm::matmul(x, p["fc1.weight"_n], false, true) + p["fc1.bias"_n]);
    h = fm::tanh(fm::matmul(h, p["fc2.weight"_n], false, true) + p["fc2.bias"_n]);
    auto const y = fm::matmul(h, p["fc3.weight"_n], false, true) + p["fc3.bias"_n];
    return fm::mean(fm::square(y));
  };
  auto const h = fm::hessian(loss)(params, fm::ones<float>({32, 8}));
  return h["fc3.bias"_n]["fc3.bias"_n](0, 0) > 0 ? 0 : 1;
}
