// tests/cases/control_flow_test.cpp: branches and loops on values; the sources stand in brackets
// SPDX-License-Identifier: MIT
#include <fmod/transforms/transforms.hpp>

#include "cases/formulas.hpp"
#include "support/catch.hpp"

using cases::expect, cases::many, cases::one, cases::two, cases::unknown;

TEST_CASE("a loop whose length depends on the value [jax#8239] [jax#4106]", "[control_flow]") {
  expect(one::doubling, 2, {16, 32, 48, 48});
}

TEST_CASE("a value from before a loop is used after it [warp#1694]", "[control_flow]") {
  expect(one::before_loop, 2, {48, 72, 72, 36});
}

TEST_CASE("a branch has the derivative of the branch that ran [ForwardDiff#480]", "[control_flow]") {
  expect(one::equal_branch, 1, {1, 0, 0, 0});
  expect(one::equal_branch, 2, {4, 4, 2, 0});
  expect(many::early_exit, fm::tensor<double>({0, 2, 3}), 0, {1, 0, 0});
  expect(many::product, fm::tensor<double>({0, 2, 3}), 0, {6, 0, 0});
}

TEST_CASE("branches are taken anew for each value [Sleipnir#1261]", "[control_flow]") {
  expect(one::abs_parabola, 0, {4, 0, unknown, unknown});
  expect(one::abs_parabola, 3, {5, 6, 2, 0});
  expect(two::minimum_of_squares, 2, 1, {1, 0, 2, 0, 0, 2});
}

TEST_CASE("loops that continue, and that assign to slots [clad#710] [clad#464] [clad#1941]", "[control_flow]") {
  expect(one::accumulated, 1, {14, 14, 0, 0});
  expect(one::scaled_slots, 2, {10, 5, 0, 0});
  expect(one::outer_factors, 5, {108, 36, 6, 0});
}

TEST_CASE("a conditional between differentiated values [Sophus#340] [dealii#20175]", "[control_flow]") {
  expect(two::atan2_signed, 1, -2, {-0.46364760900080612, -0.4, -0.2, unknown, unknown, unknown});
  auto const f = [](auto const& x) { return x > 0.0 ? x : 2 * x; };
  CHECK(fm::grad(f)(-1.0) == 2);
  CHECK(fm::jvp(f, 1.0, 1.0).second == 1);
  auto const g = [](auto const& x) { return x < 0.0 ? std::remove_cvref_t<decltype(x)>(0.0) : x; };
  CHECK(fm::grad(g)(-1.0) == 0);
  CHECK(fm::grad(g)(1.0) == 1);
}
