// layouts_test.cpp: float, fixed sizes, row-major order, arrays, and sizes that take Eigen's blocked product
// SPDX-License-Identifier: MIT
#include "support.hpp"

using namespace eigen_test;

TEST_CASE("float matrices, fixed sizes, row-major order, arrays", "[scalars]") {
  auto const f = [](auto const& m) { return (m * m).sum(); };
  Eigen::Matrix2f a;
  a << 1, 2, 3, 4;
  Eigen::Matrix2f const g = fm::grad(f)(a);
  Eigen::Matrix2f want;  // d/dm sum(m m) = 1 (m 1)^T + (m^T 1) 1^T, transposed as the sums go
  Eigen::Vector2f const ones(1, 1);
  want = ones * (a * ones).transpose() + (a.transpose() * ones) * ones.transpose();
  CHECK(g == want);
  Eigen::Matrix<double, 2, 3, Eigen::RowMajor> r;
  r << 1, 2, 3, 4, 5, 6;
  auto const gr = fm::grad([](auto const& m) { return m.array().square().sum(); })(r);
  STATIC_REQUIRE(std::is_same_v<decltype(gr), Eigen::Matrix<double, 2, 3, Eigen::RowMajor> const>);
  CHECK(gr == 2 * r);
  Eigen::ArrayXd v = Eigen::ArrayXd::LinSpaced(3, 1, 3);
  CHECK((fm::grad([](auto const& y) { return (y * y * y).sum(); })(v) == 3 * v * v).all());
  Eigen::RowVector3d row(1, 2, 3);
  CHECK(fm::grad([](auto const& y) { return y.squaredNorm(); })(row) == 2 * row);
}

TEST_CASE("a product large enough for the blocked kernel", "[scalars]") {
  MatrixXd const a = MatrixXd::Random(40, 40), b = MatrixXd::Random(40, 40);
  auto const f = [b](auto const& m) {
    using T = scalar_of<decltype(m)>;
    MatrixX<T> const p = m * b, q = b * m, s = m * m;
    return T(p.sum() + q.squaredNorm() + s.trace());
  };
  MatrixXd const ones = MatrixXd::Ones(40, 40);
  MatrixXd const want = ones * b.transpose() + 2 * b.transpose() * (b * a) + 2 * a.transpose();
  CHECK((fm::grad(f)(a) - want).norm() < 1e-11 * want.norm());
  MatrixXd const v = MatrixXd::Random(40, 40);
  CHECK(fm::jvp(f, a, v).second == Approx(want.cwiseProduct(v).sum()).epsilon(1e-11));
}
