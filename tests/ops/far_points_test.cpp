// tests/ops/far_points_test.cpp: derivatives far out, near 0 and where arithmetic rounds to a kink; masks; counts that overflow
// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>

#include <fmod/fmod.hpp>

#include "support/catch.hpp"

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr int64_t largest = std::numeric_limits<int64_t>::max(), smallest = std::numeric_limits<int64_t>::min();

template <class F> double second(F const& f, double x) {
  return fm::jvp([&](auto const& v) { return fm::grad(f)(v); }, x, 1.0).second;
}

}  // namespace

TEST_CASE("remainders whose quotient rounds up to an integer", "[far]") {
  // 1 = 9 * 0.1 + 0.0999...: ten times 0.1, as a double, is above 1.
  CHECK(fm::grad<1>([](auto const& x, auto const& y) { return fm::fmod(x, y); })(1.0, 0.1) == -9);
  CHECK(fm::grad<1>([](auto const& x, auto const& y) { return fm::remainder(x, y); })(1.0, 0.1) == -9);
  CHECK(fm::grad<1>([](auto const& x, auto const& y) { return fm::fmod(x, y); })(-7.25, 3.0) == 2);
  CHECK(fm::grad<1>([](auto const& x, auto const& y) { return fm::remainder(x, y); })(-7.25, 3.0) == 3);
}

TEST_CASE("a fused function whose lane was not taken sends nothing back", "[far]") {
  auto const f = [](auto const& x) {
    auto const y = fm::elementwise([](auto const& t) { return fm::exp(t); }, x);
    return fm::sum(fm::where(fm::less(x, 1.0), y, 0.0));
  };
  auto const g = fm::grad(f)(fm::tensor<double>({0.5, 1000}));
  CHECK(g(0) == Approx(std::exp(0.5)));
  CHECK(g(1) == 0);
}

TEST_CASE("second derivatives near 0 and far out", "[far]") {
  CHECK(second([](auto const& x) { return fm::sigmoid(x); }, 1e-9) == Approx(-1.25e-10).epsilon(1e-12));
  CHECK(second([](auto const& x) { return fm::sigmoid(x); }, -40.0) == Approx(std::exp(-40.0)).epsilon(1e-12));
  CHECK(second([](auto const& x) { return fm::atan(x); }, 1e90) == Approx(-2e-270).epsilon(1e-12));
  CHECK(second([](auto const& x) { return fm::gelu_tanh(x); }, -1e200) == 0);
  CHECK(fm::grad([](auto const& x) { return fm::gelu_tanh(x); })(-1e200) == 0);
  CHECK(fm::grad([](auto const& x) { return fm::gelu_tanh(x); })(1e200) == 1);
}

TEST_CASE("second derivatives where the gradient is 0 by choice", "[far]") {
  auto const zero = fm::zeros<double>({2}), v = fm::ones<double>({2});
  auto const norm = [](auto const& x) { return fm::norm(x); };
  auto const spread = [](auto const& x) { return fm::stddev(x); };
  for (int i : {0, 1}) {
    CHECK(fm::hvp(norm)(zero, v)(i) == 0);
    CHECK(fm::hvp(spread)(v, fm::tensor<double>({1, -1}))(i) == 0);
  }
  CHECK(second([](auto const& x) { return fm::hypot(x, 0.0); }, 0.0) == 0);
}

TEST_CASE("an extreme that is NaN has derivative 0 in both modes", "[far]") {
  auto const x = fm::tensor<double>({1, std::nan("")});
  auto const f = [](auto const& v) { return fm::max(v); };
  CHECK(std::isnan(f(x).item()));
  CHECK(fm::grad(f)(x)(0) == 0);
  CHECK(fm::jvp(f, x, fm::ones<double>({2})).second.item() == 0);
}

TEST_CASE("counts and steps near the ends of int64", "[far]") {
  auto const x = fm::ones<double>({2, 3});
  CHECK_THROWS_AS(fm::pad(x, 0, largest, largest), fm::value_error);
  CHECK_THROWS_AS(fm::pad(x, 0, largest, largest - 1990), fm::value_error);
  CHECK(fm::slice(x, 0, 0, 2, largest).shape() == fm::Shape{1, 3});
  CHECK(fm::slice(x, 0, 1, smallest, smallest).shape() == fm::Shape{1, 3});
  CHECK(fm::slice(fm::arange<double>(5.0), 0, 4, -7, -2)(1) == 2);
  CHECK_THROWS_AS(fm::scatter_add(x, fm::zeros<fm::int64_t>({1, 1, 1, 1, 1}), 3), fm::shape_error);
  CHECK_THROWS_WITH(fm::scatter_add(x, fm::tensor<fm::int64_t>({0, 1}), -1),
                    "scatter_add: the size is -1; it must not be negative");
  CHECK_THROWS_AS(fm::polygamma(largest, 2.0), fm::value_error);
  CHECK_THROWS_AS(fm::eye<double>(2, -5), fm::shape_error);
  CHECK_THROWS_AS(fm::pad(fm::ones<fm::int64_t>({2}), 0, 1, 0, 0.5), fm::value_error);
  CHECK(fm::pad(fm::ones<fm::int64_t>({2}), 0, 1, 0, 7)(0) == 7);
}

TEST_CASE("wide intervals", "[far]") {
  auto const line = fm::linspace<double>(-1e308, 1e308, 3);
  CHECK(line(0) == -1e308);
  CHECK(line(1) == 0);
  CHECK(line(2) == 1e308);
  CHECK_THROWS_AS(fm::random::uniform<double>(fm::random::key(0), {2}, -1e308, 1e308), fm::value_error);
  CHECK_THROWS_AS(fm::random::uniform<float>(fm::random::key(0), {2}, 1e300, 1e308), fm::value_error);
}

TEST_CASE("masks are counted and combined", "[far]") {
  auto const x = fm::tensor<double>({0, 1, 2, 3});
  auto const low = fm::greater(x, 0.5), high = fm::less(x, 2.5);
  static_assert(std::is_same_v<decltype(fm::sum(low)), fm::Tensor<fm::int64_t>>);
  CHECK(fm::sum(low).item() == 3);
  CHECK(fm::sum(fm::logical_and(low, high)).item() == 2);
  CHECK(fm::sum(fm::logical_or(low, high)).item() == 4);
  CHECK(fm::sum(fm::logical_not(low)).item() == 1);
  CHECK(fm::any(low));
  CHECK_FALSE(fm::all(low));
}

TEST_CASE("an operation in place that is refused leaves its argument as it was", "[far]") {
  auto a = fm::tensor<double>({1, 2, 3});
  CHECK_THROWS_AS(a += fm::tensor<double>({1, 2}), fm::shape_error);
  CHECK(a(2) == 3);
}

TEST_CASE("a pullback that was used up says so", "[far]") {
  auto const x = fm::tensor<double>({1, 2, 3});
  auto [y, pull] = fm::vjp([](auto const& v) { return v * v; }, x);
  auto last = std::move(pull);
  CHECK(std::move(last)(fm::ones_like(y))(2) == 6);
  CHECK_THROWS_AS(last(fm::ones_like(y)), fm::value_error);
  CHECK_THROWS_AS(pull(fm::ones_like(y)), fm::value_error);
}

TEST_CASE("slopes at -0, outside the domain and at minus infinity", "[far]") {
  CHECK(fm::grad([](auto const& x) { return fm::sqrt(x); })(-0.0) == -inf);
  CHECK(fm::grad([](auto const& x) { return fm::log(x); })(-0.0) == -inf);
  CHECK(fm::grad([](auto const& x) { return fm::rsqrt(x); })(-0.0) == inf);
  CHECK(fm::grad([](auto const& x) { return fm::log(x); })(-1.0) == -1);
  CHECK(fm::grad([](auto const& x) { return fm::atanh(x); })(2.0) == Approx(-1.0 / 3));
  CHECK(std::isnan(fm::gelu(-inf)));
  CHECK(std::isnan(fm::silu(-inf)));
}
