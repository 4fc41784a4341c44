// tests/nn/losses_test.cpp: values, kinks and errors of the losses (derivatives: losses_orders_test.cpp)
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <fmod/nn/losses.hpp>
#include <fmod/ops/tree.hpp>
#include <fmod/random/random.hpp>
#include <fmod/transforms/transforms.hpp>

#include <cmath>

namespace {

using Catch::Matchers::Contains;
using fm::Tensor;
using fm::nn::Reduction;
namespace nn = fm::nn;

}  // namespace

TEST_CASE("mse and l1 and their reductions", "[losses]") {
  auto const x = fm::tensor<double>({1, 2, 4}), y = fm::tensor<double>({1, 0, 1});
  CHECK(nn::mse(x, y).item() == Approx(13.0 / 3));
  CHECK(nn::mse(x, y, Reduction::sum).item() == 13);
  auto const each = nn::mse(x, y, Reduction::none);
  CHECK(each.shape() == fm::Shape{3});
  CHECK(each(2) == 9);
  CHECK(nn::l1(x, y).item() == Approx(5.0 / 3));
  CHECK(nn::mse(3.0, 1.0) == 4);
  auto const g = fm::grad([&](auto const& z) { return nn::l1(z, y, Reduction::sum); })(x);
  CHECK(g(0) == 0);  // l1'(0) = 0
  CHECK(g(1) == 1);
  CHECK(fm::grad([](auto const& z) { return nn::mse(z, 1.0); })(3.0) == 4);
}

TEST_CASE("huber and smooth_l1", "[losses]") {
  auto const d = fm::tensor<double>({0.4, -3, 1, 0}), zero = fm::zeros<double>({4});
  auto const h = nn::huber(d, zero, 1, Reduction::none);
  CHECK(h(0) == Approx(0.08));
  CHECK(h(1) == Approx(2.5));
  CHECK(nn::huber(2.5, 0.0, 0.5) == Approx(1.125));
  auto const g = fm::grad([&](auto const& z) { return nn::smooth_l1(z, zero, 1, Reduction::sum); })(d);
  CHECK(g(0) == Approx(0.4));
  CHECK(g(1) == -1);
  CHECK(g(2) == 1);  // smooth_l1'(1) = 1
  CHECK(g(3) == 0);
  CHECK(nn::smooth_l1(d, zero, 2, Reduction::none)(1) == Approx(2));
  CHECK(nn::smooth_l1(d, zero, 0, Reduction::none)(1) == 3);
  CHECK(fm::grad([&](auto const& z) { return nn::smooth_l1(z, zero, 0, Reduction::sum); })(d)(3) == 0);
  CHECK_THROWS_WITH(nn::huber(d, zero, 0), Contains("huber: delta is 0.000000; it must be above 0"));
  CHECK_THROWS_WITH(nn::smooth_l1(d, zero, -1), Contains("smooth_l1: beta is -1.000000; it must be 0 or above"));
}

TEST_CASE("binary cross entropy keeps its digits in both tails", "[losses]") {
  // Values: tests/reference/losses_reference.py
  auto const loss = [](auto const& x, double t) { return nn::binary_cross_entropy_with_logits(x, t); };
  auto const first = [&](double x, double t) { return fm::grad([&](auto const& z) { return loss(z, t); })(x); };
  auto const second = [&](double x, double t) {
    return fm::grad(fm::grad([&, t](auto const& z) { return loss(z, t); }))(x);
  };
  CHECK(loss(0.3, 1) == Approx(0.554355244468527124).epsilon(1e-15));
  CHECK(first(0.3, 1) == Approx(-0.425557483188341016).epsilon(1e-15));
  CHECK(second(0.3, 1) == Approx(0.244458311690745869).epsilon(1e-15));
  CHECK(loss(-2.5, 0.25) == Approx(0.703889734292549623).epsilon(1e-15));
  CHECK(loss(40.0, 1) == Approx(4.24835425529158898e-18).epsilon(1e-14));
  CHECK(first(40, 1) == Approx(-4.24835425529158897e-18).epsilon(1e-14));
  CHECK(second(40, 1) == Approx(4.24835425529158895e-18).epsilon(1e-14));
  CHECK(loss(40.0, 0) == 40);
  CHECK(loss(-800.0, 0) == 0);
  CHECK(loss(-800.0, 1) == 800);
  CHECK(loss(INFINITY, 1) == 0);
}

TEST_CASE("cross entropy with labels", "[losses]") {
  auto const z = fm::tensor<double>({{1, 2, 3}, {0, 50, 0}});
  auto const labels = fm::tensor<fm::int64_t>({2, 1});
  auto const each = nn::cross_entropy(z, labels, Reduction::none);
  REQUIRE(each.shape() == fm::Shape{2});
  CHECK(each(0) == Approx(0.407605964444380304).epsilon(1e-15));
  CHECK(each(1) == Approx(3.85749969592783557e-22).margin(1e-16));
  CHECK(nn::cross_entropy(z, labels).item() == Approx(each(0) / 2).epsilon(1e-15));
  CHECK(nn::cross_entropy(z, labels, Reduction::sum).item() == Approx(each(0)).epsilon(1e-15));
  auto const g = fm::grad([&](auto const& x) { return nn::cross_entropy(x, labels, Reduction::sum); })(z);
  CHECK(g(0, 0) == Approx(0.090030573170380458).epsilon(1e-14));
  CHECK(g(0, 2) == Approx(-0.33475904422517811).epsilon(1e-14));
  CHECK(g(1, 0) == Approx(1.92874984796391778e-22).epsilon(1e-13));
  CHECK(g(1, 1) == Approx(-3.8574996959278356e-22).margin(1e-16));

  // Published Hessian of one row (a framework once gave 0): softmax p, diag(p) - p p^T.
  auto const row = fm::tensor<double>({1, 2, 3});
  auto const f = [](auto const& x) { return nn::cross_entropy(x, 2); };
  double const want[3][3] = {{.081925069064993228, -.022033044520174296, -.059892024544818932},
                             {-.022033044520174296, .18483644650997872, -.16280340198980442},
                             {-.059892024544818932, -.16280340198980442, .22269542653462336}};
  for (int i = 0; i < 3; ++i) {
    auto const h = fm::hvp(f)(row, fm::index(fm::eye<double>(3), i));
    auto const r = fm::grad([&](auto const& x) { return fm::index(fm::grad(f)(x), i); })(row);
    for (int j = 0; j < 3; ++j) {
      CHECK(h(j) == Approx(want[i][j]).epsilon(1e-13));
      CHECK(r(j) == Approx(want[i][j]).epsilon(1e-13));
    }
  }
  // float, and more axes.
  auto const many = fm::random::normal<float>(fm::random::key(3), {2, 3, 4});
  CHECK(nn::cross_entropy(many, fm::zeros<fm::int64_t>({2, 3}), Reduction::none).shape() == fm::Shape{2, 3});
}

TEST_CASE("cross entropy names a label that is out of range", "[losses]") {
  auto const z = fm::zeros<double>({2, 2, 3});
  CHECK_THROWS_WITH(nn::cross_entropy(z, fm::tensor<fm::int64_t>({{0, 1}, {3, 0}})),
                    "cross_entropy: the label at (1, 0) is 3, outside [0, 3): the logits (2, 2, 3) have 3 classes");
  CHECK_THROWS_AS(nn::cross_entropy(z, fm::tensor<fm::int64_t>({{0, 1}, {-1, 0}})), fm::value_error);
  CHECK_THROWS_WITH(nn::cross_entropy(z, fm::zeros<fm::int64_t>({4})),
                    Contains("cross_entropy: logits are (2, 2, 3), labels (4)"));
  CHECK_THROWS_AS(fm::grad([&](auto const& x) {
                    return nn::cross_entropy(x, fm::tensor<fm::int64_t>({{0, 1}, {7, 0}}));
                  })(z),
                  fm::value_error);
}

TEST_CASE("cross entropy with probabilities", "[losses]") {
  auto const row = fm::tensor<double>({1, 2, 3});
  auto const t = fm::tensor<double>({0.2, 0.3, 0.5});
  CHECK(nn::cross_entropy(row, t).item() == Approx(1.10760596444438030).epsilon(1e-15));
  // Logits [.5, .5], target [1, 0]: gradient [-.5, .5], Hessian [[.25, -.25], [-.25, .25]].
  auto const even = fm::tensor<double>({0.5, 0.5}), first = fm::tensor<double>({1, 0});
  auto const f = [&](auto const& x) { return nn::cross_entropy(x, first); };
  CHECK(fm::grad(f)(even)(0) == Approx(-0.5));
  auto const h = fm::hvp(f)(even, fm::tensor<double>({1, 0}));
  CHECK(h(0) == Approx(0.25));
  CHECK(h(1) == Approx(-0.25));
  // A class with logit -inf and target 0 is not there.
  auto const masked = fm::tensor<double>({0, -INFINITY, 0});
  CHECK(nn::cross_entropy(masked, fm::tensor<double>({0.5, 0, 0.5})).item() == Approx(std::log(2.0)));
  CHECK_THROWS_WITH(nn::cross_entropy(row, fm::tensor<double>({1, 0})),
                    Contains("cross_entropy: shapes differ: prediction (3), target (2)"));
}

TEST_CASE("losses do not broadcast", "[losses]") {
  auto const x = fm::ones<double>({3}), y = fm::ones<double>({3, 1});
  CHECK_THROWS_WITH(
      nn::mse(x, y),
      "mse: shapes differ: prediction (3), target (3, 1); they do not broadcast, fm::reshape one of them");
  CHECK_THROWS_AS(nn::binary_cross_entropy_with_logits(x, y), fm::shape_error);
}
