// tests/ops/literals_test.cpp: a plain number on either side of a binary op, beside numbers and tensors in every mode
// SPDX-License-Identifier: MIT
#include <cmath>

#include "support/catch.hpp"
#include "support/elementwise.hpp"

namespace {

using check::real;

#define OPS(X) \
  X(add)       \
  X(sub) X(mul) X(div) X(fmod) X(remainder) X(xlogy) X(atan2) X(hypot) X(pow) X(maximum) X(minimum) X(fmax) X(fmin)
enum op {
#define OP(name) name##_left, name##_right,
  OPS(OP)
#undef OP
};
constexpr double c = 1.5;
struct beside_literal {
  int which;
  template <class X> X operator()(X const& x) const {
    switch (which) {
#define OP(name)                                               \
  case name##_left:                                            \
    return check::preserved_beside_literal<X>(fm::name(c, x)); \
  case name##_right:                                           \
    return check::preserved_beside_literal<X>(fm::name(x, c));
      OPS(OP)
#undef OP
    }
    return x;
  }
};
real remainder(real x, real y) { return x - y * std::floor(x / y); }

// x = 1.5 is a tie of the extrema; against a constant the argument takes all of the derivative.
std::vector<check::Unary> const table{
    {"add", add_left, [](real x) { return c + x; }, {-0.5, 2}},
    {"add", add_right, [](real x) { return x + c; }, {-0.5, 2}},
    {"sub", sub_left, [](real x) { return c - x; }, {-0.5, 2}},
    {"sub", sub_right, [](real x) { return x - c; }, {-0.5, 2}},
    {"mul", mul_left, [](real x) { return c * x; }, {-0.5, 0, 2}},
    {"mul", mul_right, [](real x) { return x * c; }, {-0.5, 0, 2}},
    {"div", div_left, [](real x) { return c / x; }, {-0.5, 2}, {0}},
    {"div", div_right, [](real x) { return x / c; }, {-0.5, 0, 2}},
    {"fmod",
     fmod_left,
     [](real x) { return std::fmod(static_cast<real>(c), x); },
     {{0.4, 0.01}, {-0.4, 0.01}, {2, 0.1}}},
    {"fmod", fmod_right, [](real x) { return std::fmod(x, static_cast<real>(c)); }, {{5.5, 0.1}, {-0.5, 0.1}}},
    {"remainder", remainder_left, [](real x) { return remainder(c, x); }, {{0.4, 0.01}, {-0.4, 0.01}, {2, 0.1}}},
    {"remainder", remainder_right, [](real x) { return remainder(x, c); }, {{5.5, 0.1}, {-0.5, 0.1}}},
    {"xlogy", xlogy_left, [](real x) { return c * std::log(x); }, {0.5, 2}, {0, -1}},
    {"xlogy", xlogy_right, [](real x) { return x * std::log(static_cast<real>(c)); }, {-0.5, 2}, {0}},
    {"atan2", atan2_left, [](real x) { return std::atan2(static_cast<real>(c), x); }, {-0.5, 0, 2}},
    {"atan2", atan2_right, [](real x) { return std::atan2(x, static_cast<real>(c)); }, {-0.5, 0, 2}},
    {"hypot", hypot_left, [](real x) { return std::hypot(static_cast<real>(c), x); }, {-0.5, 0, 2}},
    {"hypot", hypot_right, [](real x) { return std::hypot(x, static_cast<real>(c)); }, {-0.5, 0, 2}},
    {"pow", pow_left, [](real x) { return std::pow(static_cast<real>(c), x); }, {-0.5, 0, 2}},
    {"pow", pow_right, [](real x) { return x * std::sqrt(x); }, {0.5, 2}, {0, -1}},
    {"maximum", maximum_left, [](real x) { return std::fmax(static_cast<real>(c), x); }, {-0.5, 2}, {1.5}},
    {"maximum", maximum_right, [](real x) { return std::fmax(x, static_cast<real>(c)); }, {-0.5, 2}, {1.5}},
    {"minimum", minimum_left, [](real x) { return std::fmin(static_cast<real>(c), x); }, {-0.5, 2}, {1.5}},
    {"minimum", minimum_right, [](real x) { return std::fmin(x, static_cast<real>(c)); }, {-0.5, 2}, {1.5}},
    {"fmax", fmax_left, [](real x) { return std::fmax(static_cast<real>(c), x); }, {-0.5, 2}, {1.5}},
    {"fmax", fmax_right, [](real x) { return std::fmax(x, static_cast<real>(c)); }, {-0.5, 2}, {1.5}},
    {"fmin", fmin_left, [](real x) { return std::fmin(static_cast<real>(c), x); }, {-0.5, 2}, {1.5}},
    {"fmin", fmin_right, [](real x) { return std::fmin(x, static_cast<real>(c)); }, {-0.5, 2}, {1.5}},
};

// The rules themselves are seen to third order with both sides differentiated; here what a constant side changes.
auto const runs = check::runs_of<beside_literal, 1, 2, 1>();

}  // namespace

TEST_CASE("literals beside numbers", "[literals]") { check::check_numbers(table, runs.numbers, false); }
TEST_CASE("literals beside float numbers", "[literals]") { check::check_numbers(table, runs.floats, true); }
TEST_CASE("literals beside tensors", "[literals]") { check::check_tensors(table, runs.numbers, runs.tensors, false); }
TEST_CASE("literals beside float tensors", "[literals]") {
  check::check_tensors(table, runs.floats, runs.float_tensors, true);
}
