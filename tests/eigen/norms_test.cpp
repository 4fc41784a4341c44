// norms_test.cpp: norms of Eigen vectors of boxed numbers, matrices without elements, constant functions
// SPDX-License-Identifier: MIT
#include "support.hpp"

using namespace eigen_test;

TEST_CASE("norm, squaredNorm, normalized", "[scalars][103]") {
  VectorXd const x = vector({3, 4});
  check_gradient([](auto const& v) { return v.norm(); }, x, 5, vector({0.6, 0.8}));
  check_gradient([](auto const& v) { return v.norm(); }, vector({0, 0}), 0, vector({0, 0}));
  check_gradient([](auto const& v) { return v.squaredNorm(); }, x, 25, vector({6, 8}));
  check_gradient([](auto const& v) { return v.stableNorm(); }, x, 5, vector({0.6, 0.8}));
  check_gradient([](auto const& v) { return v.normalized()(0); }, x, 0.6, VectorXd(vector({16, -12}) / 125));
  check_gradient([](auto const& v) { return v.normalized()(1); }, x, 0.8, VectorXd(vector({-12, 9}) / 125));
  check_gradient([](auto const& v) { return v.template lpNorm<1>(); }, x, 7, vector({1, 1}));
  check_gradient([](auto const& v) { return v.template lpNorm<Eigen::Infinity>(); }, x, 4, vector({0, 1}));
  auto const jacobian = fm::jvp([](auto const& v) { return v.normalized().eval(); }, x, vector({1, 0}));
  CHECK((jacobian.first - vector({0.6, 0.8})).norm() < 1e-15);
  CHECK((jacobian.second - vector({16, -12}) / 125).norm() < 1e-15);
  // The Hessian of the norm is the Jacobian of the direction.
  check_hvp([](auto const& v) { return v.norm(); }, x, vector({1, 2}),
            VectorXd(matrix({{16, -12}, {-12, 9}}) * vector({1, 2}) / 125));
}

TEST_CASE("sizes of zero, and functions that do not depend on their argument", "[scalars][105]") {
  VectorXd const none(0);
  auto const sum = [](auto const& v) { return v.sum(); };
  auto const [value, gradient] = fm::value_and_grad(sum)(none);
  CHECK(value == 0);
  CHECK(gradient.size() == 0);
  CHECK(fm::jvp(sum, none, none) == std::pair(0.0, 0.0));
  CHECK(fm::grad([](auto const& v) { return v.norm(); })(none).size() == 0);
  CHECK(fm::value_and_grad([](auto const& v) { return v.prod(); })(none).first == 1);
  MatrixXd const flat(0, 3);
  auto const g = fm::grad([](auto const& m) { return (m * m.transpose()).sum(); })(flat);
  CHECK(g.rows() == 0);
  CHECK(g.cols() == 3);
  auto const products = [](auto const& m) { return (m.transpose() * m).eval().sum(); };
  CHECK(fm::value_and_grad(products)(flat).first == 0);

  auto const constant = [](auto const& v) { return scalar_of<decltype(v)>(7.0); };
  check_gradient(constant, vector({1, 2}), 7, vector({0, 0}));
  check_gradient([](auto const& v) { return decltype(v.sum())(0.0 * v.sum()); }, vector({1, 2}), 0, vector({0, 0}));
  CHECK(fm::value_and_grad([](auto const&) { return 7.0; })(vector({1, 2})).second == vector({0, 0}));
}
