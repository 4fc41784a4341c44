// tests/implicit/root_test.cpp: roots and fixed points and their derivatives against closed forms
// SPDX-License-Identifier: MIT
#include <fmod/transforms/transforms.hpp>

#include "support/catch.hpp"

using namespace fm::literals;
using Catch::Matchers::Contains;

namespace {
auto const square_root = [](auto const& t) {
  return fm::root([](auto const& x, auto const& s) { return x * x - s; }, 1.0, t);
};
}

TEST_CASE("x^2 = t at t = 4: the derivative is 1/4, the second -1/32", "[root]") {
  CHECK(square_root(4.0) == Approx(2).epsilon(1e-15));
  CHECK(fm::grad(square_root)(4.0) == Approx(0.25).epsilon(1e-15));
  CHECK(fm::jvp(square_root, 4.0, 1.0).second == Approx(0.25).epsilon(1e-15));
  CHECK(fm::hvp(square_root)(4.0, 1.0) == Approx(-1.0 / 32).epsilon(1e-14));
  CHECK(fm::grad([](auto const& t) { return fm::grad(square_root)(t); })(4.0) == Approx(-1.0 / 32).epsilon(1e-14));
  CHECK(fm::grad([](auto const& t) { return fm::jvp(square_root, t, 1.0).second; })(4.0) ==
        Approx(-1.0 / 32).epsilon(1e-14));
  CHECK(fm::jvp([](auto const& t) { return fm::jvp(square_root, t, 1.0).second; }, 4.0, 1.0).second ==
        Approx(-1.0 / 32).epsilon(1e-14));
}

TEST_CASE("the Taylor series of a root", "[root]") {
  auto const d = fm::jet(square_root, 4.0, 1.0, 4);  // 2, 1/4, -1/32, 3/256, -15/2048
  double const want[] = {2, 0.25, -1.0 / 32, 3.0 / 256, -15.0 / 2048};
  for (std::size_t k = 0; k < 5; ++k) CHECK(d[k] == Approx(want[k]).epsilon(1e-13));
}

TEST_CASE("the start has no part in the derivative, and may be an integer", "[root]") {
  auto const f = [](auto const& t) { return fm::root([](auto const& x, auto const& s) { return x * x - s; }, t, t); };
  CHECK(fm::grad(f)(4.0) == Approx(0.25).epsilon(1e-15));
  CHECK(fm::root([](auto const& x) { return x * x * x - 8; }, 1) == Approx(2).epsilon(1e-15));
}

TEST_CASE("a system of equations in trees", "[root]") {
  // x + y = s, x y = p: the roots of z^2 - s z + p, with dx/ds = x / (x - y), dx/dp = -1 / (x - y).
  auto const f = [](auto const& s, auto const& p) {
    return fm::root(
        [](auto const& v, auto const& a, auto const& b) {
          return fm::dict("x"_n = v["x"_n] + v["y"_n] - a, "y"_n = v["x"_n] * v["y"_n] - b);
        },
        fm::dict("x"_n = 4.0, "y"_n = 1.0), s, p);
  };
  auto const v = f(5.0, 6.0);
  CHECK(v["x"_n] == Approx(3).epsilon(1e-14));
  CHECK(v["y"_n] == Approx(2).epsilon(1e-14));
  auto const [ds, dp] = fm::grad<0, 1>([&](auto const& s, auto const& p) { return f(s, p)["x"_n]; })(5.0, 6.0);
  CHECK(ds == Approx(3).epsilon(1e-13));
  CHECK(dp == Approx(-1).epsilon(1e-13));
  // d2x/dp2 = -2 / (x - y)^3 for x = (s + sqrt(s^2 - 4 p)) / 2.
  CHECK(fm::hvp([&](auto const& p) { return f(5.0, p)["x"_n]; })(6.0, 1.0) == Approx(-2).epsilon(1e-12));
}

TEST_CASE("a large system, matrix-free", "[root]") {
  // x^3 + x = t for each of 200 elements.
  auto const f = [](auto const& t) {
    return fm::root([](auto const& x, auto const& s) { return x * x * x + x - s; }, fm::ones<double>({200}), t);
  };
  auto const t = fm::linspace<double>(0.5, 10.0, 200);
  auto const x = f(t);
  auto const g = fm::grad([&](auto const& s) { return fm::sum(f(s)); })(t);
  for (int64_t i = 0; i < 200; i += 37) {
    CHECK(x(i) * x(i) * x(i) + x(i) == Approx(t(i)).epsilon(1e-12));
    CHECK(g(i) == Approx(1 / (3 * x(i) * x(i) + 1)).epsilon(1e-10));
  }
}

TEST_CASE("float", "[root]") {
  auto const f = [](auto const& t) {
    return fm::sum(fm::root([](auto const& x, auto const& s) { return x * x - s; }, fm::ones<float>({2}), t));
  };
  auto const g = fm::grad(f)(fm::tensor<float>({4, 9}));
  CHECK(g(0) == Approx(0.25).epsilon(1e-6));
  CHECK(g(1) == Approx(1.0 / 6).epsilon(1e-6));
}

TEST_CASE("a fixed point: x = cos(x) t and Kepler's equation", "[fixed_point]") {
  auto const f = [](auto const& t) {
    return fm::fixed_point([](auto const& x, auto const& s) { return fm::cos(x) * s; }, 0.5, t);
  };
  double const x = 0.73908513321516064;
  CHECK(f(1.0) == Approx(x).epsilon(1e-15));
  CHECK(fm::grad(f)(1.0) == Approx(std::cos(x) / (1 + std::sin(x))).epsilon(1e-14));
  // E - e sin E = M: dE/de = sin E / (1 - e cos E), dE/dM = 1 / (1 - e cos E).
  auto const kepler = [](auto const& e, auto const& m) {
    return fm::fixed_point([](auto const& x, auto const& a, auto const& b) { return b + a * fm::sin(x); }, 1.0, e, m);
  };
  double const big_e = kepler(0.3, 1.0);
  auto const [de, dm] = fm::grad<0, 1>(kepler)(0.3, 1.0);
  CHECK(de == Approx(std::sin(big_e) / (1 - 0.3 * std::cos(big_e))).epsilon(1e-14));
  CHECK(dm == Approx(1 / (1 - 0.3 * std::cos(big_e))).epsilon(1e-14));
  // d2E/dM2 = -e sin E / (1 - e cos E)^3
  CHECK(fm::hvp([&](auto const& m) { return kepler(0.3, m); })(1.0, 1.0) ==
        Approx(-0.3 * std::sin(big_e) / std::pow(1 - 0.3 * std::cos(big_e), 3)).epsilon(1e-12));
}

TEST_CASE("the gradient through a fixed point keeps nothing of its steps", "[fixed_point]") {
  int64_t const n = 50'000;
  int steps = 0;
  // Contracts by 0.9 a step: x = t / (1 - 0.9) after a few hundred.
  auto const g = [&steps](auto const& x, auto const& t) {
    ++steps;
    return 0.9 * x + t;
  };
  auto const t = fm::full(fm::Shape{n}, 0.1);
  auto const before = fm::memory::stats().live;
  fm::memory::reset_peak();
  auto const [y, pullback] = fm::vjp([&](auto const& s) { return fm::fixed_point(g, fm::zeros<double>({n}), s); }, t);
  CHECK(steps > 200);
  CHECK(y(17) == Approx(1).epsilon(1e-9));
  auto const vector = static_cast<std::size_t>(n) * sizeof(double);
  CHECK(fm::memory::stats().live - before <= 4 * vector);
  CHECK(fm::memory::stats().peak - before <= 20 * vector);
  CHECK(pullback(fm::ones_like(y))(3) == Approx(10).epsilon(1e-9));
  CHECK(fm::memory::stats().peak - before <= 30 * vector);
}

TEST_CASE("what goes wrong is said with its numbers", "[root]") {
  auto const no_root = [](auto const& x) { return x * x + 1; };
  CHECK_THROWS_AS(fm::root(no_root, 0.7), fm::value_error);
  CHECK_THROWS_WITH(fm::root(no_root, 0.7),
                    Contains("root: no convergence after") && Contains("start nearer to the root"));
  CHECK_THROWS_WITH(fm::fixed_point([](auto const& x) { return 2 * x + 1; }, 1.0),
                    Contains("fixed_point: no convergence after") && Contains("may not contract"));
  auto const narrow = [](auto const& x) { return fm::slice(x, 0, 0, 2); };
  CHECK_THROWS_AS(fm::root(narrow, fm::ones<double>({3})), fm::shape_error);
  CHECK_THROWS_WITH(fm::root(narrow, fm::ones<double>({3})),
                    Contains("root: the function returns 2 numbers for 3 unknowns"));
  // A double root: the Jacobian is singular there.
  auto const twice = [](auto const& t) {
    return fm::root([](auto const& x, auto const& s) { return (x - s) * (x - s); }, t, t);
  };
  CHECK(twice(1.0) == 1);
  CHECK_THROWS_WITH(fm::grad(twice)(1.0), Contains("singular"));
}
