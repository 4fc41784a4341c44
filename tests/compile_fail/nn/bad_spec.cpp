// tests/compile_fail/nn/bad_spec.cpp: a spec with a leaf that declares nothing
// SPDX-License-Identifier: MIT
// EXPECT: a leaf of a module's spec\(\) is neither fm::param\(...\), fm::buffer\(...\) nor a module
#include <fmod/nn/nn.hpp>

using namespace fm::literals;

struct Model {
  auto spec() const { return fm::dict("weight"_n = fm::ones<float>({2})); }
};

int main() { fm::init<float>(Model{}, fm::random::key(0)); }
