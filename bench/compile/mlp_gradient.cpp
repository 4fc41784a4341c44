// bench/compile/mlp_gradient.cpp: what a first program costs to compile: the gradient of a small network
// SPDX-License-Identifier: MIT
#include <fmod/fmod.hpp>

using namespace fm::literals;

int main() {
  auto const params = fm::dict("fc1.weight"_n = fm::ones<float>({64, 64}), "fc1.bias"_n = fm::zeros<float>({64}),
                               "fc2.weight"_n = fm::ones<float>({64, 64}), "fc2.bias"_n = fm::zeros<float>({64}),
                               "fc3.weight"_n = fm::ones<float>({10, 64}), "fc3.bias"_n = fm::zeros<float>({10}));
  auto const loss = [](auto const& p, auto const& x) {
    auto h = fm::tanh(fm::matmul(x, p["fc1.weight"_n], false, true) + p["fc1.bias"_n]);
    h = fm::tanh(fm::matmul(h, p["fc2.weight"_n], false, true) + p["fc2.bias"_n]);
    auto const y = fm::matmul(h, p["fc3.weight"_n], false, true) + p["fc3.bias"_n];
    return fm::mean(fm::square(y));
  };
  auto const g = fm::grad(loss)(params, fm::ones<float>({32, 64}));
  return g["fc3.bias"_n](0) > 0 ? 0 : 1;
}
