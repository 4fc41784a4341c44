// decompositions_test.cpp: Eigen's LLT, LDLT, LU, QR, inverse, determinant and eigenvalues on boxed numbers
// SPDX-License-Identifier: MIT
#include "support.hpp"

using namespace eigen_test;

namespace {
MatrixXd const a22 = matrix({{4, 1}, {1, 3}});
VectorXd const b2 = vector({1, 2});
// x = A^-1 b = (1, 7) / 11 and A^-1 1 = (2, 3) / 11
auto const lower_rule = matrix({{-2, 0}, {-17, -21}});
auto const full_rule = matrix({{-2, -14}, {-3, -21}});
}  // namespace

TEST_CASE("a linear system by LLT and LDLT, which read the lower triangle", "[decompositions][99]") {
  auto const llt = [](auto const& a, auto const& b) {
    using T = decltype(a(0, 0) * b(0));
    VectorX<T> const x = a.template cast<T>().llt().solve(b.template cast<T>());
    return T(x.sum());
  };
  auto const ldlt = [](auto const& a, auto const& b) {
    using T = decltype(a(0, 0) * b(0));
    VectorX<T> const x = a.template cast<T>().ldlt().solve(b.template cast<T>());
    return T(x.sum());
  };
  check_gradient([&](auto const& a) { return llt(a, b2); }, a22, 8.0 / 11, MatrixXd(lower_rule / 121));
  check_gradient([&](auto const& b) { return llt(a22, b); }, b2, 8.0 / 11, VectorXd(vector({2, 3}) / 11));
  check_gradient([&](auto const& a) { return ldlt(a, b2); }, a22, 8.0 / 11, MatrixXd(lower_rule / 121));
  check_gradient([&](auto const& b) { return ldlt(a22, b); }, b2, 8.0 / 11, VectorXd(vector({2, 3}) / 11));
  auto const [ga, gb] = fm::grad<0, 1>(llt)(a22, b2);
  CHECK((ga - lower_rule / 121).norm() < 1e-15);
  CHECK((gb - vector({2, 3}) / 11).norm() < 1e-15);
  auto const x = fm::jvp([](auto const& b) { return a22.template cast<scalar_of<decltype(b)>>().llt().solve(b).eval(); }, b2, vector({1, 0}));
  CHECK((x.first - vector({1, 7}) / 11).norm() < 1e-15);
  CHECK((x.second - vector({3, -1}) / 11).norm() < 1e-15);
}

TEST_CASE("a linear system by LU and QR, which read all of the matrix", "[decompositions][99]") {
  auto const lu = [](auto const& a) {
    using T = scalar_of<decltype(a)>;
    VectorX<T> const x = a.partialPivLu().solve(b2.template cast<T>());
    return T(x.sum());
  };
  auto const qr = [](auto const& a) {
    using T = scalar_of<decltype(a)>;
    VectorX<T> const x = a.householderQr().solve(b2.template cast<T>());
    return T(x.sum());
  };
  auto const pivoted = [](auto const& a) {
    using T = scalar_of<decltype(a)>;
    VectorX<T> const x = a.colPivHouseholderQr().solve(b2.template cast<T>());
    return T(x.sum());
  };
  auto const full = [](auto const& a) {
    using T = scalar_of<decltype(a)>;
    VectorX<T> const x = a.fullPivLu().solve(b2.template cast<T>());
    return T(x.sum());
  };
  check_gradient(lu, a22, 8.0 / 11, MatrixXd(full_rule / 121));
  check_gradient(qr, a22, 8.0 / 11, MatrixXd(full_rule / 121));
  check_gradient(pivoted, a22, 8.0 / 11, MatrixXd(full_rule / 121));
  check_gradient(full, a22, 8.0 / 11, MatrixXd(full_rule / 121));
  // d2 of 1^T A^-1 b along V: 2 1^T A^-1 V A^-1 V A^-1 b is <V, H V>.
  MatrixXd const v = matrix({{0.5, -1}, {0.25, 2}}), inverse = a22.inverse();
  VectorXd const y = inverse * b2, w = inverse.transpose() * vector({1, 1});
  MatrixXd const hv = (inverse.transpose() * v.transpose() * w) * y.transpose() + w * (inverse * v * y).transpose();
  check_hvp(lu, a22, v, hv);
}

TEST_CASE("inverse and determinant of small matrices", "[decompositions]") {
  MatrixXd const one_to_four = matrix({{1, 2}, {3, 4}});
  auto const determinant = [](auto const& m) { return m.determinant(); };
  check_gradient(determinant, one_to_four, -2, matrix({{4, -3}, {-2, 1}}));
  check_gradient([](auto const& m) { return m.inverse().eval().trace(); }, a22, 7.0 / 11,
                 MatrixXd(-(a22.inverse() * a22.inverse()).transpose()));
  Eigen::Matrix3d m;
  m << 2, -1, 0.5, 0.25, 3, 1, -2, 0.75, 1.5;
  check_gradient(determinant, m, m.determinant(), Eigen::Matrix3d(m.determinant() * m.inverse().transpose()));
  check_gradient([](auto const& x) { return x.inverse().eval().sum(); }, m, m.inverse().sum(),
                 Eigen::Matrix3d(-(m.inverse() * Eigen::Matrix3d::Ones() * m.inverse()).transpose()));
  Eigen::Matrix4d m4 = Eigen::Matrix4d::Identity() * 2 + 0.1 * Eigen::Matrix4d::Ones();
  m4(0, 3) = -1;
  check_gradient(determinant, m4, m4.determinant(), Eigen::Matrix4d(m4.determinant() * m4.inverse().transpose()));
  check_gradient([](auto const& x) { return x.inverse().eval().trace(); }, m4, m4.inverse().trace(),
                 Eigen::Matrix4d(-(m4.inverse() * m4.inverse()).transpose()));
  // d2 det along V at the 2 x 2 matrix: det is bilinear in its rows, so H V = adj(V)^T.
  check_hvp(determinant, one_to_four, matrix({{1, 0}, {2, -1}}), matrix({{-1, -2}, {0, 1}}));
}

TEST_CASE("eigenvalues of a symmetric matrix", "[decompositions][101]") {
  auto const eigenvalue = [](int i) {
    return [i](auto const& a) {
      using T = scalar_of<decltype(a)>;
      Eigen::SelfAdjointEigenSolver<MatrixX<T>> const solver(a);
      return T(solver.eigenvalues()(i));
    };
  };
  MatrixXd const a = matrix({{2, 1}, {1, 2}});  // only the lower triangle is read
  check_gradient(eigenvalue(1), a, 3, matrix({{0.5, 0}, {1, 0.5}}));
  check_gradient(eigenvalue(0), a, 1, matrix({{0.5, 0}, {-1, 0.5}}));
  MatrixXd const d = matrix({{1, 0}, {0, 2}});
  check_gradient(eigenvalue(0), d, 1, matrix({{1, 0}, {0, 0}}));
  check_gradient(eigenvalue(1), d, 2, matrix({{0, 0}, {0, 1}}));

  MatrixXd const s = matrix({{4, 1, -2}, {1, 2, 0.5}, {-2, 0.5, 3}});
  Eigen::SelfAdjointEigenSolver<MatrixXd> const plain(s);
  for (int i = 0; i < 3; ++i) {
    VectorXd const v = plain.eigenvectors().col(i);
    MatrixXd want = 2 * v * v.transpose();
    want.diagonal() *= 0.5;
    want = want.triangularView<Eigen::Lower>();
    check_gradient(eigenvalue(i), s, plain.eigenvalues()(i), want, 1e-10);
  }
  // A function of all eigenvalues: their sum of squares is |A|^2.
  auto const squares = [](auto const& m) {
    using T = scalar_of<decltype(m)>;
    Eigen::SelfAdjointEigenSolver<MatrixX<T>> const solver(m);
    return T(solver.eigenvalues().squaredNorm());
  };
  check_gradient(squares, a, 10, matrix({{4, 0}, {4, 4}}));
  check_hvp(squares, a, matrix({{1, 0}, {3, -1}}), matrix({{2, 0}, {12, -2}}), 1e-10);
}
