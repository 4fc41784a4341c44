// tests/ops/special_test.cpp: erf, the gamma functions and sinc in every mode and order
// SPDX-License-Identifier: MIT
#include <cmath>
#include <numbers>

#include "support/catch.hpp"
#include "support/elementwise.hpp"

namespace {

using check::real;

#define OPS(X) X(erf) X(erfc) X(lgamma) X(digamma) X(sinc)
enum op {
#define OP(name) name##_op,
  OPS(OP)
#undef OP
      polygamma_op
};
struct special {
  int which;
  template <class X> X operator()(X const& x) const {
    switch (which) {
#define OP(name)  \
  case name##_op: \
    return check::preserved<X>(fm::name(x));
      OPS(OP)
#undef OP
      case polygamma_op:
        return check::preserved<X>(fm::polygamma(2, x));
    }
    return x;
  }
};

// Terms by recurrence up to 30, then the asymptotic series (Abramowitz and Stegun 6.3.18, 6.4.11).
real polygamma(int n, real x) {
  real const bernoulli[] = {1.L / 6, -1.L / 30, 1.L / 42, -1.L / 30, 5.L / 66, -691.L / 2730, 7.L / 6, -3617.L / 510};
  real factorial = 1, sum = 0;
  for (int i = 2; i <= n; ++i) factorial *= i;
  real const sign = n % 2 == 0 ? -1 : 1;  // of (-1)^(n + 1)
  for (; x < 30; x += 1) sum += sign * factorial / std::pow(x, static_cast<real>(n + 1));
  real tail = n == 0 ? -std::log(x) : factorial / static_cast<real>(n) / std::pow(x, static_cast<real>(n));
  tail += factorial / 2 / std::pow(x, static_cast<real>(n + 1));
  for (int k = 1; k <= 8; ++k) {
    real term = bernoulli[k - 1];
    if (n == 0) term /= 2 * k;
    for (int i = 2 * k + 1; i < 2 * k + n; ++i) term *= i;
    tail += term / std::pow(x, static_cast<real>(2 * k + n));
  }
  return sum + sign * tail;
}
real sinc(real x) { return x == 0 ? 1 : std::sin(std::numbers::pi_v<real> * x) / (std::numbers::pi_v<real> * x); }
constexpr double inf = std::numeric_limits<double>::infinity(), NaN = std::numeric_limits<double>::quiet_NaN();
real const root_pi = std::sqrt(std::numbers::pi_v<real>);

std::vector<check::Unary> const table{
    {"erf",
     erf_op,
     [](real x) { return std::erf(x); },
     {0, 1, -2.5, {6, 0.5}, {1e-10, 1}},
     {30, inf, -inf, NaN},
     [](real x) { return 2 / root_pi * std::exp(-x * x); }},
    {"erfc",
     erfc_op,
     [](real x) { return std::erfc(x); },
     {0, 1, -2.5, {10, 0.5}, {20, 0.2}},
     {30, inf, -inf, NaN},
     [](real x) { return -2 / root_pi * std::exp(-x * x); }},
    {"lgamma",
     lgamma_op,
     [](real x) { return std::lgamma(x); },
     {0.5, 3, 1.0000001, 2.0000001, 1e-5, {-0.5, 0.5}, {-2.25, 0.25}, {1e10, 1e10}},
     {NaN}},
    {"digamma",
     digamma_op,
     [](real x) { return polygamma(0, x); },
     {0.5, 3, 1.4616321449683622, 1e-5, {-0.5, 0.5}, {-2.25, 0.25}, {1e6, 1e6}},
     {NaN}},
    {"polygamma",
     polygamma_op,
     [](real x) { return polygamma(2, x); },
     {0.5, 3, 1e-3, {-0.25, 0.25}, {-2.25, 0.25}, {1e3, 1e3}},
     {NaN}},
    {"sinc", sinc_op, sinc, {0, {1e-6, 1}, {1e-3, 1}, 0.5, 1.25, {-2.5, 0.5}, {20.25, 0.5}}, {NaN}},
};

auto const runs = check::runs_of<special, 1>();

}  // namespace

TEST_CASE("special functions of numbers", "[special]") { check::check_numbers(table, runs.numbers, false); }
TEST_CASE("special functions of float numbers", "[special]") { check::check_numbers(table, runs.floats, true); }
TEST_CASE("special functions of tensors", "[special]") {
  check::check_tensors(table, runs.numbers, runs.tensors, false);
}
TEST_CASE("special functions of float tensors", "[special]") {
  check::check_tensors(table, runs.floats, runs.float_tensors, true);
}
