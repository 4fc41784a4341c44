// tests/compile_fail/nn/tied_twice.cpp: overrides of both names of a tied parameter
// SPDX-License-Identifier: MIT
// EXPECT: fm::functional_call: both names of a tied parameter are overridden; give one of them
// EXPECT-GNU: tied_twice<.*"b.weight".*"a.weight"
// EXPECT-ERRORS: 1
#include <fmod/nn/nn.hpp>

using namespace fm::literals;

int main() {
  auto const model = fm::nn::sequential("a"_n = fm::nn::Linear{2, 2}, "b"_n = fm::nn::Linear{2, 2});
  auto const bound = fm::bind(model, fm::init<float>(model, fm::random::key(0)), fm::tie("b.weight"_n, "a.weight"_n));
  auto const w = fm::ones<float>({2, 2});
  auto const y = fm::functional_call(bound, fm::dict("a.weight"_n = w, "b.weight"_n = w), fm::ones<float>({2}));
}
