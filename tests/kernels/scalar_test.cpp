// tests/kernels/scalar_test.cpp: the scalar reference: known values, tails, edges
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <fmod/kernels/scalar.hpp>

#include <limits>

namespace s = fm::scalar_math;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity(), not_a_number = std::numeric_limits<double>::quiet_NaN();

void check_relative(double got, double want, double tolerance = 1e-15) {
  CAPTURE(got, want);
  CHECK(std::fabs(got - want) <= tolerance * std::fabs(want));
}

}  // namespace

TEST_CASE("scalar: sigmoid and its logarithm keep digits in both tails", "[scalar]") {
  check_relative(s::sigmoid(-40.0), 4.2483542552915889773e-18);
  check_relative(s::sigmoid(-740.0), 4.1999200880449e-322, 1e-2);
  CHECK(s::sigmoid(40.0) == 1);
  CHECK(s::sigmoid(0.0) == 0.5);
  CHECK(s::sigmoid(-inf) == 0);
  CHECK(s::sigmoid(inf) == 1);
  CHECK(std::isnan(s::sigmoid(not_a_number)));
  check_relative(s::softplus(-40.0), 4.2483542552915889863e-18);
  check_relative(s::softplus(1.0), 1.3132616875182228340);
  CHECK(s::softplus(800.0) == 800);
  CHECK(s::softplus(inf) == inf);
  CHECK(s::softplus(-inf) == 0);
  check_relative(s::logsigmoid(40.0), -4.2483542552915889863e-18);
  CHECK(s::logsigmoid(-800.0) == -800);
  CHECK(s::logsigmoid(-inf) == -inf);
  check_relative(static_cast<double>(s::sigmoid(-40.0f)), 4.2483542552915889773e-18, 2e-7);
}

TEST_CASE("scalar: sech2 is the derivative of tanh in the tails", "[scalar]") {
  check_relative(s::sech2(20.0), 1.6993417021166356e-17, 1e-15);
  check_relative(s::sech2(-20.0), 1.6993417021166356e-17, 1e-15);
  CHECK(s::sech2(0.0) == 1);
  CHECK(s::sech2(400.0) == 0);
  CHECK(s::sech2(-inf) == 0);
  CHECK(std::isnan(s::sech2(not_a_number)));
}

TEST_CASE("scalar: simple functions at their edges", "[scalar]") {
  CHECK(s::sign(-3.0) == -1);
  CHECK(s::sign(0.0) == 0);
  CHECK(!std::signbit(s::sign(-0.0)));
  CHECK(std::isnan(s::sign(not_a_number)));
  CHECK(s::rsqrt(0.0) == inf);
  CHECK(s::rsqrt(4.0f) == 0.5f);
  CHECK(s::relu(-1.0) == 0);
  CHECK(s::relu(2.0) == 2);
  CHECK(std::isnan(s::relu(not_a_number)));
  CHECK(s::round(2.5) == 2);
  CHECK(s::round(-3.5) == -4);
  CHECK(s::lgamma(0.5) == Approx(0.57236494292470008707));
  CHECK(s::lgamma(-0.5f) == Approx(1.2655121f));
}

TEST_CASE("scalar: digamma, trigamma, polygamma", "[scalar]") {
  check_relative(s::digamma(0.5), -1.9635100260214234794, 4e-16);
  check_relative(s::digamma(1.0), -0.57721566490153286061, 4e-16);
  check_relative(s::digamma(10.0), 2.2517525890667211076, 4e-16);
  check_relative(s::digamma(1e10), 23.025850929890456840, 4e-16);
  // Around the root.
  check_relative(s::digamma(1.4616321449683622), -9.2412655217294275e-17, 1e-9);
  check_relative(s::digamma(1.5), 0.036489973978576520559, 4e-16);
  // Reflection.
  check_relative(s::digamma(-0.5), 0.036489973978576520559, 1e-13);
  check_relative(s::digamma(-1.5), 0.70315664064524318723, 1e-14);
  check_relative(s::trigamma(0.5), 4.9348022005446793094, 4e-16);
  check_relative(s::trigamma(-0.5), 8.9348022005446793094, 1e-15);
  check_relative(s::polygamma(2, 1.0), -2.4041138063191885708, 1e-15);
  check_relative(s::polygamma(3, 0.25), 1538.7821440091883960, 1e-15);
  check_relative(s::polygamma(5, 3.0), 120 * (1.0173430619844491397 - 1 - 1. / 64), 1e-12);
  check_relative(s::polygamma(2, -0.3), 67.639081199883160040, 1e-14);
  CHECK(std::isnan(s::digamma(0.0)));
  CHECK(std::isnan(s::digamma(-3.0)));
  CHECK(std::isnan(s::digamma(-inf)));
  CHECK(s::digamma(inf) == inf);
  CHECK(s::trigamma(0.0) == inf);
  CHECK(s::trigamma(-2.0) == inf);
  CHECK(std::isnan(s::polygamma(2, -2.0)));
  CHECK(s::trigamma(inf) == 0);
  CHECK(std::isnan(s::polygamma(3, not_a_number)));
  CHECK(s::digamma(0.5f) == Approx(-1.9635100260f));
  // psi(x + 1) = psi(x) + 1 / x, and its derivatives, where recurrence and series meet.
  for (double x : {0.1, 0.9, 1.3, 2.7, 8.5, 9.99, 11.2, 30.0})
    for (int n = 1; n <= 8; ++n) {
      double const term = (n % 2 == 0 ? 1 : -1) * std::tgamma(n + 1.0) * std::pow(x, -n - 1.0);
      CAPTURE(x, n);
      CHECK(std::fabs(s::polygamma(n, x + 1) - s::polygamma(n, x) - term) <= 4e-15 * std::fabs(s::polygamma(n, x)));
    }
}

TEST_CASE("scalar: sinc and its derivatives", "[scalar]") {
  CHECK(s::sinc(0, 0.0) == 1);
  CHECK(s::sinc(0, 3.0) == 0);
  check_relative(s::sinc(0, 0.5), 0.63661977236758134308);
  CHECK(s::sinc(1, 0.0) == 0);
  check_relative(s::sinc(1, 1e-6), -3.2898681336932059e-6);
  check_relative(s::sinc(1, 1e-3), -3.28986488672789625e-3);
  check_relative(2 * s::sinc(1, 2 * 0.49999999999999994 - 1), 7.30497470002078958e-16);
  check_relative(s::sinc(2, 0.0), -3.2898681336964528729);
  check_relative(s::sinc(1, 1.0), -1);
  check_relative(s::sinc(1, 2.0), 0.5);
  check_relative(s::sinc(2, 1.0), 2);
  check_relative(s::sinc(4, 0.0), 19.481818206800487, 1e-14);
  CHECK(s::sinc(3, -0.7) == -s::sinc(3, 0.7));
  CHECK(s::sinc(0, inf) == 0);
  CHECK(std::isnan(s::sinc(1, not_a_number)));
  CHECK(s::sinc(0, 0.25f) == Approx(0.9003163f));
  // x f + n f' = ... at the borders of the formulas: pi x g(n) + n pi g(n-1) is a derivative of sin(pi x).
  for (double x : {0.2, 0.31, 0.32, 0.8, 1.7, 2.5, 2.9, 3.6})
    for (int n = 1; n <= 8; ++n) {
      double const left = x * s::sinc(n, x) + n * s::sinc(n - 1, x);
      double const right =
          std::pow(s::sinc(0, 0.0) * 3.14159265358979323846, n - 1) * std::sin(3.14159265358979323846 * (x + 0.5 * n));
      CAPTURE(x, n);
      CHECK(std::fabs(left - right) <= 1e-14 * std::pow(3.2, n));
    }
}

TEST_CASE("scalar: powi", "[scalar]") {
  CHECK(s::powi(0, 0.0) == 1);
  CHECK(s::powi(0, not_a_number) == 1);
  CHECK(s::powi(3, -2.0) == -8);
  CHECK(s::powi(-2, 4.0) == 0.0625);
  CHECK(s::powi(-1, 0.0) == inf);
  CHECK(s::powi(-3, -0.0) == -inf);
  CHECK(s::powi(2, 1.1) == 1.1 * 1.1);
  CHECK(s::powi(-2, 1e160) == std::pow(1e160, -2.0));
  CHECK(s::powi(std::numeric_limits<int64_t>::min(), 2.0) == 0);
  for (int n = -40; n <= 40; ++n)
    for (double x : {0.3, -1.7, 9.1}) check_relative(s::powi(n, x), std::pow(x, n), 3e-15);
}

TEST_CASE("scalar: binary functions at their edges", "[scalar]") {
  CHECK(s::fmod(-7.0, 3.0) == -1);
  CHECK(s::remainder(-7.0, 3.0) == 2);
  CHECK(s::remainder(7.0, -3.0) == -2);
  CHECK(s::remainder(-10.0, -3.0) == -1);
  CHECK(s::remainder(6.0, 3.0) == 0);
  CHECK(std::signbit(s::remainder(6.0, -3.0)));
  CHECK(s::remainder(-1.0, inf) == inf);
  CHECK(std::isnan(s::remainder(1.0, 0.0)));

  CHECK(s::maximum(1.0, 2.0) == 2);
  CHECK(std::isnan(s::maximum(not_a_number, 2.0)));
  CHECK(std::isnan(s::maximum(2.0, not_a_number)));
  CHECK(std::isnan(s::minimum(not_a_number, 2.0)));
  CHECK(std::isnan(s::minimum(2.0, not_a_number)));
  CHECK(s::fmax(not_a_number, 2.0) == 2);
  CHECK(s::fmax(2.0, not_a_number) == 2);
  CHECK(s::fmin(not_a_number, 2.0) == 2);
  CHECK(s::fmin(2.0, not_a_number) == 2);
  CHECK(std::isnan(s::fmin(not_a_number, not_a_number)));

  CHECK(s::xlogy(0.0, 0.0) == 0);
  CHECK(s::xlogy(0.0, inf) == 0);
  CHECK(std::isnan(s::xlogy(0.0, not_a_number)));
  CHECK(s::xlogy(2.0, 3.0) == 2 * std::log(3.0));

  CHECK(s::zero_mul(2.0, 3.0) == 6);
  CHECK(std::isnan(s::zero_mul(not_a_number, 3.0)));
  CHECK(s::zero_mul(inf, 0.0) == 0);
  CHECK(s::zero_mul(0.0, not_a_number) == 0);
  CHECK(s::gate(5.0, 1.0) == 5);
  CHECK(s::gate(5.0, 0.0) == 0);
  CHECK(s::gate(not_a_number, -1.0) == 0);
  CHECK(s::gate(5.0, not_a_number) == 0);
  CHECK(s::hypot(1e300, 1e300) == Approx(1.4142135623730951e300));
}
