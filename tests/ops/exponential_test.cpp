// tests/ops/exponential_test.cpp: roots, exponentials and logarithms in every mode and order
// SPDX-License-Identifier: MIT
#include <cmath>
#include <numbers>

#include "support/catch.hpp"
#include "support/elementwise.hpp"

namespace {

using check::real;

#define OPS(X) X(sqrt) X(rsqrt) X(cbrt) X(exp) X(exp2) X(expm1) X(log) X(log2) X(log1p)
enum op {
#define OP(name) name##_op,
  OPS(OP)
#undef OP
};
struct exponential {
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

std::vector<check::Unary> const table{
    {"sqrt",
     sqrt_op,
     [](real x) { return std::sqrt(x); },
     {0.25, 2, 1e-8, {1e10, 1e10}, {3e-200, 3e-200}},
     {0, -0.0, -1, inf, NaN}},
    {"rsqrt", rsqrt_op, [](real x) { return 1 / std::sqrt(x); }, {0.25, 2, 1e-8, {1e10, 1e10}}, {0, -1, NaN}},
    {"cbrt", cbrt_op, [](real x) { return std::cbrt(x); }, {0.25, -2, 1e-8, {-1e10, 1e10}}, {0, inf, NaN}},
    {"exp",
     exp_op,
     [](real x) { return std::exp(x); },
     {0, 1, -1.5, {-40, 1}, {80, 1}, {-300, 1}},
     {-800, 800, inf, -inf, NaN}},
    {"exp2", exp2_op, [](real x) { return std::exp2(x); }, {0, 3, -1.5, {-40, 1}, {100, 1}}, {inf, -inf, NaN}},
    {"expm1",
     expm1_op,
     [](real x) { return std::expm1(x); },
     {0.5, {1e-10, 0.5}, -1.5, {80, 1}, {-40, 1}},
     {0, inf, NaN},
     [](real x) { return std::exp(x); }},
    {"log", log_op, [](real x) { return std::log(x); }, {0.25, 2, 1, 1e-10, {1e10, 1e10}}, {0, -1, inf, NaN}},
    {"log2", log2_op, [](real x) { return std::log2(x); }, {0.25, 2, 1, 1e-10, {1e10, 1e10}}, {0, -1, inf, NaN}},
    {"log1p",
     log1p_op,
     [](real x) { return std::log1p(x); },
     {0.5, 2, {-0.75, 0.25}, {1e-10, 0.5}, {1e10, 1e10}},
     {0, -1, -2, inf, NaN}},
};

auto const runs = check::runs_of<exponential, 1>();

}  // namespace

TEST_CASE("exponentials of numbers", "[exponential]") { check::check_numbers(table, runs.numbers, false); }
TEST_CASE("exponentials of float numbers", "[exponential]") { check::check_numbers(table, runs.floats, true); }
TEST_CASE("exponentials of tensors", "[exponential]") {
  check::check_tensors(table, runs.numbers, runs.tensors, false);
}
TEST_CASE("exponentials of float tensors", "[exponential]") {
  check::check_tensors(table, runs.floats, runs.float_tensors, true);
}
