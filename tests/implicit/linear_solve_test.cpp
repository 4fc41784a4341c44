// tests/implicit/linear_solve_test.cpp: the linear solvers, and the derivatives of a solution
// SPDX-License-Identifier: MIT
#include <fmod/transforms/transforms.hpp>

#include "support/catch.hpp"

using Catch::Matchers::Contains;

namespace {
/// The second difference on n points plus c times the value: symmetric positive definite. With a drift it is not
/// symmetric.
auto laplace(double drift) {
  return [drift](auto const& x) {
    return 2.1 * x - (1 + drift) * fm::pad(fm::slice(x, 0, 1, x.size()), 0, 0, 1) -
           (1 - drift) * fm::pad(fm::slice(x, 0, 0, -1), 0, 1, 0);
  };
}
template <class Solver, class A> double error_of(Solver const& solver, A const& a, int64_t n) {
  auto const x = fm::sin(1 + fm::arange<double>(static_cast<double>(n)));
  return fm::norm(solver(a, a(x)) - x).item() / fm::norm(x).item();
}
}  // namespace

TEST_CASE("each solver finds the solution it was made for", "[linear]") {
  for (int64_t n : {1, 2, 40, 300}) {
    CHECK(error_of(fm::cg, laplace(0), n) < 1e-9);
    CHECK(error_of(fm::gmres, laplace(0), n) < 1e-9);
    CHECK(error_of(fm::gmres, laplace(0.3), n) < 1e-9);
    CHECK(error_of(fm::bicgstab, laplace(0.3), n) < 1e-9);
    CHECK(error_of(fm::solve_with_function{{.method = fm::linear_solver::dense}}, laplace(0.3), n) < 1e-12);
    CHECK(error_of(fm::solve_with_function{}, laplace(0.3), n) < 1e-9);
  }
  CHECK(fm::gmres(laplace(0), fm::zeros<double>({5}))(3) == 0);
  auto const b = fm::ones<float>({50});
  auto const a = [](auto const& x) { return 3.f * x; };
  CHECK(fm::gmres(a, b)(7) == Approx(1.0 / 3));
}

TEST_CASE("restarts and small tolerances", "[linear]") {
  fm::solve_with_function const restarted{
      {.method = fm::linear_solver::gmres, .tolerance = 1e-10, .max_iterations = 20'000, .restart = 20}};
  CHECK(error_of(restarted, laplace(0.1), 200) < 1e-8);
}

TEST_CASE("singular and unfit maps are errors with the residual", "[linear]") {
  auto const b = fm::tensor<double>({1, 2, 3});
  auto const flat = [](auto const& x) { return fm::broadcast_to(fm::sum(x), {3}) * 1.0; };
  CHECK_THROWS_AS(fm::gmres(flat, b), fm::value_error);
  CHECK_THROWS_WITH(fm::solve_with_function{}(flat, b), Contains("dense solve: the map of 3 unknowns is singular"));
  CHECK_THROWS_WITH(fm::cg([](auto const& x) { return -x; }, b),
                    Contains("cg: after 1 applications") && Contains("not symmetric positive definite"));
  CHECK_THROWS_AS(fm::cg([](auto const& x) { return fm::slice(x, 0, 0, 2); }, b), fm::shape_error);
}

TEST_CASE("a linear system differentiated by its right-hand side and its matrix", "[linear]") {
  auto const solve = [](auto const& m, auto const& b) {
    return fm::linear_solve([](auto const& x, auto const& a) { return fm::matmul(a, x); }, b, m);
  };
  auto const m = fm::tensor<double>({{4, 1}, {2, 3}});
  auto const b = fm::tensor<double>({1, 2});  // x = (0.1, 0.6)
  auto const x = solve(m, b);
  CHECK(x(0) == Approx(0.1).epsilon(1e-14));
  CHECK(x(1) == Approx(0.6).epsilon(1e-14));
  auto const [gm, gb] = fm::grad<0, 1>([&](auto const& a, auto const& r) { return fm::sum(solve(a, r)); })(m, b);
  // w = m^-T (1, 1) = (0.1, 0.3); the cotangent of m is -w x^T.
  CHECK(gb(0) == Approx(0.1).epsilon(1e-14));
  CHECK(gb(1) == Approx(0.3).epsilon(1e-14));
  CHECK(gm(0, 1) == Approx(-0.06).epsilon(1e-14));
  CHECK(gm(1, 0) == Approx(-0.03).epsilon(1e-14));
  fm::check_grads(solve, fm::args(m, b));
}
