// tests/ops/arithmetic_test.cpp: sums, products, quotients and remainders in every mode and order
// SPDX-License-Identifier: MIT
#include <cmath>
#include <numbers>

#include "support/catch.hpp"
#include "support/elementwise.hpp"

namespace {

using check::real;

#define OPS(X) X(add) X(sub) X(mul) X(div) X(fmod) X(remainder) X(zero_mul) X(xlogy) X(atan2) X(hypot)
enum op {
#define OP(name) name##_op,
  OPS(OP)
#undef OP
};
struct arithmetic {
  int which;
  template <class X> X operator()(X const& x, X const& y) const {
    switch (which) {
#define OP(name)  \
  case name##_op: \
    return check::preserved<X>(fm::name(x, y));
      OPS(OP)
#undef OP
    }
    return x;
  }
};

constexpr double inf = std::numeric_limits<double>::infinity(), NaN = std::numeric_limits<double>::quiet_NaN();

real remainder(real x, real y) {
  real const r = std::fmod(x, y);
  return r != 0 && (r < 0) != (y < 0) ? r + y : r;
}

std::vector<check::Binary> const table{
    {"add",
     add_op,
     [](real x, real y) { return x + y; },
     {{1.5, -0.5}, {1e10, 1e-10, 1}},
     {{0, 0}, {inf, 1}, {NaN, 1}}},
    {"sub",
     sub_op,
     [](real x, real y) { return x - y; },
     {{1.5, -0.5}, {1e10, 1e-10, 1}},
     {{0, 0}, {inf, 1}, {NaN, 1}}},
    {"mul",
     mul_op,
     [](real x, real y) { return x * y; },
     {{1.5, -0.5}, {0, 2}, {0, 0}, {1e10, 1e-10, 1e-10}},
     {{NaN, 1}}},
    {"div",
     div_op,
     [](real x, real y) { return x / y; },
     {{1.5, -0.5}, {0, 2, 1}, {1e10, 1e-10}},
     {{1, inf}, {NaN, 1}}},
    {"fmod",
     fmod_op,
     [](real x, real y) { return std::fmod(x, y); },
     {{5.5, 2, 0.1}, {-10.5, -3, 0.1}, {-7.25, 3, 0.1}, {1, 3, 0.1}},
     {{NaN, 1}}},
    {"remainder",
     remainder_op,
     remainder,
     {{5.5, 2, 0.1}, {-10.5, -3, 0.1}, {-7.25, 3, 0.1}, {1, -3, 0.1}},
     {{NaN, 1}}},
    {"zero_mul",
     zero_mul_op,
     [](real x, real y) { return x == 0 || y == 0 ? 0 : x * y; },
     {{1.5, -0.5}, {-2, -3}},
     {{0, inf}, {NaN, 0}, {0, 2}}},
    {"xlogy",
     xlogy_op,
     [](real x, real y) { return x == 0 && !std::isnan(y) ? 0 : x * std::log(y); },
     {{1.5, 0.5}, {-2, 3}, {1e-10, 1e-10}},
     {{0, 2}, {0, 0}, {NaN, 1}}},
    {"atan2",
     atan2_op,
     [](real x, real y) { return std::atan2(x, y); },
     {{1.5, -0.5}, {-2, -3}, {0.25, 4}, {0, 2, 1}, {1e-13, 5.6843e-14}, {1e-60, 1e-60}, {1e60, 1e60, 1e60}},
     {{0, 0}, {NaN, 1}}},
    {"hypot",
     hypot_op,
     [](real x, real y) { return std::hypot(x, y); },
     {{1.5, -0.5}, {-2, -3}, {0, -3, 1}, {1e-60, 1e-60}, {1e60, 1e60, 1e60}},
     {{0, 0}, {NaN, 1}}},
};

auto const runs = check::runs_of<arithmetic, 2>();

}  // namespace

TEST_CASE("arithmetic of numbers", "[arithmetic]") { check::check_numbers(table, runs.numbers, false); }
TEST_CASE("arithmetic of float numbers", "[arithmetic]") { check::check_numbers(table, runs.floats, true); }
TEST_CASE("arithmetic of tensors", "[arithmetic]") { check::check_tensors(table, runs.numbers, runs.tensors, false); }
TEST_CASE("arithmetic of float tensors", "[arithmetic]") {
  check::check_tensors(table, runs.floats, runs.float_tensors, true);
}
