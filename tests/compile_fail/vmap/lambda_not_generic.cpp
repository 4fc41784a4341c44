// tests/compile_fail/vmap/lambda_not_generic.cpp: a lambda of tensors
// SPDX-License-Identifier: MIT
// EXPECT: function with fixed argument types
#include <fmod/fmod.hpp>

int main() {
  auto const y = fm::vmap([](fm::Tensor<double> const& a) { return a; })(fm::ones<double>({3}));
  static_cast<void>(y);
}
