// lu_test.cpp: linear systems, inverses and determinants by Eigen's LU on boxed numbers
// SPDX-License-Identifier: MIT
#include "support.hpp"

#include <Eigen/LU>

using namespace eigen_test;

namespace {
MatrixXd const a22 = matrix({{4, 1}, {1, 3}});
VectorXd const b2 = vector({1, 2});
MatrixXd const full_rule = matrix({{-2, -14}, {-3, -21}}) / 121;
}  // namespace

TEST_CASE("a linear system by LU, which reads all of the matrix", "[lu][99]") {
  auto const lu = [](auto const& a) {
    using T = scalar_of<decltype(a)>;
    VectorX<T> const x = a.partialPivLu().solve(b2.template cast<T>());
    return T(x.sum());
  };
  check_gradient(lu, a22, 8.0 / 11, full_rule, 1e-15);
  // <V, H V> = 2 1^T A^-1 V A^-1 V A^-1 b.
  MatrixXd const v = matrix({{0.5, -1}, {0.25, 2}}), inverse = a22.inverse();
  VectorXd const y = inverse * b2, w = inverse.transpose() * vector({1, 1});
  MatrixXd const hv = (inverse.transpose() * v.transpose() * w) * y.transpose() + w * (inverse * v * y).transpose();
  check_close(fm::hvp(lu)(a22, v), hv, 1e-14);
}

TEST_CASE("determinants", "[lu]") {
  // One function for all sizes: each type of function is compiled of its own.
  auto const determinant = [](auto const& m) { return m.determinant(); };
  MatrixXd const one_to_four = matrix({{1, 2}, {3, 4}});
  check_gradient(determinant, one_to_four, -2, matrix({{4, -3}, {-2, 1}}));
  MatrixXd const five = MatrixXd::Identity(5, 5) * 2 + MatrixXd::Constant(5, 5, 0.25);
  check_gradient(determinant, five, five.determinant(), MatrixXd(five.determinant() * five.inverse().transpose()));
  // det is bilinear in the rows of a 2 x 2 matrix, so H V = adj(V)^T.
  check_hvp(determinant, one_to_four, matrix({{1, 0}, {2, -1}}), matrix({{-1, -2}, {0, 1}}));
}

TEST_CASE("determinants and inverses of fixed size", "[lu]") {
  auto const both = [](auto const& x) { return decltype(x.trace())(x.determinant() + x.inverse().eval().trace()); };
  Eigen::Matrix2d m2;
  m2 << 4, 1, -2, 3;
  Eigen::Matrix3d m3;
  m3 << 2, -1, 0.5, 0.25, 3, 1, -2, 0.75, 1.5;
  Eigen::Matrix4d m4 = Eigen::Matrix4d::Identity() * 2 + 0.1 * Eigen::Matrix4d::Ones();
  m4(0, 3) = -1;
  auto const check = [&](auto const& m) {
    using M = std::remove_cvref_t<decltype(m)>;
    M const inverse = m.inverse();
    check_gradient(both, m, m.determinant() + inverse.trace(),
                   M(m.determinant() * inverse.transpose() - (inverse * inverse).transpose()));
  };
  check(m2);
  check(m3);
  check(m4);
}
