// tests/ops/powers_test.cpp: pow with a constant power, of a constant base, and with both differentiated; the rational functions of one argument
// SPDX-License-Identifier: MIT
#include <cmath>

#include "support/catch.hpp"
#include "support/elementwise.hpp"

namespace {

using check::real;

constexpr double inf = std::numeric_limits<double>::infinity(), NaN = std::numeric_limits<double>::quiet_NaN();

struct constant_power {
  int which;
  template <class X> X operator()(X const& x) const {
    switch (which) {
      case 0:
        return check::preserved_beside_literal<X>(fm::pow(x, 2.0));
      case 1:
        return check::preserved<X>(fm::pow(x, 3));
      case 2:
        return check::preserved<X>(fm::pow(x, -1));
      case 3:
        return check::preserved<X>(fm::pow(x, 0.5));
      case 4:
        return check::preserved<X>(fm::pow(x, 0));
      case 5:
        return check::preserved<X>(fm::pow(x, 1.0));
      case 6:
        return check::preserved<X>(fm::pow(x, -2.5f));
      case 7:
        return check::preserved_beside_literal<X>(fm::pow(2.0, x));
      case 8:
        return check::preserved<X>(fm::square(x));
      case 9:
        return check::preserved<X>(fm::reciprocal(x));
      case 10:
        return check::preserved<X>(fm::neg(x));
      case 11:
        return check::preserved<X>(fm::abs(x));
      default:
        return check::preserved<X>(fm::ops::one_minus_square(x));
    }
  }
};
std::vector<check::Unary> const constant{
    {"pow", 0, [](real x) { return x * x; }, {0, 1.5, -2, {1e10, 1e10}, 1e-10}, {inf, NaN}},
    {"pow", 1, [](real x) { return x * x * x; }, {0, 1.5, -2, {1e10, 1e10}, 1e-10}, {inf, NaN}},
    {"pow", 2, [](real x) { return 1 / x; }, {1.5, -2, {1e10, 1e10}, 1e-10}, {0, NaN}},
    {"pow", 3, [](real x) { return std::sqrt(x); }, {1.5, {1e10, 1e10}, 1e-10}, {0, -1, NaN}},
    {"pow", 4, [](real) { return real(1); }, {0, 1.5, -2}, {0, inf, NaN}},
    {"pow", 5, [](real x) { return x; }, {0, 1.5, -2}, {0, NaN}},
    {"pow", 6, [](real x) { return 1 / (x * x * std::sqrt(x)); }, {1.5, 0.25, {1e5, 1e5}}, {0, NaN}},
    {"pow", 7, [](real x) { return std::exp2(x); }, {0, 1.5, -2, {60, 1}, {-60, 1}}, {inf, -inf, NaN}},
    {"square", 8, [](real x) { return x * x; }, {0, 1.5, -2, {1e10, 1e10}, 1e-10}, {inf, NaN}},
    {"reciprocal", 9, [](real x) { return 1 / x; }, {1.5, -2, {1e10, 1e10}, 1e-10}, {0, inf, NaN}},
    {"neg", 10, [](real x) { return -x; }, {0, 1.5, -2}, {inf, NaN}},
    {"abs", 11, [](real x) { return std::fabs(x); }, {1.5, -2, 1e-10}, {0, inf, -inf, NaN}},
    {"one_minus_square", 12, [](real x) { return 1 - x * x; }, {0, 0.5, -2}, {NaN}},
};

struct power {
  int which;
  template <class X> X operator()(X const& x, X const& y) const { return check::preserved<X>(fm::pow(x, y)); }
};
std::vector<check::Binary> const both{
    {"pow",
     0,
     [](real x, real y) { return std::pow(x, y); },
     {{1.5, -0.5}, {2, 3}, {0.25, 4}, {1e-10, 0.5}, {1e10, -0.5, 0.03}, {1, 0}, {0.5, 0}},
     {{0, 2}, {0, 1}, {0, 0.5}, {0, 3}, {-2, 3}, {-1.5, 2}, {-1.5, 0.5}, {NaN, 2}, {2, NaN}}},
};

auto const constant_runs = check::runs_of<constant_power, 1>();
auto const runs = check::runs_of<power, 2>();

}  // namespace

TEST_CASE("constant powers of numbers", "[powers]") { check::check_numbers(constant, constant_runs.numbers, false); }
TEST_CASE("constant powers of float numbers", "[powers]") {
  check::check_numbers(constant, constant_runs.floats, true);
}
TEST_CASE("constant powers of tensors", "[powers]") {
  check::check_tensors(constant, constant_runs.numbers, constant_runs.tensors, false);
}
TEST_CASE("constant powers of float tensors", "[powers]") {
  check::check_tensors(constant, constant_runs.floats, constant_runs.float_tensors, true);
}
TEST_CASE("powers of numbers", "[powers]") { check::check_numbers(both, runs.numbers, false); }
TEST_CASE("powers of float numbers", "[powers]") { check::check_numbers(both, runs.floats, true); }
TEST_CASE("powers of tensors", "[powers]") { check::check_tensors(both, runs.numbers, runs.tensors, false); }
TEST_CASE("powers of float tensors", "[powers]") { check::check_tensors(both, runs.floats, runs.float_tensors, true); }
TEST_CASE("powers of whole numbers", "[powers]") {
  auto const n = fm::tensor<int64_t>({2, 3});
  CHECK(fm::pow(n, 2)(1) == 9);
  CHECK(fm::pow(n, n)(1) == 27);
  CHECK(fm::pow(2, n)(1) == 8);
  CHECK_THROWS_AS(fm::pow(n, -1), fm::value_error);
}
