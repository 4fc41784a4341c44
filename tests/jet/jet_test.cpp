// tests/jet/jet_test.cpp: derivatives of high order against closed forms; jets inside and outside other transforms
// SPDX-License-Identifier: MIT
#include <fmod/transforms/transforms.hpp>

#include "support/catch.hpp"

#include <initializer_list>
#include <numbers>

using namespace fm::literals;
using Catch::Matchers::Contains;

namespace {
template <class F> void check(F const& f, double x, std::initializer_list<double> want, double relative = 1e-13) {
  auto const d = fm::jet(f, x, 1.0, static_cast<int>(want.size()) - 1);
  std::size_t k = 0;
  for (double w : want) {
    INFO("order " << k);
    CHECK(d[k] == Approx(w).epsilon(relative).margin(1e-14));
    ++k;
  }
}
}  // namespace

TEST_CASE("elementary functions, six orders", "[jet]") {
  double const x = 0.7, s = std::sin(x), c = std::cos(x), e = std::exp(x);
  check([](auto const& v) { return fm::exp(v); }, x, {e, e, e, e, e, e, e});
  check([](auto const& v) { return fm::sin(v); }, x, {s, c, -s, -c, s, c, -s});
  check([](auto const& v) { return 1 / v; }, 4,
        {0.25, -1.0 / 16, 2.0 / 64, -6.0 / 256, 24.0 / 1024, -120.0 / 4096, 720.0 / 16384});
  check([](auto const& v) { return fm::log(v); }, 2, {std::log(2), 0.5, -0.25, 0.25, -0.375, 0.75, -1.875});
  check([](auto const& v) { return fm::sqrt(v); }, 4, {2, 0.25, -1.0 / 32, 3.0 / 256, -15.0 / 2048, 105.0 / 16384});
  check([](auto const& v) { return v * v * v * v; }, 3, {81, 108, 108, 72, 24, 0, 0});
  check([](auto const& v) { return fm::pow(v, 4); }, 3, {81, 108, 108, 72, 24, 0, 0});
  check([](auto const& v) { return fm::atan(v); }, 0, {0, 1, 0, -2, 0, 24, 0});
}

TEST_CASE("sinc, tanh, softplus", "[jet]") {
  using std::numbers::pi;
  check([](auto const& v) { return fm::sinc(v); }, 0,
        {1, 0, -pi * pi / 3, 0, std::pow(pi, 4) / 5, 0, -std::pow(pi, 6) / 7});
  double const t = std::tanh(0.3), d = 1 - t * t;
  check([](auto const& v) { return fm::tanh(v); }, 0.3,
        {t, d, -2 * t * d, d * (6 * t * t - 2), d * (16 * t - 24 * t * t * t),
         d * (16 - 120 * t * t + 120 * t * t * t * t)});
  double const s = 1 / (1 + std::exp(-0.3)), q = s * (1 - s);
  check([](auto const& v) { return fm::softplus(v); }, 0.3,
        {std::log1p(std::exp(0.3)), s, q, q * (1 - 2 * s), q * (1 - 6 * s + 6 * s * s)});
}

TEST_CASE("tensors as numbers", "[jet]") {
  auto const f = [](auto const& v) { return fm::tanh(v) / (1 + fm::exp(v)) + fm::sqrt(v) * fm::sinc(v); };
  auto const numbers = fm::jet(f, 0.7, 1.0, 6);
  auto const tensors = fm::jet(f, fm::tensor<double>({0.7, 0.7}), fm::ones<double>({2}), 6);
  for (std::size_t k = 0; k < 7; ++k) CHECK(tensors[k](1) == Approx(numbers[k]).epsilon(1e-13));
}

TEST_CASE("fused functions, branches and kinks", "[jet]") {
  double const phi = std::exp(-0.5) / std::sqrt(2 * std::numbers::pi);
  // gelu'' = phi (2 - x^2), gelu''' = phi (x^3 - 4 x)
  auto const d = fm::jet([](auto const& v) { return fm::gelu(v); }, fm::scalar(1.0), fm::scalar(1.0), 3);
  CHECK(d[1].item() == Approx(1.0833154705876863).epsilon(1e-14));
  CHECK(d[2].item() == Approx(phi).epsilon(1e-13));
  CHECK(d[3].item() == Approx(-3 * phi).epsilon(1e-13));
  check([](auto const& v) { return fm::relu(v) * v; }, 2, {4, 4, 2, 0});
  check([](auto const& v) { return fm::relu(v) * v; }, -2, {0, 0, 0, 0});
  check([](auto const& v) { return fm::where(v > 1, v * v, 3 * v); }, 2, {4, 4, 2, 0});
  check([](auto const& v) { return fm::maximum(v * v, v) * 1.0; }, 2, {4, 4, 2, 0});
  check([](auto const& v) { return v * fm::abs(v); }, -2, {-4, 4, -2, 0});
}

TEST_CASE("matrices, reductions and trees", "[jet]") {
  auto const a = fm::tensor<double>({{1, 2}, {3, 4}}), b = fm::tensor<double>({{0, 1}, {-1, 0}});
  // (A + t B)^3 = A^3 + t (...) + ...: its third derivative is 6 B^3, and B^3 = -B.
  auto const cube = fm::jet([](auto const& m) { return fm::matmul(fm::matmul(m, m), m); }, a, b, 4);
  CHECK(cube[3](0, 1) == -6);
  CHECK(cube[3](1, 0) == 6);
  CHECK(cube[4](1, 0) == 0);
  // The norm along x itself is linear; along a right angle it is sqrt(1 + t^2).
  auto const n =
      fm::jet([](auto const& v) { return fm::norm(v); }, fm::tensor<double>({1, 0}), fm::tensor<double>({0, 1}), 4);
  CHECK(n[2].item() == Approx(1));
  CHECK(n[4].item() == Approx(-3));
  // log sum exp of (t, 0): softplus.
  auto const l = fm::jet([](auto const& v) { return fm::logsumexp(v); }, fm::tensor<double>({0.3, 0}),
                         fm::tensor<double>({1, 0}), 2);
  CHECK(l[2].item() == Approx(0.24445831169074586).epsilon(1e-13));
  auto const p = fm::dict("x"_n = 2.0, "y"_n = fm::tensor<double>({1, 3}));
  auto const tree = fm::jet([](auto const& q) { return fm::dict("z"_n = fm::sum(q["x"_n] * q["y"_n])); }, p,
                            fm::tree::ones_like(p), 3);
  CHECK(tree[0]["z"_n].item() == 8);
  CHECK(tree[1]["z"_n].item() == 8);
  CHECK(tree[2]["z"_n].item() == 4);
  CHECK(tree[3]["z"_n].item() == 0);
}

TEST_CASE("along a curve: sin(t^2)", "[jet]") {
  auto const d =
      fm::jet([](auto const& x) { return fm::sin(x); }, 0.0, fm::curve(std::vector<double>{0, 2, 0, 0, 0, 0}));
  double const want[] = {0, 0, 2, 0, 0, 0, -120};
  for (std::size_t k = 0; k < 7; ++k) CHECK(d[k] == Approx(want[k]).margin(1e-14));
}

TEST_CASE("a result that does not depend on x; order 0; further arguments", "[jet]") {
  auto const d = fm::jet([](auto const& x, auto const& c) { return std::pair(c, x * c); }, 2.0, 1.0, 2, 5.0);
  CHECK(d[0].second == 10);
  CHECK(d[1].first == 0);
  CHECK(d[1].second == 5);
  CHECK(fm::jet([](auto const& x) { return fm::sin(x); }, 0.0, 1.0, 0).size() == 1);
}

TEST_CASE("a jet is differentiated, and differentiates", "[jet]") {
  auto const fifth = [](auto const& x) { return fm::jet([](auto const& y) { return fm::sin(y) * y; }, x, 1.0, 5)[5]; };
  // (x sin x)^(5) = x cos x + 5 sin x, its derivative 6 cos x - x sin x
  double const x = 0.7, want = 6 * std::cos(x) - x * std::sin(x);
  CHECK(fifth(x) == Approx(x * std::cos(x) + 5 * std::sin(x)).epsilon(1e-13));
  CHECK(fm::grad(fifth)(x) == Approx(want).epsilon(1e-13));
  CHECK(fm::jvp(fifth, x, 1.0).second == Approx(want).epsilon(1e-13));
  auto const of_gradient = fm::jet(fm::grad([](auto const& y) { return fm::sin(y) * y; }), x, 1.0, 5);
  CHECK(of_gradient[5] == Approx(want).epsilon(1e-13));
  // By a captured value: d/dc of (sin(c x))'' is -2 c sin(c x) - c^2 x cos(c x).
  auto const second = [&](auto const& c) {
    return fm::jet([&](auto const& y) { return fm::sin(c * y); }, 0.7, 1.0, 2, fm::capturing(c))[2];
  };
  CHECK(fm::grad(second)(2.0) == Approx(-4 * std::sin(1.4) - 4 * 0.7 * std::cos(1.4)).epsilon(1e-13));
  // A pullback applied to a series.
  auto const [y, pullback] = fm::vjp([](auto const& v) { return 3 * v; }, 1.0);
  auto const pulled = fm::jet([&pb = pullback](auto const& v) { return pb(v * v); }, 2.0, 1.0, 3);
  CHECK(pulled[0] == 12);
  CHECK(pulled[1] == 12);
  CHECK(pulled[2] == 6);
  CHECK(pulled[3] == 0);
}

TEST_CASE("custom rules are what a jet follows", "[jet]") {
  auto const twice_exp =
      fm::custom_jvp([](auto const& x) { return fm::exp(x); },
                     [](auto const& x, auto const& dx) { return std::pair(fm::exp(x), 2 * fm::exp(x) * dx); });
  auto const d = fm::jet(twice_exp, 0.0, 1.0, 3);  // y' = 2 exp(x)
  for (std::size_t k = 1; k < 4; ++k) CHECK(d[k] == Approx(2));
  auto const square =
      fm::custom_vjp([](auto const& x) { return x * x; }, [](auto const& x) { return std::pair(x * x, x); },
                     [](auto const& x, auto const& ct) { return 2 * x * ct; });
  auto const e = fm::jet([&](auto const& x) { return square(square(x)); }, 3.0, 1.0, 4);
  CHECK(e[1] == Approx(108));
  CHECK(e[2] == Approx(108));
  CHECK(e[3] == Approx(72));
  CHECK(e[4] == Approx(24));
}

TEST_CASE("a long function and a high order", "[jet]") {
  auto const f = [](auto const& x) {
    auto y = x;
    for (int i = 0; i < 20'000; ++i) y = y * 0.9999 + 0.0001 * x;
    return y;
  };
  auto const d = fm::jet(f, 1.0, 1.0, 3);
  CHECK(d[0] == Approx(1));
  CHECK(d[1] == Approx(1));
  CHECK(d[2] == Approx(0).margin(1e-9));
  auto const e = fm::jet([](auto const& x) { return fm::exp(x); }, 1.0, 1.0, 40);
  CHECK(e[40] == Approx(std::exp(1.0)).epsilon(1e-12));
}

TEST_CASE("errors of jet", "[jet]") {
  auto const f = [](auto const& x) { return fm::sum(x); };
  CHECK_THROWS_AS(fm::jet(f, fm::ones<double>({2}), fm::ones<double>({3}), 2), fm::shape_error);
  CHECK_THROWS_WITH(fm::jet(f, fm::ones<double>({2}), fm::ones<double>({3}), 2),
                    Contains("jet: the derivative of the curve is (3), the value is (2)"));
  CHECK_THROWS_AS(fm::jet(f, fm::ones<double>({2}), fm::ones<double>({2}), -1), fm::value_error);
}
