// orders_test.cpp: third and fourth derivatives; a Lagrangian and its Hamiltonian
// SPDX-License-Identifier: MIT
#include "nesting.hpp"

using namespace nesting;

TEST_CASE("third and fourth derivatives, modes in turn", "[nesting]") {
  auto const check = []<mode A, mode B>() {
    auto const f = [](auto const& x) { return fm::sin(x) * x; };
    auto const d1 = [f](auto const& x) { return d<A>(f, x); };
    auto const d2 = [d1](auto const& x) { return d<B>(d1, x); };
    auto const d3 = [d2](auto const& x) { return d<A>(d2, x); };
    double const x = 0.75, s = std::sin(x), c = std::cos(x);
    CHECK(d2(x) == Approx(2 * c - x * s).epsilon(1e-13));
    CHECK(d3(x) == Approx(-3 * s - x * c).epsilon(1e-13));
    CHECK(d<B>(d3, x) == Approx(-4 * c + x * s).epsilon(1e-13));
  };
  check.template operator()<mode::forward, mode::reverse>();
  check.template operator()<mode::reverse, mode::forward>();
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
    auto const minus = [&](auto const& velocity, auto const& y, auto const& m) {
      return lagrangian(y, velocity) - fm::sum(m * velocity);
    };
    auto const start = fm::lift(v, at, momenta);
    auto const best = start - fm::grad(minus)(start, at, momenta);
    return -minus(best, at, momenta);
  };
  auto const g = fm::grad(hamiltonian)(q, p);
  CHECK(g(0) == 0);
  CHECK(g(1) == Approx(9.8).epsilon(1e-14));
  CHECK(fm::grad<1>(hamiltonian)(q, p)(1) == Approx(6).epsilon(1e-14));
}
