// tests/compile_fail/vmap/no_batching_rule.cpp: an op that does not say how it is batched
// SPDX-License-Identifier: MIT
// EXPECT: an op meets a mapped value and does not say how it is batched.*lane_by_lane
#include <fmod/fmod.hpp>

struct Twice {
  static constexpr char const* name = "twice";
  static constexpr unsigned keep = fm::tower::keep_none;
  template <class X> auto eval(X x) const { return x + x; }
};

int main() {
  auto const y = fm::vmap([](auto const& a) { return fm::tower::apply(Twice{}, a); })(fm::ones<double>({3}));
  static_cast<void>(y);
}
