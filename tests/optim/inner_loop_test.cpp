// tests/optim/inner_loop_test.cpp: steps of an optimizer as a function of their start, differentiated by all that they use
// SPDX-License-Identifier: MIT
#include <fmod/optim/optim.hpp>
#include <fmod/transforms/transforms.hpp>

#include "support/catch.hpp"

namespace {
// On (p - a)^2 / 2 a step of rate r takes p - a to (1 - r)(p - a).
auto const loss = [](auto const& p, auto const& a) { return 0.5 * (p - a) * (p - a); };
double const c = std::pow(0.9, 5);
auto const adapt = fm::optim::inner_loop(fm::optim::sgd(0.1), 5);
}  // namespace

TEST_CASE("the gradient through five inner steps, and its derivative", "[inner_loop]") {
  auto const outer = [](auto const& p) { return loss(adapt(fm::grad(loss), p, 1.0), 2.0); };
  double const adapted = 1 + c * (3 - 1);
  CHECK(adapt(fm::grad(loss), 3.0, 1.0) == Approx(adapted).epsilon(1e-15));
  CHECK(fm::grad(outer)(3.0) == Approx((adapted - 2) * c).epsilon(1e-14));
  CHECK(fm::jvp(outer, 3.0, 1.0).second == Approx((adapted - 2) * c).epsilon(1e-14));
  CHECK(fm::hvp(outer)(3.0, 1.0) == Approx(c * c).epsilon(1e-14));
}

TEST_CASE("by the data and by the rate", "[inner_loop]") {
  CHECK(fm::grad([](auto const& a) { return adapt(fm::grad(loss), 3.0, a); })(1.0) == Approx(1 - c).epsilon(1e-14));
  auto const by_rate = [](auto const& r) {
    return fm::optim::inner_loop(fm::optim::sgd(r), 5)(fm::grad(loss), 3.0, 1.0);
  };
  CHECK(fm::grad(by_rate)(0.1) == Approx(-5 * std::pow(0.9, 4) * 2).epsilon(1e-14));
}

TEST_CASE("first order: gradients as constants", "[inner_loop]") {
  auto const constant = [](auto const&... x) { return fm::stop_gradient(fm::grad(loss)(x...)); };
  CHECK(fm::grad([&](auto const& p) { return adapt(constant, p, 1.0); })(3.0) == 1);
}

TEST_CASE("no steps, a negative number of steps, and an optimizer with a state", "[inner_loop]") {
  CHECK(fm::optim::inner_loop(fm::optim::sgd(0.1), 0)(fm::grad(loss), 3.0, 1.0) == 3);
  CHECK_THROWS_AS(fm::optim::inner_loop(fm::optim::sgd(0.1), -1), fm::value_error);
  auto const with_momentum = fm::optim::inner_loop(fm::optim::sgd(0.1, {.momentum = 0.5}), 2);
  // p - a: 2, then 1.8; the second step moves 0.1 (0.5 * 2 + 1.8) on.
  auto const moved = [&](auto const& p) {
    return fm::sum(with_momentum(fm::grad([](auto const& q, auto const& a) { return fm::sum(loss(q, a)); }), p, 1.0));
  };
  CHECK(moved(fm::tensor<double>({3})).item() == Approx(2.52).epsilon(1e-14));
  CHECK(fm::grad(moved)(fm::tensor<double>({3}))(0) == Approx(0.76).epsilon(1e-14));
}
