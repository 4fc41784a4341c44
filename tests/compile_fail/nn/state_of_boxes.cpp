// tests/compile_fail/nn/state_of_boxes.cpp: a state dict of differentiated values
// SPDX-License-Identifier: MIT
// EXPECT: fm::to_state_dict: a leaf is a differentiated value; strip it
#include <fmod/nn/nn.hpp>
#include <fmod/transforms/transforms.hpp>

int main() {
  fm::grad([](auto const& x) {
    fm::to_state_dict(std::pair(x, x));
    return x;
  })(1.0);
}
