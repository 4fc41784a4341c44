// tests/compile_fail/eigen/element_type.cpp: a tensor from a matrix of int, which is no element type
// SPDX-License-Identifier: MIT
// EXPECT: from_eigen: a tensor cannot have this element type.*cast<std::int64_t>\(\) for integers
#include <fmod/eigen.hpp>

int main() { return fm::from_eigen(Eigen::MatrixXi::Ones(2, 2)).size() == 4; }
