// nesting_test.cpp: perturbations that must not be confused, and gradients through gradient steps
// SPDX-License-Identifier: MIT
#include "support.hpp"

namespace {
enum class mode { forward, reverse };

/// The derivative of f(x, constants...) by x.
template <mode M, class F, class X, class... C> auto d(F const& f, X const& x, C const&... constants) {
  if constexpr (M == mode::forward) return fm::jvp(f, x, fm::ones_like(fm::value_of(x)), constants...).second;
  else return fm::grad(f)(x, constants...);
}
template <class F> void for_each_pair_of_modes(F const& f) {
  f.template operator()<mode::forward, mode::forward>();
  f.template operator()<mode::forward, mode::reverse>();
  f.template operator()<mode::reverse, mode::forward>();
  f.template operator()<mode::reverse, mode::reverse>();
}
double number(double x) { return x; }
double number(fm::Tensor<double> const& x) { return x.item(); }
}  // namespace

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
    auto const product = [](auto const& x) { return x * d<Inner>([&](auto const& y) { return x * y; }, 1.0, fm::capturing(x)); };
    CHECK(d<Outer>(product, 4.0) == 8);
    // F(x) = d/dy y (x - y) at y = x is -x
    auto const at_x = [](auto const& x) { return d<Inner>([](auto const& y, auto const& z) { return y * (z - y); }, x, x); };
    CHECK(d<Outer>(at_x, 1.0) == -1);
    auto const at_captured = [](auto const& x) { return d<Inner>([&](auto const& y) { return y * (x - y); }, x, fm::capturing(x)); };
    CHECK(d<Outer>(at_captured, 1.0) == -1);
    auto const twice = [](auto const& x) {
      auto const f = [&](auto const& y) { return x + y; };
      return x * d<Inner>(f, 1.0, fm::capturing(x)) * d<Inner>(f, 2.0, fm::capturing(x));
    };
    CHECK(d<Outer>(twice, 2.0) == 1);
    auto const square = [](auto const& x) { return x * d<Inner>([](auto const& y) { return y * y; }, x); };
    CHECK(d<Outer>(square, 1.0) == 4);
    auto const mixed = [](auto const& x) { return d<Inner>([&](auto const& y) { return x * y; }, 3.0, fm::capturing(x)); };
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
    if constexpr (Outer == mode::reverse) CHECK(fm::grad(f)(v)(0) == 2);
    else CHECK(fm::jvp(f, v, fm::ones_like(v)).second.item() == 2);
  });
}

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
    check(fm::scalar(1.0));
    auto const first_order = [](auto const& w0) {
      auto const w = w0 - 0.1 * fm::stop_gradient(d<Inner>([](auto const& v) { return v * v * v; }, w0));
      return w * w;
    };
    CHECK(d<Outer>(first_order, 1.0) == Approx(1.4).epsilon(1e-15));
    CHECK(d<Outer>(first_order, fm::scalar(1.0)).item() == Approx(1.4).epsilon(1e-15));
  });
}

TEST_CASE("third and fourth derivatives in all orders of modes", "[nesting]") {
  for_each_pair_of_modes([]<mode A, mode B>() {
    auto const f = [](auto const& x) { return fm::sin(x) * x * x; };
    auto const d1 = [f](auto const& x) { return d<A>(f, x); };
    auto const d2 = [d1](auto const& x) { return d<B>(d1, x); };
    auto const d3 = [d2](auto const& x) { return d<A>(d2, x); };
    double const x = 0.75, s = std::sin(x), c = std::cos(x);
    CHECK(d<B>(d1, x) == Approx(-x * x * s + 4 * x * c + 2 * s).epsilon(1e-13));
    CHECK(d<A>(d2, x) == Approx(-x * x * c - 6 * x * s + 6 * c).epsilon(1e-13));
    CHECK(d<B>(d3, x) == Approx(x * x * s - 8 * x * c - 12 * s).epsilon(1e-13));
  });
}

TEST_CASE("a Lagrangian and its Hamiltonian", "[nesting][11]") {
  // L(q, v) = |v|^2 / 2 - 9.8 q2; the Jacobian in q of grad_v L is 0.
  auto const lagrangian = [](auto const& q, auto const& v) { return 0.5 * fm::squared_norm(v) - 9.8 * q[1]; };
  auto const q = fm::tensor<double>({1, 2}), v = fm::tensor<double>({3, 4}), p = fm::tensor<double>({5, 6});
  auto const momentum = [&](auto const& at, auto const& velocity) { return fm::grad<1>(lagrangian)(at, velocity); };
  CHECK(fm::norm(fm::jvp(momentum, q, fm::ones_like(q), v).second).item() == 0);
  CHECK(fm::norm(fm::vjp(momentum, q, v).second(p)).item() == 0);
  // H(q, p) = sup_v (p v - L), by one Newton step, which is exact here.
  auto const hamiltonian = [&](auto const& at, auto const& momenta) {
    auto const minus = [&](auto const& velocity, auto const& y, auto const& m) { return lagrangian(y, velocity) - fm::sum(m * velocity); };
    auto const start = fm::lift(v, at, momenta);
    auto const best = start - fm::grad(minus)(start, at, momenta);
    return -minus(best, at, momenta);
  };
  auto const g = fm::grad(hamiltonian)(q, p);
  CHECK(g(0) == 0);
  CHECK(g(1) == Approx(9.8).epsilon(1e-14));
  CHECK(fm::grad<1>(hamiltonian)(q, p)(1) == Approx(6).epsilon(1e-14));
}
