// tests/ops/trigonometric_test.cpp: circular and hyperbolic functions and their inverses in every mode and order
// SPDX-License-Identifier: MIT
#include <cmath>
#include <numbers>

#include "support/catch.hpp"
#include "support/elementwise.hpp"

namespace {

using check::real;

#define OPS(X) X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(sech2) X(asinh) X(acosh) X(atanh)
enum op {
#define OP(name) name##_op,
  OPS(OP)
#undef OP
};
struct trigonometric {
  int which;
  template <class X> X operator()(X const& x) const {
    switch (which) {
#define OP(name)  \
  case name##_op: \
    return check::preserved<X>(fm::name(x));
      OPS(OP)
#undef OP
    }
    return x;
  }
};

constexpr double inf = std::numeric_limits<double>::infinity(), NaN = std::numeric_limits<double>::quiet_NaN();

real sech2(real x) {
  real const e = std::exp(-2 * std::fabs(x));
  return 4 * e / ((1 + e) * (1 + e));
}

std::vector<check::Unary> const table{
    {"sin", sin_op, [](real x) { return std::sin(x); }, {0, 1, -2.5, {1e5, 1}, {1e-10, 1}}, {inf, NaN}},
    {"cos", cos_op, [](real x) { return std::cos(x); }, {0, 1, -2.5, {1e5, 1}, {1e-10, 1}}, {inf, NaN}},
    {"tan", tan_op, [](real x) { return std::tan(x); }, {0, {1, 0.5}, {-2.5, 0.9}, {1.5, 0.07}, {1e-10, 1}}, {NaN}},
    {"asin",
     asin_op,
     [](real x) { return std::asin(x); },
     {0, {0.5, 0.5}, {-0.9, 0.1}, {0.999, 4e-4}, {1e-10, 1}},
     {1, -1, 2, NaN}},
    {"acos",
     acos_op,
     [](real x) { return std::acos(x); },
     {0, {0.5, 0.5}, {-0.9, 0.1}, {0.999, 4e-4}},
     {1, -1, 2, NaN}},
    {"atan", atan_op, [](real x) { return std::atan(x); }, {0, 1, -2.5, {1e10, 1e10}, {1e-10, 1}}, {inf, -inf, NaN}},
    {"sinh", sinh_op, [](real x) { return std::sinh(x); }, {0, 1, -2.5, {80, 1}, {1e-10, 1}}, {NaN}},
    {"cosh", cosh_op, [](real x) { return std::cosh(x); }, {0, 1, -2.5, {80, 1}}, {NaN}},
    {"tanh",
     tanh_op,
     [](real x) { return std::tanh(x); },
     {0, 1, -2.5, {20, 1}, {-40, 1}, {1e-10, 1}},
     {400, inf, -inf, NaN},
     sech2},
    {"sech2",
     sech2_op,
     sech2,
     {0, {0.5, 1}, -2.5, {20, 1}, {-40, 1}},
     {400, NaN},
     [](real x) { return -2 * std::tanh(x) * sech2(x); }},
    {"asinh", asinh_op, [](real x) { return std::asinh(x); }, {0, 1, -2.5, {1e10, 1e10}, {1e-10, 1}}, {NaN}},
    {"acosh", acosh_op, [](real x) { return std::acosh(x); }, {{1.5, 0.5}, {1.001, 1e-3}, {1e10, 1e10}}, {1, 0, NaN}},
    {"atanh",
     atanh_op,
     [](real x) { return std::atanh(x); },
     {0, {0.5, 0.5}, {-0.999, 4e-4}, {1e-10, 1}},
     {1, -1, 2, NaN}},
};

auto const runs = check::runs_of<trigonometric, 1>();

}  // namespace

TEST_CASE("trigonometric functions of numbers", "[trigonometric]") { check::check_numbers(table, runs.numbers, false); }
TEST_CASE("trigonometric functions of float numbers", "[trigonometric]") {
  check::check_numbers(table, runs.floats, true);
}
TEST_CASE("trigonometric functions of tensors", "[trigonometric]") {
  check::check_tensors(table, runs.numbers, runs.tensors, false);
}
TEST_CASE("trigonometric functions of float tensors", "[trigonometric]") {
  check::check_tensors(table, runs.floats, runs.float_tensors, true);
}
