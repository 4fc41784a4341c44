// support.hpp: functions of Eigen matrices differentiated by every mode, for the tests of this folder
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/eigen.hpp>
#include <support/catch.hpp>

#include <vector>

namespace eigen_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
template <class T> using MatrixX = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
template <class T> using VectorX = Eigen::Matrix<T, Eigen::Dynamic, 1>;
/// The number type of a matrix, whatever it is in a transform.
template <class M> using scalar_of = typename std::remove_cvref_t<M>::Scalar;

inline MatrixXd matrix(std::initializer_list<std::initializer_list<double>> rows) {
  auto const n = static_cast<Eigen::Index>(rows.size()), m = static_cast<Eigen::Index>(rows.begin()->size());
  MatrixXd r(n, m);
  Eigen::Index i = 0;
  for (auto const& row : rows) {
    Eigen::Index j = 0;
    for (double x : row) r(i, j++) = x;
    ++i;
  }
  return r;
}
inline VectorXd vector(std::initializer_list<double> values) {
  VectorXd r(static_cast<Eigen::Index>(values.size()));
  Eigen::Index i = 0;
  for (double x : values) r(i++) = x;
  return r;
}

/// The gradient of a scalar function by forward mode, one unit tangent after the other.
template <class F, class M> auto forward_gradient(F const& f, M const& x) {
  M g = x;
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    for (Eigen::Index j = 0; j < x.cols(); ++j) {
      M dx = M::Zero(x.rows(), x.cols());
      dx(i, j) = 1;
      g(i, j) = fm::jvp(f, x, dx).second;
    }
  return g;
}

/// Every element within tolerance of what is wanted, relative to the largest.
template <class M> void check_close(M const& found, M const& want, double tolerance) {
  double worst = 0, largest = 0;
  for (Eigen::Index i = 0; i < want.rows(); ++i)
    for (Eigen::Index j = 0; j < want.cols(); ++j) {
      double const d = std::abs(found(i, j) - want(i, j));
      worst = d <= worst ? worst : d == d ? d : INFINITY;
      largest = std::max(largest, std::abs(want(i, j)));
    }
  CHECK(worst <= tolerance * (1 + largest));
}

/// f(x), and its gradient by jvp and grad.
template <class F, class M>
void check_gradient(F const& f, M const& x, double value, M const& gradient, double tolerance = 1e-13) {
  auto const [v, g] = fm::value_and_grad(f)(x);
  CHECK(v == Approx(value).epsilon(tolerance).margin(tolerance));
  CHECK(g.rows() == x.rows());
  CHECK(g.cols() == x.cols());
  check_close(g, gradient, tolerance);
  check_close(forward_gradient(f, x), gradient, tolerance);
}

/// Hessian times v by the four orders of the two modes; all must agree with `want`.
template <class F, class M>
void check_hvp(F const& f, M const& x, M const& v, M const& want, double tolerance = 1e-12) {
  check_close(fm::hvp(f)(x, v), want, tolerance);
  auto const along = [f](auto const& y, auto const& dy) { return fm::jvp(f, y, dy).second; };
  check_close(fm::grad(along)(x, v), want, tolerance);
  auto const dot = [f](auto const& y, auto const& dy) { return fm::grad(f)(y).cwiseProduct(dy).sum(); };
  check_close(fm::grad(dot)(x, v), want, tolerance);
  check_close(forward_gradient([&](auto const& y) { return along(y, v); }, x), want, tolerance);
}

}  // namespace eigen_test
