// tests/cases/higher_order_test.cpp: known second and third derivatives in all orders of modes; the sources stand in brackets
// SPDX-License-Identifier: MIT
#include <cmath>

#include <fmod/transforms/transforms.hpp>

#include "cases/formulas.hpp"
#include "support/catch.hpp"

using cases::expect, cases::many, cases::one, cases::two, cases::unknown;

TEST_CASE("a determinant along a line [pytorch#196696]", "[higher_order]") {
  expect(one::determinant, 0.7, {10.88, 9.8, 4, 0});
}

TEST_CASE("the Hessian of a determinant [pytorch#192521] [autodiff#311]", "[higher_order]") {
  auto const f = [](auto const& x) {
    auto const a = [&](int i, int j) { return fm::index(fm::index(x, i), j); };
    return a(0, 0) * (a(1, 1) * a(2, 2) - a(1, 2) * a(2, 1)) - a(0, 1) * (a(1, 0) * a(2, 2) - a(1, 2) * a(2, 0)) +
           a(0, 2) * (a(1, 0) * a(2, 1) - a(1, 1) * a(2, 0));
  };
  auto const identity = fm::eye<double>(3);
  auto const v = fm::tensor<double>({{1, 1, 0}, {0, 1, 0}, {0, 0, 1}});
  double const want[3][3] = {{2, 0, 0}, {-1, 2, 0}, {0, 0, 2}};
  auto const forward = fm::hvp(f)(identity, v);
  auto const backward = fm::grad([&](auto const& x) { return fm::jvp(f, x, v).second; })(identity);
  auto const twice = fm::grad([&](auto const& x) { return fm::sum(fm::grad(f)(x) * v); })(identity);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      CHECK(forward(i, j) == want[i][j]);
      CHECK(backward(i, j) == want[i][j]);
      CHECK(twice(i, j) == want[i][j]);
    }
  expect(many::determinant_2, fm::tensor<double>({1, 2, 3, 4}), -2, {4, -3, -2, 1},
         {{0, 0, 0, 1}, {0, 0, -1, 0}, {0, -1, 0, 0}, {1, 0, 0, 0}});
}

TEST_CASE("layer normalisation [pytorch#196700]", "[higher_order]") {
  expect(one::layer_norm, 0.7, {-0.57346234436332833, -0.54982008088526206, 0.77491420795909418, -0.71324797664499560});
  expect(many::layer_norm, fm::tensor<double>({0.7}), -0.57346234436332833, {-0.54982008088526206},
         {{0.77491420795909418}});
}

TEST_CASE("a Householder reflection [pytorch#196698]", "[higher_order]") {
  expect(one::householder, 0.7, {-1.2818791946308725, 0.80176568623034998, 1.5562513206823926, unknown});
}

TEST_CASE("cross entropy [tensorflow#7403] [tensorflow#14641] [tensorflow#5876]", "[higher_order]") {
  expect(many::cross_entropy_2, fm::tensor<double>({0.5, 0.5}), std::log(2.0), {-0.5, 0.5},
         {{0.25, -0.25}, {-0.25, 0.25}});
  double const a = -0.022033044520174296, b = -0.059892024544818932, c = -0.16280340198980442;
  expect(many::cross_entropy_3, fm::tensor<double>({1, 2, 3}), 0.4076059644443804,
         {0.0900305731703805, 0.244728471054798, -0.334759044225178},
         {{0.081925069064993228, a, b}, {a, 0.18483644650997872, c}, {b, c, 0.22269542653466336}}, 2e-14 * 100);
}

namespace {
struct nth {
  template <int N, class X> static X of(X const& x) {
    if constexpr (N == 0)
      return fm::reciprocal(x);
    else
      return fm::jvp([](auto const& v) { return nth::of<N - 1>(v); }, x, 1.0).second;
  }
};
}  // namespace

TEST_CASE("the sixth derivative of 1/x [jax#3136]", "[higher_order]") { CHECK(nth::of<6>(4.0) == 0.0439453125); }

TEST_CASE("exp of half a square [dex-lang#713]", "[higher_order]") {
  auto const f = [](auto const& x) { return fm::exp(0.5 * fm::squared_norm(x)); };
  auto const x = fm::tensor<double>({0.1, 0.2, 0.3}), v = fm::tensor<double>({0.2, 0.3, 0.4});
  CHECK(f(x).item() == Approx(1.0725081812542165).epsilon(1e-14));
  double const want[] = {0.23595179987592765, 0.3646527816264336, 0.4933537633769396};
  auto const a = fm::hvp(f)(x, v);
  auto const b = fm::grad([&](auto const& u) { return fm::jvp(f, u, v).second; })(x);
  auto const c = fm::grad([&](auto const& u) { return fm::dot(fm::grad(f)(u), v); })(x);
  for (int i = 0; i < 3; ++i) {
    CHECK(a(i) == Approx(want[i]).epsilon(1e-13));
    CHECK(b(i) == Approx(want[i]).epsilon(1e-13));
    CHECK(c(i) == Approx(want[i]).epsilon(1e-13));
  }
}

TEST_CASE("a kernel at equal points [pytorch#92075]", "[higher_order]") {
  // x is (a, b) with a = b; d2/da db exp(-|a - b|^2) = 2 I.
  for (many f : {many::kernel, many::kernel_by_norm}) {
    bool const smooth = f == many::kernel;
    auto const x = fm::tensor<double>({0.5, -1, 0.5, -1});
    if (smooth)
      expect(f, x, 1, {0, 0, 0, 0}, {{-2, 0, 2, 0}, {0, -2, 0, 2}, {2, 0, -2, 0}, {0, 2, 0, -2}});
    else
      expect(f, x, 1, {0, 0, 0, 0});
  }
}

TEST_CASE("powers twice [clad#371]", "[higher_order]") {
  expect(one::exp2_by_pow, 3, {8, unknown, 3.8436241113456114, unknown});
  expect(two::power, 3, 4, {81, 108, unknown, 108, 145.65012717615585, 97.762865825819140});
}

TEST_CASE("asinh of tan, three times [autodiff#395]", "[higher_order]") {
  expect(one::asinh_tan, 1, {unknown, 1.8508157176809256, 2.8824746956289803, 10.829192431870650});
}

TEST_CASE("atan2 beside a constant, three times [autodiff#185]", "[higher_order]") {
  expect(one::atan2_by_2, 1, {unknown, 0.4, -0.16, -0.032});
}

TEST_CASE("sin of a sum [autodiff#120]", "[higher_order]") {
  expect(
      two::sine, 1, 1,
      {unknown, 0.011785627937819391, 0.016018329130176850, 3.9999305488841235, 5.4364692630649638, 7.4049461335129908},
      1e-11);  // cos near its root
}

TEST_CASE("powers at -1, 0 and 1 [tensorflow#35011]", "[higher_order]") {
  expect(one::powers, -1, {0, -2, 8, -18});
  expect(one::powers, 1, {4, 10, 20, 30});
}

TEST_CASE("squares through tensor ops [eshkol#252] [eshkol#75]", "[higher_order]") {
  expect(many::squares, fm::tensor<double>({1, 2}), 5, {2, 4}, {{2, 0}, {0, 2}});
  expect(one::cubed, 2, {8, 12, 12, 6});
}

TEST_CASE("the gradient of a derivative by another argument [ForwardDiff#423]", "[higher_order]") {
  // f = u1^2 u2^2 p^2, d/du df/dp at u = (2, 3), p = 4.
  auto const f = [](auto const& u1, auto const& u2, auto const& p) { return u1 * u1 * u2 * u2 * p * p; };
  auto const reverse = [f](auto const& u1, auto const& u2, auto const& p) { return fm::grad<2>(f)(u1, u2, p); };
  auto const forward = [f](auto const& u1, auto const& u2, auto const& p) {
    return fm::jvp([f](auto const& q, auto const& a, auto const& b) { return f(a, b, q); }, p, 1.0, u1, u2).second;
  };
  CHECK(fm::grad<0, 1>(reverse)(2.0, 3.0, 4.0) == std::tuple(288.0, 192.0));
  CHECK(fm::grad<0, 1>(forward)(2.0, 3.0, 4.0) == std::tuple(288.0, 192.0));
  CHECK(fm::jvp(forward, fm::args(2.0, 3.0), fm::args(1.0, fm::zero), 4.0).second == 288);
  CHECK(fm::jvp(reverse, fm::args(2.0, 3.0), fm::args(fm::zero, 1.0), 4.0).second == 192);
}

TEST_CASE("gradients through an inner derivative [eshkol#138] [owl#558]", "[higher_order]") {
  // d/dp of d2/dx2 (p x^2) at x = 2.
  auto const second = [](auto const& p, auto const& x) {
    auto const f = [](auto const& v, auto const& q) { return q * v * v; };
    return fm::grad([f](auto const& v, auto const& q) { return fm::grad(f)(v, q); })(x, p);
  };
  for (double p : {0.5, 3.0}) {
    CHECK(fm::grad(second)(p, 2.0) == 2);
    CHECK(fm::jvp(second, p, 1.0, 2.0).second == 2);
  }
  // r(t, x) = sum x_i^2 t_i^2; the gradient by t of the squared Frobenius norm of the Hessian by x.
  auto const squared = [](auto const& t, auto const& x) {
    auto const r = [](auto const& v, auto const& s) { return fm::sum(v * v * s * s); };
    auto total = fm::zeros_like(fm::sum(t));
    for (int64_t i = 0; i < 2; ++i) {
      auto const column = fm::hvp(r)(x, fm::one_hot<double>(fm::scalar(i), 2), t);
      total = total + fm::squared_norm(column);
    }
    return total;
  };
  auto const g = fm::grad(squared)(fm::tensor<double>({1, 2}), fm::tensor<double>({1, 1}));
  CHECK(g(0) == Approx(16).epsilon(1e-13));
  CHECK(g(1) == Approx(128).epsilon(1e-13));
}
