// tree_test.cpp: Eigen matrices of numbers as containers of leaves in trees and transforms
// SPDX-License-Identifier: MIT
#include "support.hpp"

using namespace eigen_test;
using namespace fm::literals;

TEST_CASE("a matrix is a container of leaves, row by row", "[tree]") {
  MatrixXd const m = matrix({{1, 2, 3}, {4, 5, 6}});
  CHECK(fm::tree::count(m) == 6);
  CHECK(fm::tree::leaves(m) == std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK(fm::tree::paths(fm::dict("w"_n = m))[3] == "w.3");
  CHECK(fm::tree::map([](double x) { return 2 * x; }, m) == 2 * m);
  Eigen::MatrixXf const narrow = fm::tree::map([](double x) { return static_cast<float>(x); }, m);
  CHECK(narrow(1, 2) == 6.0f);
  CHECK(fm::tree::map([](double x, double y) { return x + y; }, m, m) == 2 * m);
  CHECK_THROWS_WITH(
      fm::tree::map([](double x, double) { return x; }, m, MatrixXd(m.transpose())),
      Catch::Contains("sizes differ at the top of the tree") && Catch::Contains("2 x 3") && Catch::Contains("3 x 2"));
  CHECK_THROWS_WITH(
      fm::tree::map([](double x, double) { return x; }, fm::dict("w"_n = m), fm::dict("w"_n = MatrixXd(2, 2))),
      Catch::Contains("\"w\"") && Catch::Contains("2 x 2"));
  CHECK(fm::tree::same_structure(m, Eigen::MatrixXf(narrow)));
  CHECK(!fm::tree::same_structure(m, MatrixXd(2, 2)));
  // Law: identity, and composition.
  CHECK(fm::tree::map([](double x) { return x; }, m) == m);
  auto const twice = [](double x) { return 2 * x; };
  auto const next = [](double x) { return x + 1; };
  CHECK(fm::tree::map(twice, fm::tree::map(next, m)) == fm::tree::map([&](double x) { return twice(next(x)); }, m));
  // What is not a number stands in a grid, beside the matrix.
  auto const strings = fm::tree::map([](double x) { return std::to_string(x); }, m);
  CHECK(strings.rows() == 2);
  CHECK(fm::tree::map([](std::string const& s) { return std::stod(s); }, strings) == m);
  CHECK(fm::tree::map([](double x, std::string const& s) { return x - std::stod(s); }, m, strings).norm() == 0);
}

TEST_CASE("transforms take and return matrices, alone and in dictionaries", "[tree]") {
  MatrixXd const w = matrix({{1, -2}, {0.5, 3}});
  VectorXd const b = vector({0.5, -1}), x = vector({2, 1});
  auto const loss = [](auto const& p, auto const& input) {
    auto const y = (p["w"_n] * input + p["b"_n]).eval();
    return y.squaredNorm();
  };
  auto const p = fm::dict("w"_n = w, "b"_n = b);
  auto const g = fm::grad(loss)(p, x);
  VectorXd const y = w * x + b;
  CHECK((g["w"_n] - 2 * y * x.transpose()).norm() < 1e-14);
  CHECK((g["b"_n] - 2 * y).norm() < 1e-14);
  STATIC_REQUIRE(std::is_same_v<std::remove_cvref_t<decltype(g["w"_n])>, MatrixXd>);
  STATIC_REQUIRE(std::is_same_v<std::remove_cvref_t<decltype(g["b"_n])>, VectorXd>);
  CHECK((fm::grad<1>(loss)(p, x) - 2 * w.transpose() * y).norm() < 1e-13);
  auto const [gp, gx] = fm::grad<0, 1>(loss)(p, x);
  CHECK((gp["b"_n] - 2 * y).norm() < 1e-14);
  CHECK((gx - 2 * w.transpose() * y).norm() < 1e-13);

  auto const linear = [](auto const& v, auto const& a) { return (a * v).eval(); };
  auto const [value, tangent] = fm::jvp(linear, x, b, w);
  CHECK((value - w * x).norm() == 0);
  CHECK((tangent - w * b).norm() == 0);
  auto const [z, pullback] = fm::vjp(linear, x, w);
  CHECK((z - w * x).norm() == 0);
  CHECK((pullback(b) - w.transpose() * b).norm() < 1e-15);
  CHECK((pullback(VectorXd(2 * b)) - 2 * w.transpose() * b).norm() < 1e-15);
  auto const [same, push] = fm::linearize(linear, x, w);
  CHECK((push(b) - w * b).norm() < 1e-15);
  CHECK((same - z).norm() == 0);
  // A pullback inside a transform: cotangents are boxes in a matrix.
  auto const squared = [&pb = pullback](auto const& ct) { return pb(ct).squaredNorm(); };
  CHECK((fm::grad(squared)(b) - 2 * w * w.transpose() * b).norm() < 1e-13);
  CHECK(fm::jvp(squared, b, x).second == Approx(2 * (w.transpose() * b).dot(w.transpose() * x)).epsilon(1e-14));

  CHECK((fm::zeros_like(w) - MatrixXd::Zero(2, 2)).norm() == 0);
  CHECK((fm::stop_gradient(w) - w).norm() == 0);
  CHECK(fm::grad([](auto const& v) { return fm::stop_gradient(v).dot(v); })(x) == x);
  CHECK_THROWS_WITH(fm::jvp(linear, x, vector({1, 2, 3}), w), Catch::Contains("2 x 1") && Catch::Contains("3 x 1"));
  CHECK_THROWS_WITH(pullback(vector({1, 2, 3})), Catch::Contains("2 x 1") && Catch::Contains("3 x 1"));
}

TEST_CASE("matrices beside tensors and numbers in one tree", "[tree]") {
  auto const p = fm::dict("m"_n = matrix({{1, 2}, {3, 4}}), "t"_n = fm::tensor<double>({5, 6}), "s"_n = 2.0,
                          "v"_n = std::vector<Eigen::Vector2d>{{1, 0}, {0, 1}});
  auto const f = [](auto const& q) {
    auto const numbers = q["m"_n].sum() * q["s"_n] + q["v"_n][0].dot(q["v"_n][1]);
    return fm::sum(q["t"_n] * numbers);
  };
  auto const g = fm::grad(f)(p);
  CHECK(g["m"_n] == MatrixXd::Constant(2, 2, 22));
  CHECK(g["t"_n](1) == 20);
  CHECK(g["s"_n] == 110);
  CHECK(g["v"_n][0] == Eigen::Vector2d(0, 11));
}
