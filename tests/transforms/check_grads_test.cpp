// tests/transforms/check_grads_test.cpp: check_grads accepts right rules of any scale and refuses wrong ones
// SPDX-License-Identifier: MIT
#include <cmath>

#include <fmod/transforms/transforms.hpp>

#include "support/catch.hpp"

namespace {

/// scale sin(x), with a slope that is off by a factor.
auto sine(double scale, double factor) {
  return fm::custom_jvp(
      [=](auto const& x) { return scale * fm::sin(x); },
      [=](auto const& x, auto const& d) { return std::pair(scale * fm::sin(x), factor * scale * fm::cos(x) * d); });
}
/// A cubic: its slope at 0 is 0, and so are its values around there.
auto const cubic = [](auto const& x) { return x * x * x; };

}  // namespace

TEST_CASE("check_grads finds a slope that is off by 0.1 percent, whatever the size of the values", "[check_grads]") {
  auto const x = fm::tensor<double>({1, 2.5});
  for (double const scale : {1e-12, 1.0, 1e12}) {
    CHECK_NOTHROW(fm::check_grads(sine(scale, 1), x));
    CHECK_THROWS_WITH(fm::check_grads(sine(scale, 1.001), x), Catch::Contains("check_grads: jvp"));
  }
  CHECK_NOTHROW(fm::check_grads(sine(1e12, 1), fm::tensor<float>({1, 2.5})));
  CHECK_NOTHROW(fm::check_grads(sine(1e-12, 1), fm::tensor<float>({1, 2.5})));
  CHECK_THROWS_AS(fm::check_grads(sine(1, 1.05), fm::tensor<float>({1, 2.5}), {.order = 1}), fm::value_error);
  CHECK_THROWS_AS(fm::check_grads(sine(1, 1.001), 1.0), fm::value_error);
}

TEST_CASE("check_grads takes steps that suit the arguments", "[check_grads]") {
  CHECK_NOTHROW(fm::check_grads(cubic, fm::zeros<double>({2})));
  CHECK_NOTHROW(fm::check_grads(cubic, 0.0));
  CHECK_NOTHROW(fm::check_grads([](auto const& x) { return fm::log(x); }, fm::tensor<double>({1e-6, 2e-6})));
  CHECK_NOTHROW(fm::check_grads([](auto const& x) { return fm::exp(1e-6 * x); }, fm::tensor<double>({1e6, 2e6})));
  auto const product = [](auto const& x, auto const& y) { return fm::sum(fm::log(x)) * fm::exp(1e-6 * y); };
  CHECK_NOTHROW(fm::check_grads(product, fm::args(fm::tensor<double>({1e-6, 2e-6}), 1e6)));
}

TEST_CASE("check_grads sees a kink at the point", "[check_grads]") {
  CHECK_THROWS_AS(fm::check_grads([](auto const& x) { return fm::relu(x); }, fm::tensor<double>({0, 1})),
                  fm::value_error);
}
