// meta_test.cpp: gradients through gradient steps, in every pair of modes
// SPDX-License-Identifier: MIT
#include "nesting.hpp"

using namespace nesting;

TEST_CASE("a gradient through gradient steps", "[nesting]") {
  // Inner loss w^3, outer loss w^2, rate 0.1: w' = w - 0.3 w^2.
  for_each_pair_of_modes([]<mode Outer, mode Inner>() {
    auto const after = [](int steps) {
      return [steps](auto const& w0) {
        auto w = w0;
        for (int i = 0; i < steps; ++i) w = w - 0.1 * d<Inner>([](auto const& v) { return v * v * v; }, w);
        return w * w;
      };
    };
    auto const check = [&](auto const& one) {
      CHECK(number(d<Outer>(after(1), one)) == Approx(0.56).epsilon(1e-15));
      CHECK(number(d<Outer>(after(2), one)) == Approx(0.256592).epsilon(1e-14));
      CHECK(number(d<Outer>(after(3), one)) == Approx(0.14301042732703997).epsilon(1e-14));
    };
    check(1.0);
    if constexpr (Inner == mode::reverse) check(fm::scalar(1.0));
    auto const first_order = [](auto const& w0) {
      auto const w = w0 - 0.1 * fm::stop_gradient(d<Inner>([](auto const& v) { return v * v * v; }, w0));
      return w * w;
    };
    CHECK(d<Outer>(first_order, 1.0) == Approx(1.4).epsilon(1e-15));
  });
}
