// qr_test.cpp: linear systems by Eigen's Householder QR, with and without pivoting, on boxed numbers
// SPDX-License-Identifier: MIT
#include "support.hpp"

#include <Eigen/QR>

using namespace eigen_test;

TEST_CASE("a linear system by QR", "[qr][99]") {
  for (bool const pivoting : {false, true}) {
    auto const qr = [pivoting](auto const& a) {
      using T = scalar_of<decltype(a)>;
      VectorX<T> const b = vector({1, 2}).cast<T>();
      VectorX<T> x;
      if (pivoting)
        x = a.colPivHouseholderQr().solve(b);
      else
        x = a.householderQr().solve(b);
      return T(x.sum());
    };
    check_gradient(qr, matrix({{4, 1}, {1, 3}}), 8.0 / 11, MatrixXd(matrix({{-2, -14}, {-3, -21}}) / 121), 1e-14);
  }
}
