// tests/compile_fail/custom/captured.cpp: a checkpointed function that uses a differentiated value it was not given
// SPDX-License-Identifier: MIT
// EXPECT: uses a differentiated value that is not among its arguments, so its rules cannot see it; pass that value as an argument
#include <fmod/transforms/checkpoint.hpp>
#include <fmod/transforms/grad.hpp>

int main() {
  auto const f = [](auto const& x) {
    auto const layer = fm::checkpoint([&](auto const& y) { return x * y; });
    return layer(x);
  };
  return fm::grad(f)(1.0) > 0;
}
