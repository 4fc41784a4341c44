// views_test.cpp: as_eigen and from_eigen: who copies and who does not, shapes, storage orders, lifetimes
// SPDX-License-Identifier: MIT
#include <fmod/eigen.hpp>
#include <support/catch.hpp>

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

TEST_CASE("a tensor is seen by Eigen without a copy", "[views]") {
  auto const t = fm::tensor<double>({{1, 2, 3}, {4, 5, 6}});
  auto const m = fm::as_eigen(t);
  CHECK(m.data() == t.data());
  CHECK(m.rows() == 2);
  CHECK(m.cols() == 3);
  CHECK(m(1, 0) == 4);
  CHECK((m * m.transpose())(0, 1) == 32);
  auto const row = t[1];
  CHECK(fm::as_eigen_vector(row).data() == t.data() + 3);
  CHECK(fm::as_eigen_vector(row).sum() == 15);
  CHECK(fm::as_eigen(row).rows() == 3);
  CHECK(fm::as_eigen(row).cols() == 1);
  CHECK(fm::as_eigen(fm::scalar(2.0))(0, 0) == 2);
  CHECK(fm::as_eigen_array(t).square().sum() == 91);
  auto const cube = fm::reshape(t, {1, 2, 3});
  CHECK(fm::as_eigen_array(cube).size() == 6);
  CHECK_THROWS_WITH(fm::as_eigen(cube),
                    Catch::Contains("as_eigen: the tensor has too many axes: (1, 2, 3); at most 2"));
  CHECK_THROWS_WITH(fm::as_eigen_vector(t),
                    Catch::Contains("as_eigen_vector: the tensor has too many axes: (2, 3); at most 1"));
  CHECK(fm::as_eigen(fm::zeros<float>({0, 3})).cols() == 3);
}

TEST_CASE("Eigen matrices and expressions are copied in the right order", "[views]") {
  Eigen::MatrixXd columns(2, 3);
  columns << 1, 2, 3, 4, 5, 6;
  RowMajor const rows = columns;
  auto const want = fm::tensor<double>({{1, 2, 3}, {4, 5, 6}});
  auto const same = [&](auto const& t) {
    return t.shape() == want.shape() && fm::sum(fm::abs(fm::sub(t, want))).item() == 0;
  };
  CHECK(same(fm::from_eigen(columns)));
  CHECK(same(fm::from_eigen(rows)));
  CHECK(same(fm::from_eigen(2 * columns - rows)));
  CHECK(same(fm::from_eigen(columns.array() + 0)));
  CHECK(same(fm::from_eigen(columns.transpose().transpose())));
  CHECK(fm::from_eigen(columns * columns.transpose())(1, 1) == 77);
  CHECK(fm::from_eigen(columns.transpose()).shape() == fm::Shape{3, 2});
  CHECK(fm::from_eigen(columns.col(1)).shape() == fm::Shape{2});
  CHECK(fm::from_eigen(columns.row(1)).shape() == fm::Shape{3});
  CHECK(fm::from_eigen(columns.row(1))(2) == 6);
  CHECK(fm::from_eigen(columns.rightCols(1)).shape() == fm::Shape{2, 1});
  CHECK(fm::from_eigen(Eigen::Vector3f(1, 2, 3))(1) == 2.0f);
  CHECK(fm::from_eigen(Eigen::Matrix2d::Identity())(1, 1) == 1);
  CHECK(fm::from_eigen((columns.array() > 2.5).eval())(0, 2));
  CHECK(fm::from_eigen(Eigen::MatrixXd(0, 4)).shape() == fm::Shape{0, 4});
  CHECK(fm::from_eigen(Eigen::VectorXd()).shape() == fm::Shape{0});
  CHECK(fm::from_eigen(Eigen::VectorXi::Ones(2).cast<std::int64_t>())(1) == 1);
  double const* before = rows.data();
  CHECK(fm::from_eigen(rows).data() != before);
}

TEST_CASE("a row-major matrix or vector that is moved in is not copied", "[views]") {
  RowMajor m(2, 3);
  m << 1, 2, 3, 4, 5, 6;
  double const* const memory = m.data();
  auto t = fm::from_eigen(std::move(m));
  CHECK(t.data() == memory);
  CHECK(t.shape() == fm::Shape{2, 3});
  auto const row = t[1];
  auto const other = t;
  t = {};
  CHECK(other(1, 2) == 6);
  CHECK(row(0) == 4);

  Eigen::VectorXd v = Eigen::VectorXd::LinSpaced(5, 0, 4);
  double const* const vector_memory = v.data();
  auto u = fm::from_eigen(std::move(v));
  CHECK(u.data() == vector_memory);
  CHECK(u.shape() == fm::Shape{5});
  // The only handle, moved into an operation: it may write in place, in the adopted memory as in any other.
  auto const w = fm::mul(std::move(u), 2.0);
  CHECK(w(4) == 8);

  Eigen::MatrixXd columns(2, 3);
  columns << 1, 2, 3, 4, 5, 6;
  CHECK(fm::from_eigen(std::move(columns))(1, 0) == 4);
  CHECK(fm::from_eigen(Eigen::Vector2d(1, 2))(1) == 2);
  CHECK(fm::from_eigen(Eigen::ArrayXf(Eigen::ArrayXf::Ones(3)))(2) == 1.0f);
  CHECK(fm::from_eigen(RowMajor(0, 3)).shape() == fm::Shape{0, 3});
}

TEST_CASE("results of transforms on tensors go to Eigen and back", "[views]") {
  Eigen::MatrixXd a(2, 2);
  a << 2, 1, 1, 3;
  auto const loss = [](auto const& w) { return fm::sum(fm::square(fm::matmul(w, w))); };
  Eigen::MatrixXd const g = fm::as_eigen(fm::grad(loss)(fm::from_eigen(a)));
  Eigen::MatrixXd const p = a * a;
  CHECK((g - 2 * (p * a.transpose() + a.transpose() * p)).norm() < 1e-12);
}
