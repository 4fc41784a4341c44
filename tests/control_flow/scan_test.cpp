// tests/control_flow/scan_test.cpp: scan against its closed form in every mode; its memory
// SPDX-License-Identifier: MIT
#include <fmod/transforms/transforms.hpp>

#include "support/catch.hpp"

using namespace fm::literals;
using Catch::Matchers::Contains;

namespace {
// c_t = p c_(t-1) + x_t from c_0 = 0, so c_n = sum of p^(n-t) x_t.
auto const step = [](auto const& c, auto const& x, auto const& p) {
  auto const next = p * c + x;
  return std::pair(next, next * next);
};
auto const xs = fm::tensor<double>({1, 2, 3, 4, 5, 6, 7});
double last(double p, int derivative = 0) {
  double sum = 0;
  for (int t = 1; t <= 7; ++t) {
    double const e = 7 - t, factor = derivative == 0 ? 1 : derivative == 1 ? e : e * (e - 1);
    if (factor != 0) sum += factor * std::pow(p, e - derivative) * t;
  }
  return sum;
}
auto const carried = [](auto const& p) { return fm::scan(step, fm::scalar(0.0), xs, p).first; };
auto const saving = [](auto const& p) { return fm::scan_checkpointed(step, fm::scalar(0.0), xs, p).first; };

template <class F> void check_all(F const& f) {
  auto const p = fm::scalar(0.5), one = fm::scalar(1.0);
  CHECK(f(p).item() == Approx(last(0.5)).epsilon(1e-14));
  CHECK(fm::grad(f)(p).item() == Approx(last(0.5, 1)).epsilon(1e-14));
  CHECK(fm::jvp(f, p, one).second.item() == Approx(last(0.5, 1)).epsilon(1e-14));
  CHECK(fm::hvp(f)(p, one).item() == Approx(last(0.5, 2)).epsilon(1e-14));
  CHECK(fm::grad([&](auto const& q) { return fm::grad(f)(q); })(p).item() == Approx(last(0.5, 2)).epsilon(1e-14));
}
}  // namespace

TEST_CASE("scan and its derivatives", "[scan]") { check_all(carried); }

TEST_CASE("scan with checkpoints and its derivatives", "[scan]") { check_all(saving); }

TEST_CASE("scan stacks its outputs, and both forms agree", "[scan]") {
  auto const [c, ys] = fm::scan(step, fm::scalar(0.0), xs, 0.5);
  auto const [d, zs] = fm::scan_checkpointed(step, fm::scalar(0.0), xs, 0.5);
  REQUIRE(ys.shape() == fm::Shape{7});
  REQUIRE(zs.shape() == fm::Shape{7});
  double expected = 0;
  for (int64_t t = 0; t < 7; ++t) {
    expected = 0.5 * expected + static_cast<double>(t + 1);
    CHECK(ys(t) == expected * expected);
    CHECK(zs(t) == ys(t));
  }
  CHECK(c.item() == d.item());
}

TEST_CASE("derivatives by the inputs of a scan", "[scan]") {
  auto const product = [](auto const& scan) {
    return [scan](auto const& x) {
      return scan([](auto const& c, auto const& v) { return std::pair(c * v, c); }, fm::scalar(1.0), x).first;
    };
  };
  auto const x = fm::tensor<double>({1, 2, 3, 4, 5});
  auto const g = fm::grad(product(fm::scan))(x), h = fm::grad(product(fm::scan_checkpointed))(x);
  for (int64_t i = 0; i < 5; ++i) {
    CHECK(g(i) == 120 / x(i));
    CHECK(h(i) == 120 / x(i));
  }
}

TEST_CASE("carries, inputs and outputs are trees; parameters may be captured", "[scan]") {
  auto const inputs =
      fm::dict("a"_n = fm::tensor<double>({{1, 2}, {3, 4}, {5, 6}}), "n"_n = fm::tensor<int64_t>({1, 0, 2}));
  auto const f = [&](auto const& w) {
    auto const [carry, ys] = fm::scan(
        [&](auto const& c, auto const& row) {
          auto const h = fm::tanh(w * c["h"_n] + row["a"_n]);
          return std::pair(fm::dict("h"_n = h, "count"_n = c["count"_n] + row["n"_n]),
                           fm::dict("h"_n = h, "twice"_n = 2 * h));
        },
        fm::dict("h"_n = fm::zeros<double>({2}), "count"_n = fm::scalar<int64_t>(0)), inputs);
    CHECK(carry["count"_n].item() == 3);
    CHECK(fm::tower::shape_of(ys["twice"_n]) == fm::Shape{3, 2});
    return fm::sum(ys["h"_n]) + fm::sum(carry["h"_n]);
  };
  auto const loop = [](auto const& w) {
    auto h = fm::zeros_like(w);
    auto total = fm::scalar(0.0) * fm::sum(w);
    for (int64_t i = 0; i < 3; ++i) {
      h = fm::tanh(w * h + fm::tensor<double>({{1, 2}, {3, 4}, {5, 6}})[i]);
      total = total + fm::sum(h);
    }
    return total + fm::sum(h);
  };
  auto const w = fm::tensor<double>({0.5, -0.25});
  for (int64_t i = 0; i < 2; ++i) CHECK(fm::grad(f)(w)(i) == Approx(fm::grad(loop)(w)(i)).epsilon(1e-14));
}

TEST_CASE("numbers as carry, steps without inputs", "[scan]") {
  auto const f = [](auto const& x) {
    return fm::scan([](auto const& c, int64_t i,
                       auto const& v) { return std::pair(c * v + static_cast<double>(i), fm::none); },
                    1.0, fm::steps(3), x)
        .first;
  };
  CHECK(f(2.0) == 12);  // x³ + x + 2
  CHECK(fm::grad(f)(2.0) == 13);
  auto const same = [](auto const& x) {
    return fm::scan_checkpointed([](auto const& c, int64_t i,
                                    auto const& v) { return std::pair(c * v + static_cast<double>(i), fm::none); },
                                 1.0, fm::steps(3), x)
        .first;
  };
  CHECK(fm::grad(same)(2.0) == 13);
  CHECK(fm::scan([](auto const& c, int64_t) { return std::pair(c, fm::none); }, 1.5, fm::steps(0)).first == 1.5);
}

TEST_CASE("a variable from before the loop is used after it [warp#1694]", "[scan]") {
  auto const f = [](auto const& x) {
    auto const a = x * x;
    auto const s =
        fm::scan([&](auto const& c, int64_t i) { return std::pair(c + static_cast<double>(i) * x, fm::none); }, 0.0,
                 fm::steps(4))
            .first;
    return a * s;
  };
  CHECK(f(2.0) == 48);
  CHECK(fm::grad(f)(2.0) == 72);
  CHECK(fm::jvp(f, 2.0, 1.0).second == 72);
  CHECK(fm::hvp(f)(2.0, 1.0) == 72);
}

TEST_CASE("what a reverse sweep of a scan keeps", "[scan]") {
  int64_t const n = 400, width = 20'000;
  auto const rotate = [](auto const& h, int64_t, auto const& w) { return std::pair(fm::sin(h) * w, fm::none); };
  auto const w = fm::full(fm::Shape{width}, 0.9);
  auto const kept_by = [&](auto const& scan) {
    auto const before = fm::memory::stats().live;
    auto const [y, pullback] =
        fm::vjp([&](auto const& v) { return scan(rotate, fm::full(fm::Shape{width}, 1.0), fm::steps(n), v).first; }, w);
    return fm::memory::stats().live - before;
  };
  auto const row = static_cast<std::size_t>(width) * sizeof(double);
  CHECK(kept_by(fm::scan) >= 400 * row);
  CHECK(kept_by(fm::scan_checkpointed) <= 30 * row);
  fm::memory::reset_peak();
  auto const before = fm::memory::stats().live;
  fm::grad([&](auto const& v) {
    return fm::sum(fm::scan_checkpointed(rotate, fm::full(fm::Shape{width}, 1.0), fm::steps(n), v).first);
  })(w);
  if (fm::memory::stats().peak > before) CHECK(fm::memory::stats().peak - before <= 120 * row);
}

TEST_CASE("the cost of a long scan by its inputs is linear in its length", "[scan]") {
  int64_t const n = 20'000;
  auto const g = fm::grad([](auto const& x) {
    return fm::scan([](auto const& c, auto const& v) { return std::pair(0.5 * c + v, fm::none); }, fm::scalar(0.0), x)
        .first;
  })(fm::ones<double>({n}));
  CHECK(g(n - 1) == 1);
  CHECK(g(n - 3) == 0.25);
}

TEST_CASE("errors of scan say what does not fit", "[scan]") {
  auto const add = [](auto const& c, auto const& x) { return std::pair(c + fm::sum(x["a"_n]), x["b"_n]); };
  auto const uneven = fm::dict("a"_n = fm::ones<double>({3, 2}), "b"_n = fm::ones<double>({4}));
  CHECK_THROWS_AS(fm::scan(add, fm::scalar(0.0), uneven), fm::shape_error);
  CHECK_THROWS_WITH(fm::scan(add, fm::scalar(0.0), uneven), Contains("at b is (4), those before it have 3 rows"));
  auto const id = [](auto const& c, auto const& x) { return std::pair(c, x); };
  CHECK_THROWS_WITH(fm::scan(id, 0.0, fm::scalar(1.0)), Contains("has no rows"));
  CHECK_THROWS_AS(fm::scan(id, 0.0, fm::zeros<double>({0, 2})), fm::value_error);
}
