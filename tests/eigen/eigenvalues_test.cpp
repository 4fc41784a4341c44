// eigenvalues_test.cpp: eigenvalues of symmetric matrices by Eigen's iteration on boxed numbers
// SPDX-License-Identifier: MIT
#include "support.hpp"

#include <Eigen/Eigenvalues>

using namespace eigen_test;

TEST_CASE("eigenvalues of a symmetric matrix", "[eigenvalues][101]") {
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
    want = MatrixXd(want.triangularView<Eigen::Lower>());
    check_gradient(eigenvalue(i), s, plain.eigenvalues()(i), want, 1e-10);
  }
}

TEST_CASE("a sum over all eigenvalues", "[eigenvalues]") {
  // The sum of squares of all eigenvalues is |A|^2.
  auto const squares = [](auto const& m) {
    using T = scalar_of<decltype(m)>;
    Eigen::SelfAdjointEigenSolver<MatrixX<T>> const solver(m, Eigen::EigenvaluesOnly);
    return T(solver.eigenvalues().squaredNorm());
  };
  MatrixXd const a = matrix({{2, 1}, {1, 2}});
  check_close(fm::grad(squares)(a), matrix({{4, 0}, {4, 4}}), 1e-13);
}
