// tests/compile_fail/eigen/expression_result.cpp: a function that returns an Eigen expression
// SPDX-License-Identifier: MIT
// EXPECT: an Eigen expression or view is used as an argument or result of a transform.*write \.eval\(\)
#include <fmod/eigen.hpp>

int main() {
  Eigen::VectorXd const x = Eigen::VectorXd::Ones(2);
  return fm::jvp([](auto const& v) { return 2.0 * v; }, x, x).first(0) == 2;
}
