// tests/compile_fail/vmap/item_of_mapped.cpp: item of what differs from lane to lane
// SPDX-License-Identifier: MIT
// EXPECT: value_of, item or bool of a mapped value.*fm::where.*fm::while_loop.*fm::vmap_loop
// EXPECT-ERRORS: 1
#include <fmod/fmod.hpp>

int main() {
  auto const y = fm::vmap([](auto const& a) { return a * a.item(); })(fm::ones<double>({3}));
  static_cast<void>(y);
}
