// tests/cases/tails_test.cpp: derivatives where formulas overflow, underflow or cancel; the sources stand in brackets
// SPDX-License-Identifier: MIT
#include <cmath>

#include <fmod/transforms/transforms.hpp>

#include "cases/formulas.hpp"
#include "support/catch.hpp"

using cases::expect, cases::many, cases::one, cases::two, cases::unknown;

TEST_CASE("sinc near its maximum [jax#40629] [jax#34139]", "[tails]") {
  expect(one::sinc_shifted, 0.49999999999999994, {1, 7.30497470002078958e-16, unknown, unknown});
  expect(one::sinc, 1e-6, {unknown, -3.2898681336932059e-6, unknown, unknown});
  expect(one::sinc, 1e-3, {unknown, -3.28986488672789625e-3, unknown, unknown});
  expect(one::sinc, 0, {1, 0, -3.2898681336964529, 0});
}

TEST_CASE("sigmoid in both tails [jax#40342] [pytorch#195527]", "[tails]") {
  expect(one::sigmoid, 40, {1, 4.24835425529158896e-18, -4.24835425529158896e-18, 4.24835425529158896e-18});
  expect(one::sigmoid, -40,
         {4.24835425529158896e-18, 4.24835425529158896e-18, 4.24835425529158896e-18, 4.24835425529158896e-18});
  expect(one::sigmoid, 37.42994775023705, {unknown, 5.55111512312577548e-17, unknown, unknown});
  expect(one::sigmoid, -37.42994775023705, {unknown, 5.55111512312577548e-17, unknown, unknown});
}

TEST_CASE("expm1 far left [jax#39794]", "[tails]") {
  expect(one::expm1, -40, {-1, 4.248354255291589e-18, 4.248354255291589e-18, 4.248354255291589e-18});
}

TEST_CASE("tanh at 20 and 400 [55]", "[tails]") {
  expect(one::tanh, 20, {1, 1.6993417021166356e-17, -3.3986834042332711e-17, unknown});
  expect(one::tanh, 400, {1, unknown, unknown, unknown});
  for (double x : {400.0, -400.0}) CHECK(std::fabs(fm::grad(fm::tanh)(x)) < 1e-300);
}

TEST_CASE("norms of huge and tiny vectors [pytorch#193006]", "[tails]") {
  auto const x = fm::tensor<float>({1e20, 1, 1});
  CHECK(fm::norm(x).item() == 1e20f);
  auto const g = fm::grad(fm::norm)(x);
  CHECK(g(0) == 1);
  CHECK(g(1) == Approx(1e-20).epsilon(1e-6));
  CHECK(fm::jvp(fm::norm, x, fm::tensor<float>({0, 1, 0})).second.item() == Approx(1e-20).epsilon(1e-6));
  double const h = std::sqrt(0.5);
  expect(two::hypot, 1e200, 1e200, {1.4142135623730951e200, h, h, unknown, unknown, unknown});
  expect(two::hypot, 1e-200, 1e-200, {1.4142135623730951e-200, h, h, unknown, unknown, unknown});
}

TEST_CASE("angles of tiny vectors [jax#1052] [pytorch#98276]", "[tails]") {
  expect(two::atan2, 1e-13, 5.6843e-14, {unknown, 4296157198699.0357, -7557935363543.5071, unknown, unknown, unknown});
  expect(two::atan2, 1e-200, 1e-200, {unknown, 0.5e200, -0.5e200, unknown, unknown, unknown});
  auto const angle = [](auto const& y, auto const& x) { return fm::atan2(y, x); };
  auto const [dy, dx] = fm::grad<0, 1>(angle)(1e-13f, 5.6843e-14f);
  CHECK(dy == Approx(4296157198699.0357).epsilon(1e-6));
  CHECK(dx == Approx(-7557935363543.5071).epsilon(1e-6));
}

TEST_CASE("gelu, logarithms of tails and special values [62]", "[tails]") {
  expect(one::gelu, -10, {-7.6198530241605261e-23, -7.6184000964648141e-22, unknown, unknown});
  expect(one::gelu, 0, {0, 0.5, 0.79788456080286536, unknown});
  expect(one::gelu, 1, {unknown, 1.0833154705876863, 0.24197072451914335, unknown});
  expect(one::log1p, 1e-10, {9.9999999995e-11, unknown, unknown, unknown});
  expect(one::expm1, 1e-10, {1.00000000005e-10, unknown, unknown, unknown});
  expect(one::erfc, 10, {2.0884875837625448e-45, unknown, unknown, unknown});
  expect(one::log_normal_cdf, -20, {-203.91715537109726, 20.049753068527851, unknown, unknown});
  expect(one::digamma, 0.5, {-1.9635100260214235, 4.9348022005446793, unknown, unknown});
  expect(one::trigamma, 0.5, {4.9348022005446793, unknown, unknown, unknown});
  expect(two::logaddexp, 1000, 1000.5,
         {1000.9740769841801, 0.37754066879814544, 0.62245933120185456, unknown, unknown, unknown});
}

TEST_CASE("log of a sum of large exponentials [61]", "[tails]") {
  expect(many::logsumexp, fm::tensor<double>({1000, 1001, 1002}), 1002.4076059644444,
         {0.0900305731703805, 0.244728471054798, 0.665240955774822}, {}, 1e-13 * 10);
}

TEST_CASE("elu far right [jax#1538]", "[tails]") {
  expect(one::elu, 1000, {1000, 1, 0, 0});
  CHECK(fm::grad(fm::elu)(1000.0f) == 1);
  CHECK(fm::jvp(fm::elu, 1000.0f, 1.0f).second == 1);
  CHECK(fm::grad([](auto const& x) { return fm::sum(fm::elu(x)); })(fm::tensor<float>({1000}))(0) == 1);
}

TEST_CASE("a step of Adam as a function of the gradient [higher#125]", "[tails]") {
  expect(one::adam_rooted, 0, {0, 9999.000099990001, unknown, unknown});
  expect(one::adam_rooted, 0.5, {0.9999999600000018, 1.199999888000008e-7, unknown, unknown},
         1e-8);  // 1 - 1e-7 from numbers near 1
  expect(one::adam, 0.5, {unknown, 3.9999998400000048e-8, unknown, unknown}, 1e-8);
}
