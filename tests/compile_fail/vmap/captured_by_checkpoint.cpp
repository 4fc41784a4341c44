// tests/compile_fail/vmap/captured_by_checkpoint.cpp: inside a vmap, a checkpointed function uses a differentiated value
// SPDX-License-Identifier: MIT
// EXPECT: uses a differentiated value that is not among its arguments, so its rules cannot see it; pass that value as an argument
#include <fmod/fmod.hpp>

int main() {
  auto const f = [](auto const& x) {
    auto const each = [](auto const& a) {
      return fm::checkpoint([&](auto const& b) { return a * b; })(a);
    };
    return fm::sum(fm::vmap(each)(x));
  };
  static_cast<void>(fm::grad(f)(fm::ones<double>({3})));
}
