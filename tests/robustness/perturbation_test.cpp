// perturbation_test.cpp: perturbations that must not be confused, in every pair of modes
// SPDX-License-Identifier: MIT
#include "nesting.hpp"

using namespace nesting;

TEST_CASE("d/dx x (d/dy (x + y)) is 1, declared as an argument or captured", "[nesting][1]") {
  auto const check = [](auto const& one) {
    for_each_pair_of_modes([&]<mode Outer, mode Inner>() {
      auto const passed = [](auto const& x) {
        return x * d<Inner>([](auto const& y, auto const& z) { return z + y; }, fm::ones_like(fm::value_of(x)), x);
      };
      auto const captured = [](auto const& x) {
        return x * d<Inner>([&](auto const& y) { return x + y; }, fm::ones_like(fm::value_of(x)), fm::capturing(x));
      };
      CHECK(number(d<Outer>(passed, one)) == 1);
      CHECK(number(d<Outer>(captured, one)) == 1);
    });
  };
  check(1.0);
  check(fm::scalar(1.0));
}

TEST_CASE("perturbations in products, at the captured point, and two in a row", "[nesting][7][9][15][24]") {
  for_each_pair_of_modes([]<mode Outer, mode Inner>() {
    // x (d/dy x y) at 4: 2 x
    auto const product = [](auto const& x) {
      return x * d<Inner>([&](auto const& y) { return x * y; }, 1.0, fm::capturing(x));
    };
    CHECK(d<Outer>(product, 4.0) == 8);
    // F(x) = d/dy y (x - y) at y = x is -x
    auto const at_x = [](auto const& x) {
      return d<Inner>([](auto const& y, auto const& z) { return y * (z - y); }, x, x);
    };
    CHECK(d<Outer>(at_x, 1.0) == -1);
    auto const at_captured = [](auto const& x) {
      return d<Inner>([&](auto const& y) { return y * (x - y); }, x, fm::capturing(x));
    };
    CHECK(d<Outer>(at_captured, 1.0) == -1);
    auto const twice = [](auto const& x) {
      auto const f = [&](auto const& y) { return x + y; };
      return x * d<Inner>(f, 1.0, fm::capturing(x)) * d<Inner>(f, 2.0, fm::capturing(x));
    };
    CHECK(d<Outer>(twice, 2.0) == 1);
    auto const square = [](auto const& x) { return x * d<Inner>([](auto const& y) { return y * y; }, x); };
    CHECK(d<Outer>(square, 1.0) == 4);
    auto const mixed = [](auto const& x) {
      return d<Inner>([&](auto const& y) { return x * y; }, 3.0, fm::capturing(x));
    };
    CHECK(d<Outer>(mixed, 5.0) == 1);
  });
}

TEST_CASE("a vector that is captured under its own gradient", "[nesting][3]") {
  // sum(v) (d/dy y |v|)(1)
  for_each_pair_of_modes([]<mode Outer, mode Inner>() {
    auto const f = [](auto const& v) {
      return fm::sum(v) * d<Inner>([&](auto const& y) { return y * fm::norm(v); }, fm::scalar(1.0), fm::capturing(v));
    };
    auto const v = fm::tensor<double>({1});
    if constexpr (Outer == mode::reverse)
      CHECK(fm::grad(f)(v)(0) == 2);
    else
      CHECK(fm::jvp(f, v, fm::ones_like(v)).second.item() == 2);
  });
}
