// tests/control_flow/loops_test.cpp: cond and while_loop
// SPDX-License-Identifier: MIT
#include <fmod/transforms/transforms.hpp>

#include "support/catch.hpp"

TEST_CASE("a loop whose length depends on the value [jax#8239] [jax#4106]", "[while_loop]") {
  auto const f = [](auto const& x) {
    return fm::while_loop([](auto const& y) { return y < 10; }, [&](auto const& y) { return y * x; }, 1.0);
  };
  CHECK(f(2.0) == 16);
  CHECK(fm::grad(f)(2.0) == 32);
  CHECK(fm::jvp(f, 2.0, 1.0).second == 32);
  CHECK(fm::hvp(f)(2.0, 1.0) == 48);
  CHECK(fm::grad([&](auto const& x) { return fm::grad(f)(x); })(2.0) == 48);
  auto const on_tensors = [](auto const& x) {
    return fm::while_loop([](auto const& y) { return y < 10; }, [&](auto const& y) { return y * x; }, fm::scalar(1.0));
  };
  CHECK(fm::grad(on_tensors)(fm::scalar(2.0)).item() == 32);
}

TEST_CASE("a loop of no steps, and a carry of several parts", "[while_loop]") {
  CHECK(fm::grad([](auto const& x) {
          return fm::while_loop([](auto const&) { return false; }, [](auto const& y) { return y * y; }, 3 * x);
        })(1.0) == 3);
  // Heron's method: derivative of the square root.
  auto const root = [](auto const& t) {
    auto const [x, last] = fm::while_loop(
        [](auto const& c) { return fm::abs(c.first - c.second) > 1e-12; },
        [&](auto const& c) { return std::pair(0.5 * (c.first + t / c.first), c.first); }, std::pair(t, 0 * t));
    return x + 0 * last;
  };
  CHECK(root(4.0) == 2);
  CHECK(fm::grad(root)(4.0) == Approx(0.25).epsilon(1e-12));
}

TEST_CASE("cond takes one branch and gives one type", "[cond]") {
  int squares = 0;
  auto const f = [&](auto const& x) {
    return fm::cond(
        x > 0,
        [&](auto const& y) {
          ++squares;
          return y * y;
        },
        [](auto const&) { return 1.0; }, x);
  };
  CHECK(f(3.0) == 9);
  CHECK(fm::grad(f)(2.0) == 4);
  CHECK(fm::hvp(f)(2.0, 1.0) == 2);
  squares = 0;
  CHECK(fm::grad(f)(-2.0) == 0);
  CHECK(f(-2.0) == 1);
  CHECK(squares == 0);
  auto const g = [](auto const& x) {
    auto const [a, b] = fm::cond(
        fm::sum(x) > 0, [](auto const& y) { return std::pair(fm::sum(y), y); },
        [](auto const& y) { return std::pair(fm::scalar(0.0), -y); }, x);
    return a + fm::sum(b * b);
  };
  CHECK(fm::grad(g)(fm::tensor<double>({1, 2}))(1) == 5);
  CHECK(fm::grad(g)(fm::tensor<double>({-1, -2}))(1) == -4);
  CHECK_THROWS_AS(
      fm::cond(
          fm::tensor<bool>({true, false}), [](auto const& x) { return x; }, [](auto const& x) { return x; }, 1.0),
      fm::shape_error);
}
