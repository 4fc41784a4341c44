// tests/ops/activation_test.cpp: sigmoid, softplus, relu and the activations that are formulas in every mode and order
// SPDX-License-Identifier: MIT
#include <cmath>
#include <numbers>

#include "support/catch.hpp"
#include "support/elementwise.hpp"

namespace {

using check::real;

#define OPS(X) X(sigmoid) X(logsigmoid) X(softplus) X(relu) X(gelu) X(gelu_tanh) X(silu) X(mish) X(leaky_relu) X(elu)
enum op {
#define OP(name) name##_op,
  OPS(OP)
#undef OP
};
struct activation {
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

real sigmoid(real x) { return x > 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x)); }
real softplus(real x) { return std::fmax(x, 0.0L) + std::log1p(std::exp(-std::fabs(x))); }
real normal_cdf(real x) { return 0.5L * std::erfc(-x / std::numbers::sqrt2_v<real>); }

std::vector<check::Unary> const table{
    {"sigmoid",
     sigmoid_op,
     sigmoid,
     {0, 1, -2.5, {40, 1}, {-40, 1}, {37.42994775023705, 1}, {-300, 1}},
     {800, -800, inf, -inf, NaN},
     [](real x) { return sigmoid(x) * sigmoid(-x); }},
    {"logsigmoid",
     logsigmoid_op,
     [](real x) { return -softplus(-x); },
     {0, 1, -2.5, {40, 1}, {-40, 1}, {300, 1}},
     {800, -800, NaN},
     [](real x) { return sigmoid(-x); }},
    {"softplus", softplus_op, softplus, {0, 1, -2.5, {40, 1}, {-40, 1}, {-300, 1}}, {800, -800, NaN}, sigmoid},
    {"relu",
     relu_op,
     [](real x) { return x > 0           ? x
                         : std::isnan(x) ? x
                                         : 0; },
     {1, -2.5, 1e-10, {1e10, 1e10}},
     {0, -0.0, inf, -inf, NaN}},
    {"gelu",
     gelu_op,
     [](real x) { return x * normal_cdf(x); },
     {0, 1, -1, 2.5, {-10, 0.5}, {10, 0.5}, {-30, 0.1}},
     {-40, 40, NaN},
     [](real x) { return normal_cdf(x) + x * std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi_v<real>); }},
    {"gelu_tanh",
     gelu_tanh_op,
     [](real x) { return x * sigmoid(2 * std::sqrt(2 / std::numbers::pi_v<real>) * (x + 0.044715L * x * x * x)); },
     {0, 1, {-1, 0.5}, {2.5, 0.3}, {-5, 0.2}},
     {-30, 30, NaN}},
    {"silu", silu_op, [](real x) { return x * sigmoid(x); }, {0, 1, -2.5, {-40, 1}, {-300, 1}}, {-800, 800, NaN}},
    {"mish", mish_op, [](real x) { return x * std::tanh(softplus(x)); }, {0, 1, -2.5, {-40, 1}}, {-800, 800, NaN}},
    {"leaky_relu",
     leaky_relu_op,
     [](real x) { return x > 0 ? x : static_cast<real>(0.01) * x; },
     {1, -2.5, {1e10, 1e10}},
     {0, -0.0, inf, NaN}},
    {"elu",
     elu_op,
     [](real x) { return x > 0 ? x : std::expm1(x); },
     {1, -2.5, {1000, 1}, {-40, 1}},
     {0, -0.0, inf, NaN}},
};

auto const runs = check::runs_of<activation, 1>();

}  // namespace

TEST_CASE("activations of numbers", "[activation]") { check::check_numbers(table, runs.numbers, false); }
TEST_CASE("activations of float numbers", "[activation]") { check::check_numbers(table, runs.floats, true); }
TEST_CASE("activations of tensors", "[activation]") { check::check_tensors(table, runs.numbers, runs.tensors, false); }
TEST_CASE("activations of float tensors", "[activation]") {
  check::check_tensors(table, runs.floats, runs.float_tensors, true);
}
