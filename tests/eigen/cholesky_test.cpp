// cholesky_test.cpp: linear systems by Eigen's LLT and LDLT on boxed numbers, which read the lower triangle
// SPDX-License-Identifier: MIT
#include "support.hpp"

#include <Eigen/Cholesky>

using namespace eigen_test;

namespace {
MatrixXd const a22 = matrix({{4, 1}, {1, 3}});
VectorXd const b2 = vector({1, 2});
// x = A^-1 b = (1, 7) / 11 and A^-1 1 = (2, 3) / 11.
MatrixXd const lower_rule = matrix({{-2, 0}, {-17, -21}}) / 121;

struct Solve {
  bool ldlt;
  template <class A, class B> auto operator()(A const& a, B const& b) const {
    using T = std::remove_cvref_t<decltype(a(0, 0) * b(0))>;
    MatrixX<T> const matrix = a.template cast<T>();
    VectorX<T> const right = b.template cast<T>();
    VectorX<T> x;
    if (ldlt)
      x = matrix.ldlt().solve(right);
    else
      x = matrix.llt().solve(right);
    return x;
  }
};
}  // namespace

TEST_CASE("a linear system by LLT and LDLT", "[cholesky][99]") {
  for (bool const ldlt : {false, true}) {
    auto const sum = [ldlt](auto const& a, auto const& b) { return Solve{ldlt}(a, b).sum(); };
    auto const [value, gradients] = fm::value_and_grad<0, 1>(sum)(a22, b2);
    CHECK(value == Approx(8.0 / 11).epsilon(1e-15));
    check_close(std::get<0>(gradients), lower_rule, 1e-15);
    check_close(std::get<1>(gradients), VectorXd(vector({2, 3}) / 11), 1e-15);
    auto const [x, dx] = fm::jvp(Solve{ldlt}, fm::args(a22, b2), fm::args(fm::zero, vector({1, 0})));
    check_close(x, VectorXd(vector({1, 7}) / 11), 1e-15);
    check_close(dx, VectorXd(vector({3, -1}) / 11), 1e-15);
    check_close(forward_gradient([&](auto const& a) { return sum(a, b2); }, a22), lower_rule, 1e-15);
  }
}

TEST_CASE("the logarithm of a determinant by LLT, to second order", "[cholesky]") {
  auto const log_det = [](auto const& a) {
    using std::log;
    using T = scalar_of<decltype(a)>;
    Eigen::LLT<MatrixX<T>> const factor(a);
    return T(2.0 * (log(factor.matrixLLT()(0, 0)) + log(factor.matrixLLT()(1, 1))));
  };
  // Only the lower triangle is read, so its off-diagonal element counts twice: log(a c - b^2).
  check_close(fm::hvp(log_det)(a22, MatrixXd(matrix({{1, 5}, {0, 0}}))), MatrixXd(matrix({{-9, 0}, {6, -1}}) / 121),
              1e-14);
}
