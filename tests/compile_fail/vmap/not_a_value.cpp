// tests/compile_fail/vmap/not_a_value.cpp: the function returns a string
// SPDX-License-Identifier: MIT
// EXPECT: fm::vmap: the function returned something that is neither tensor nor number
#include <fmod/fmod.hpp>

int main() {
  auto const y = fm::vmap([](auto const&) { return std::string("a"); })(fm::ones<double>({3}));
  static_cast<void>(y);
}
