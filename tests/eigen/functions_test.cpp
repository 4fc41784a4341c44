// functions_test.cpp: comma initialisation, blocks, and functions of arrays of boxed numbers
// SPDX-License-Identifier: MIT
#include "support.hpp"

using namespace eigen_test;

TEST_CASE("comma initialisation, blocks, maps and functions on arrays", "[scalars]") {
  auto const f = [](auto const& x) {
    using T = scalar_of<decltype(x)>;
    MatrixX<T> m(2, 2);
    m << x(0), 2.0, x(1), 1;
    VectorX<T> v(3);
    v << x, T(4);
    v.head(2) += m.col(0);
    using std::exp;
    auto const s = (v.array().sin() + v.array().exp() * 0.5 + v.array().square() + v.array().tanh() +
                    (v.array() + 9).log() + (v.array() + 9).sqrt() + v.array().pow(3) + v.array().abs() +
                    v.array().cube() / 3.0 + v.array().cos() + (v.array() + 9).inverse())
                       .sum();
    return T(s + exp(m(0, 0)) + m.trace() + v.maxCoeff() - v.minCoeff());
  };
  double const x0 = 0.25, x1 = -0.75;
  auto const value = [](double y) {
    return std::sin(y) + 0.5 * std::exp(y) + y * y + std::tanh(y) + std::log(y + 9) + std::sqrt(y + 9) + y * y * y +
           std::abs(y) + y * y * y / 3 + std::cos(y) + 1 / (y + 9);
  };
  auto const slope = [](double y) {
    double const c = 1 / std::cosh(y);
    return std::cos(y) + 0.5 * std::exp(y) + 2 * y + c * c + 1 / (y + 9) + 0.5 / std::sqrt(y + 9) + 3 * y * y +
           (y > 0 ? 1 : -1) + y * y - std::sin(y) - 1 / ((y + 9) * (y + 9));
  };
  check_gradient(f, vector({x0, x1}), value(2 * x0) + value(2 * x1) + value(4) + std::exp(x0) + x0 + 1 + 4 - 2 * x1,
                 vector({2 * slope(2 * x0) + std::exp(x0) + 1, 2 * slope(2 * x1) - 2}));
}
