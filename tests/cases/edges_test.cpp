// tests/cases/edges_test.cpp: known values at kinks, poles and zeros; the sources stand in brackets
// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>

#include <fmod/transforms/transforms.hpp>

#include "cases/formulas.hpp"
#include "support/catch.hpp"

using cases::expect, cases::many, cases::one, cases::two, cases::unknown;

namespace {
constexpr double inf = std::numeric_limits<double>::infinity(), NaN = std::numeric_limits<double>::quiet_NaN();
}

TEST_CASE("norm at 0 [pytorch#2421] [jax#3058] [ADOL-C#107]", "[edges]") {
  expect(many::norm, fm::zeros<double>({3}), 0, {0, 0, 0});
  expect(many::norm, fm::tensor<double>({1, 0, 0}), 1, {1, 0, 0}, {{0, 0, 0}, {0, 1, 0}, {0, 0, 1}});
}

TEST_CASE("deviation of a constant [pytorch#4320] [jax#11716]", "[edges]") {
  expect(many::deviation, fm::tensor<double>({2, 2, 2}), 0, {0, 0, 0});
  double const a = 2.0 / 9 * 2, b = -2.0 / 9;
  expect(many::variance, fm::tensor<double>({2, 2, 2}), 0, {0, 0, 0}, {{a, b, b}, {b, a, b}, {b, b, a}});
}

TEST_CASE("variance of one value without bias is NaN, of the shape of the input [pytorch#94184]", "[edges]") {
  auto const f = [](auto const& x) { return fm::var(x, {}, 1); };
  auto const x = fm::tensor<double>({{3}});
  CHECK(std::isnan(f(x).item()));
  auto const g = fm::grad(f)(x);
  CHECK(g.shape() == fm::Shape{1, 1});
  CHECK(std::isnan(g(0, 0)));
}

TEST_CASE("where and the side that was not taken [jax#347] [tensorflow#2540] [pytorch#156212]", "[edges]") {
  expect(one::masked_sqrt, 1, {1, 1, 0, 0});
  expect(one::masked_infinite, 1, {0, 0, 0, 0});
  expect(one::masked_root, 0, {0, 0, 0, 0});
  expect(one::masked_exp, 1e10, {1, 0, 0, 0});
  auto const x = fm::tensor<double>({1, 2, 3, 4, 0, 0});
  double const s = std::sqrt(5.0);
  expect(many::masked_rows, x, s + 5 + 1, {1 / s, 2 / s, 0.6, 0.8, 0, 0});
}

TEST_CASE("pow at base 0 [math#3031] [pytorch#27134] [drake#17655] [Trilinos#4443] [CppAD#248] [MLX#504]", "[edges]") {
  expect(two::power, 0, 2, {0, 0, 0, unknown, unknown, unknown});
  expect(two::power, 0, 1, {0, 1, 0, unknown, unknown, unknown});
  expect(two::power, 0, 0.5, {0, inf, 0, unknown, unknown, unknown});
  expect(two::power, 0, 0, {1, 0, 0, unknown, unknown, unknown});
  expect(two::power, -2, 3, {-8, 12, NaN, unknown, unknown, unknown});
  expect(many::first_power, fm::tensor<double>({1, 1}), 2, {0, 1.3862943611198906});
  expect(one::power_0, 0, {1, 0, 0, 0});
  expect(one::power_2, 0, {0, 0, 2, 0});
  expect(two::affine_power, 0, 0, {0, -7, -7, 1, -1, 2});
  expect(one::power_5, -5, {-3125, 3125, -2500, 1500});
  expect(one::powers, -1, {0, -2, unknown, unknown});
  expect(one::powers, 0, {0, 1, 2, 6});
  expect(one::powers, 1, {4, 10, unknown, unknown});
}

TEST_CASE("a Hessian of squares written with pow [autodiff#178]", "[edges]") {
  expect(two::rosenbrock, 0, 0, {1, -2, 0, 2, 0, 200});
  expect(two::rosenbrock, 1, 1, {0, 0, 0, 802, -400, 200});
}

TEST_CASE("x^0.3 y^0.7 at (0, 1) [CppAD#43]", "[edges]") {
  expect(two::roots, 0, 1, {0, inf, 0, unknown, unknown, unknown});
}

TEST_CASE("x log y at x = 0 [pytorch#80770] [jax#15709] [Zygote#636]", "[edges]") {
  expect(two::xlogy, 0, 2, {0, 0.6931471805599453, 0, 0, 0.5, 0});
  expect(two::xlogy, 0, 0, {0, -inf, 0, unknown, unknown, unknown});
  expect(one::xlogx, 0, {0, -inf, unknown, unknown});
  expect(one::entropy, 0, {0, inf, unknown, unknown});
}

TEST_CASE("running products with zeros [Theano#5197] [tensorflow#3862]", "[edges]") {
  expect(many::cumulative, fm::tensor<double>({1, 2}), 5, {10, 4}, {{10, 8}, {8, 2}});
  expect(many::cumulative, fm::tensor<double>({1, 0}), 1, {2, 0}, {{2, 0}, {0, 2}});
  auto const g = fm::grad([](auto const& x) { return fm::sum(fm::cumprod(x)); })(fm::tensor<double>({0}));
  CHECK(g(0) == 1);
}

TEST_CASE("products with zeros [tensorflow#44556]", "[edges]") {
  expect(many::product_of_squares, fm::scalar(0.0), 0, {0}, {{0}});
  expect(many::product, fm::tensor<double>({2, 0, 3}), 0, {0, 6, 0}, {{0, 3, 0}, {3, 0, 2}, {0, 2, 0}});
}

TEST_CASE("logsumexp of infinities [jax#6811] [pytorch#31829] [pytorch#49724] [math#646]", "[edges]") {
  expect(many::logsumexp, fm::tensor<double>({-inf, -inf}), -inf, {0, 0});
  expect(many::logsumexp, fm::tensor<double>({-inf, 1}), 1, {0, 1}, {{0, 0}, {0, 0}});
  expect(many::logsumexp, fm::tensor<double>({inf, 1}), inf, {1, 0});
  expect(many::nested_logaddexp, fm::tensor<double>({-inf, -inf, 2}), 2, {0, 0, 1});
  expect(many::masked_logsumexp, fm::tensor<double>({0, 100}), 0, {1, 0}, {{0, 0}, {0, 0}});
}

TEST_CASE("atan2 at the origin and between vectors [jax#1052] [50]", "[edges]") {
  expect(two::atan2, 0, 0, {0, 0, 0, unknown, unknown, unknown});
  // Parallel vectors: acos of the cosine would be infinite here.
  auto const g = fm::grad([](auto const& x) {
    auto const a = [&](int i) { return fm::index(x, i); };
    return fm::atan2(a(0) * a(3) - a(1) * a(2), a(0) * a(2) + a(1) * a(3));
  })(fm::tensor<double>({1, 0, 2, 0}));
  CHECK(g(1) == -1);
  CHECK(g(3) == 0.5);
  expect(many::atan2_of_vectors, fm::tensor<double>({1, 0, 0, 2}), std::acos(0.0), {0, -1, -0.5, 0});
}

TEST_CASE("atan2 of integers [MLX#2451]", "[edges]") {
  double const want[] = {0.4, 3.0 / 13, 0.16, 5.0 / 41};
  for (int i = 1; i <= 4; ++i) expect(two::atan2, i, i + 1, {unknown, want[i - 1], unknown, unknown, unknown, unknown});
}

TEST_CASE("inverse functions at the ends [50]", "[edges]") {
  expect(one::asin, 1, {unknown, inf, unknown, unknown});
  expect(one::acos, 1, {0, -inf, unknown, unknown});
  expect(one::acosh, 1, {0, inf, unknown, unknown});
  expect(one::atanh, 1, {inf, inf, unknown, unknown});
}

TEST_CASE("kinks of activations [pytorch#7002] [pytorch#184574] [tinygrad#18029]", "[edges]") {
  expect(one::relu, 0, {0, 0, 0, 0});
  expect(one::abs, 0, {0, 0, 0, 0});
  expect(one::clamp_01, 0, {0, 1, 0, 0});
  expect(one::clamp_01, 1, {1, 1, 0, 0});
  expect(one::leaky_relu, 0, {0, 0.01, 0, 0});
  expect(one::elu, 0, {0, 1, 1, 1});
  expect(one::softshrink, 0.5, {0, 0, 0, 0});
  expect(one::smooth_l1, 1, {0.5, 1, 0, 0});
  expect(one::hardswish, 0, {0, 0.5, 1.0 / 3, 0});
}

TEST_CASE("clamp keeps the tangent of a value on the bound [OpenImageIO#2594]", "[edges]") {
  expect(one::clamp_01, 0, {0, 1, 0, 0});
}

TEST_CASE("a constant on either side of fmax and fmin takes nothing at a tie [Ceres#816]", "[edges]") {
  for (one f : {one::maximum_1, one::maximum_1_left, one::minimum_1, one::minimum_1_left}) expect(f, 1, {1, 1, 0, 0});
}

TEST_CASE("hypot: gradient and Hessian [autodiff#243] [tensorflow#127697] [tensorflow#127230]", "[edges]") {
  double const g = 0.70710678118654752, h = 0.35355339059327376;
  expect(two::hypot, 1, 1, {1.4142135623730951, g, g, h, -h, h});
  expect(one::hypot_by_3, 0, {3, 0, 1.0 / 3, 0});
}

TEST_CASE("a square root at 0 does not reach the other argument [Drake#23861] [Ceres#447]", "[edges]") {
  expect(two::sqrt_plus_nothing, 0, 1, {0, inf, 0, unknown, unknown, unknown});
  expect(one::sqrt, 0, {0, inf, unknown, unknown});
  CHECK(fm::jvp([](auto const& x, auto const& c) { return x * fm::sqrt(c); }, 2.0, 1.0, 0.0).second == 0);
}

TEST_CASE("fmod with both tangents [swift#40986]", "[edges]") {
  auto const [y, dy] = fm::jvp(fm::fmod, fm::args(-10.0, -3.0), fm::args(1.0, 1.0));
  CHECK(y == -1);
  CHECK(dy == -2);
}

TEST_CASE("factors that cancel give exactly 0 [CppAD#236]", "[edges]") {
  expect(two::cancelled, 0.3, 0.5, {unknown, unknown, unknown, unknown, unknown, unknown});
  auto const f = [](auto const& y, auto const& z) {
    auto const a = 2.0 * z - y, b = 3.0 * z - 2.0 * y;
    return fm::tanh((0.4 * a + b) * fm::exp(a * b));
  };
  auto const [dy, dz] = fm::grad<0, 1>(f)(0.5, 0.3);
  CHECK(dy == Approx(-2.3618352503199952).epsilon(1e-12));
  CHECK(dz == Approx(3.7430254551854895).epsilon(1e-12));
  CHECK(fm::jvp(f, fm::args(0.5, 0.3), fm::args(1.0, fm::zero)).second == Approx(-2.3618352503199952).epsilon(1e-12));
  CHECK(fm::jvp(f, fm::args(0.5, 0.3), fm::args(fm::zero, 1.0)).second == Approx(3.7430254551854895).epsilon(1e-12));
}

TEST_CASE("cosh [casadi#2585]", "[edges]") {
  expect(one::cosh, 1, {1.5430806348152437, 1.1752011936438015, 1.5430806348152437, 1.1752011936438015});
}

TEST_CASE("norms of a vector [103]", "[edges]") {
  expect(many::norm, fm::tensor<double>({3, 4}), 5, {0.6, 0.8}, {{16.0 / 125, -12.0 / 125}, {-12.0 / 125, 9.0 / 125}});
  expect(many::squared_norm, fm::tensor<double>({3, 4}), 25, {6, 8}, {{2, 0}, {0, 2}});
}

TEST_CASE("nothing at all: sizes of 0 and constant functions [105]", "[edges]") {
  auto const empty = fm::zeros<double>({0, 3});
  for (auto const& f : {0, 1, 2}) {
    auto const g = fm::grad([f](auto const& x) {
      if (f == 0) return fm::sum(x);
      if (f == 1) return fm::norm(x);
      return fm::prod(x);
    })(empty);
    CHECK(g.shape() == fm::Shape{0, 3});
  }
  CHECK(fm::grad([](auto const&) { return 3.0; })(2.0) == 0);
  auto const g = fm::grad([](auto const&) { return fm::scalar(3.0); })(fm::tensor<double>({1, 2}));
  CHECK(g.shape() == fm::Shape{2});
  CHECK(g(1) == 0);
}

TEST_CASE("a gradient has the shape of its argument [jax#6452]", "[edges]") {
  auto const y = fm::ones<double>({3, 2});
  auto const f = [&y](auto const& z) {
    auto const rows = fm::sum(y, -1);
    auto const m = fm::maximum(z, rows + z);
    return fm::sum(m + fm::log(fm::exp(z - m) + fm::exp(rows + z - m)));
  };
  auto const z = fm::scalar(0.1);
  CHECK(f(z).item() == Approx(6.680784033128918).epsilon(1e-13));
  auto const g = fm::grad(f)(z);
  CHECK(g.shape() == fm::Shape{});
  CHECK(g.item() == Approx(3).epsilon(1e-14));
  CHECK(fm::grad(f)(0.1) == Approx(3).epsilon(1e-14));
  CHECK(fm::jvp(f, 0.1, 1.0).second.item() == Approx(3).epsilon(1e-14));
}

TEST_CASE("the tangent of a comparison is a float zero, or absent [mlx#3081]", "[edges]") {
  auto const f = [](auto const& x) { return fm::cast<double>(fm::greater(x, 0.5)); };
  auto const [y, dy] = fm::jvp(f, fm::tensor<double>({0, 1}), fm::ones<double>({2}));
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(dy)>, fm::Tensor<double>>);
  CHECK(y(1) == 1);
  CHECK(dy(1) == 0);
}

TEST_CASE("integer arguments carry no derivative [jax#16000] [mlx#1439]", "[edges]") {
  auto const pick = [](auto const& x, auto const& i) { return fm::index(x, i); };
  auto const g = fm::grad(pick)(fm::tensor<double>({5, 7}), 1);
  CHECK(g(0) == 0);
  CHECK(g(1) == 1);
  auto const gather = [](auto const& e, auto const& i) { return fm::take(e, i, 0); };
  auto const pull = fm::vjp(gather, fm::tensor<double>({{1}, {2}, {3}}), fm::tensor<int64_t>({0, 0, 2})).second;
  auto const d = pull(fm::tensor<double>({{1}, {10}, {100}}));
  CHECK(d(0, 0) == 11);
  CHECK(d(1, 0) == 0);
  CHECK(d(2, 0) == 100);
}

TEST_CASE("results of several parts have full Jacobians [Drake#19584] [autodiff#24]", "[edges]") {
  auto const f = [](auto const& q) { return fm::stack(0, fm::index(q, 0), fm::minimum(fm::index(q, 1), 1.0)); };
  for (double q2 : {0.0, 2.0}) {
    auto const x = fm::tensor<double>({0, q2});
    auto const e2 = fm::tensor<double>({0, 1});
    CHECK(fm::jvp(f, x, e2).second(0) == 0);
    CHECK(fm::jvp(f, x, e2).second(1) == (q2 < 1 ? 1 : 0));
    CHECK(fm::vjp(f, x).second(e2)(1) == (q2 < 1 ? 1 : 0));
    CHECK(fm::vjp(f, x).second(fm::tensor<double>({1, 0}))(0) == 1);
  }
  auto const wide = [](auto const& x) {
    return fm::tensor<double>({1, 2, 3}) * fm::sum(x * fm::arange<double>(1, 13));
  };
  auto const pull = fm::vjp(wide, fm::ones<double>({12})).second;
  for (int i = 0; i < 3; ++i) {
    auto const row = pull(fm::one_hot<double>(fm::scalar<int64_t>(i), 3));
    for (int j = 0; j < 12; ++j) CHECK(row(j) == (i + 1) * (j + 1));
  }
}

TEST_CASE("only some arguments are differentiated [starry#2] [Drake#6944]", "[edges]") {
  auto const f = [](auto const& a, auto const& b, auto const& c, auto const& d) {
    return a + b * b + c * c * c + fm::pow(d, 4);
  };
  auto const [y, g] = fm::value_and_grad<0, 2>(f)(1.0, 2.0, 3.0, 4.0);
  CHECK(y == 288);
  CHECK(std::get<0>(g) == 1);
  CHECK(std::get<1>(g) == 27);
  CHECK(fm::jvp(f, fm::args(1.0, 2.0, 3.0, 4.0), fm::args(fm::zero, fm::zero, 1.0, fm::zero)).second == 27);
}
