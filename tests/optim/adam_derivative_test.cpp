// tests/optim/adam_derivative_test.cpp: the derivative of Adam's first step, with all digits, also at a gradient of zero
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <fmod/optim/optim.hpp>
#include <fmod/transforms/transforms.hpp>

#include <cmath>

using namespace fm::literals;

namespace {

using fm::Tensor;
namespace optim = fm::optim;

/// The direction of the first step of Adam at gradient g.
template <class X> auto first_step(X const& g, double eps_root) {
  auto const adam = optim::adam(-1.0, {.eps_root = eps_root});
  return adam.update(g, adam.init(g), g).first;
}

}  // namespace

TEST_CASE("adam's first step is smooth at a gradient of zero if eps_root is above 0", "[adam]") {
  // u(g) = g / (sqrt(g^2 + eps_root) + eps), eps = 1e-8: published values.
  auto const u = [](auto const& g) { return first_step(g, 1e-8); };
  CHECK(fm::grad(u)(0.0) == Approx(9999.000099990001).epsilon(1e-14));
  CHECK(fm::jvp(u, 0.0, 1.0).second == Approx(9999.000099990001).epsilon(1e-14));
  CHECK(u(0.5) == Approx(.9999999600000018).epsilon(1e-15));
  CHECK(fm::grad(u)(0.5) == Approx(1.199999888000008e-7).epsilon(1e-13));
  CHECK(fm::jvp(u, 0.5, 1.0).second == Approx(1.199999888000008e-7).epsilon(1e-13));
  CHECK(fm::grad(fm::grad(u))(0.0) == Approx(0).margin(1e-6));
}

TEST_CASE("adam's first step without eps_root: all digits away from zero, finite at zero", "[adam]") {
  auto const u = [](auto const& g) { return first_step(g, 0); };
  CHECK(fm::grad(u)(0.5) == Approx(3.9999998400000048e-8).epsilon(1e-14));
  CHECK(fm::jvp(u, 0.5, 1.0).second == Approx(3.9999998400000048e-8).epsilon(1e-14));
  CHECK(fm::grad(u)(0.0) == Approx(1e8));  // 1 / eps
  CHECK(fm::jvp(u, 0.0, 1.0).second == Approx(1e8));
  // u' = eps / (|g| + eps)^2, u'' = -2 eps sign(g) / (|g| + eps)^3, taken as 0 at 0.
  CHECK(fm::grad(fm::grad(u))(0.5) == Approx(-2e-8 / std::pow(0.5 + 1e-8, 3)).epsilon(1e-12));
  CHECK(fm::jvp(fm::grad(u), -0.5, 1.0).second == Approx(2e-8 / std::pow(0.5 + 1e-8, 3)).epsilon(1e-12));
  CHECK(fm::grad(fm::grad(u))(0.0) == 0);
  CHECK(fm::jvp(fm::grad(u), 0.0, 1.0).second == 0);
  // The same on tensors, a zero beside others; and the state that comes out.
  auto const g = fm::tensor<double>({0.5, 0, -2});
  auto const all = fm::grad([&](auto const& x) { return fm::sum(u(x)); })(g);
  CHECK(all(0) == Approx(3.9999998400000048e-8).epsilon(1e-14));
  CHECK(all(1) == Approx(1e8));
  CHECK(all(2) == Approx(1e-8 / std::pow(2 + 1e-8, 2)).epsilon(1e-14));
  auto const f = fm::grad([&](auto const& x) { return fm::sum(u(x)); })(fm::tensor<float>({0.5f, 0}));
  CHECK(f(0) == Approx(4e-8f).epsilon(1e-6));
  CHECK(f(1) == Approx(1e8f));
}
