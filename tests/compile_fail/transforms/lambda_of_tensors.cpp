// tests/compile_fail/transforms/lambda_of_tensors.cpp: a lambda whose parameter is a tensor, given to jvp
// SPDX-License-Identifier: MIT
// EXPECT: a transform was given a function with fixed argument types.*give it a generic one
#include <fmod/fmod.hpp>

int main() {
  auto const x = fm::scalar(1.0);
  return fm::jvp([](fm::Tensor<double> const& y) { return y * y; }, x, x).second.item() == 2;
}
