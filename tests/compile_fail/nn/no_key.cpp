// tests/compile_fail/nn/no_key.cpp: a draw from a number that is no key
// SPDX-License-Identifier: MIT
// EXPECT: fm::random: the first argument must be a key, a Tensor<uint32> of shape \(2\)
#include <fmod/random/random.hpp>

int main() { fm::random::normal<float>(fm::ones<double>({2}), {3}); }
