// tests/control_flow/checkpoint_test.cpp: a checkpoint changes what is kept and how often f runs, nothing else
// SPDX-License-Identifier: MIT
#include <fmod/transforms/transforms.hpp>

#include "support/catch.hpp"

using namespace fm::literals;

namespace {
int evaluations = 0;

auto const layer = [](auto const& p, auto const& x) {
  ++evaluations;
  return fm::tanh(fm::matmul(x, p["w"_n])) * x;
};
auto const p0 = fm::dict("w"_n = fm::tensor<double>({{0.3, -0.2}, {0.5, 0.1}}));
auto const x0 = fm::tensor<double>({{1, 2}, {-1, 0.5}});

template <class Layer> auto network(Layer l) {
  return [l](auto const& p) { return fm::sum(fm::square(l(p, l(p, x0)))); };
}
auto const plain = network(layer);
auto const saving = network(fm::checkpoint(layer));

template <class A, class B> void check_equal(A const& a, B const& b) {
  auto const x = fm::tree::ravel(a).first, y = fm::tree::ravel(b).first;
  REQUIRE(x.size() == y.size());
  for (int64_t i = 0; i < x.size(); ++i) CHECK(x(i) == Approx(y(i)).epsilon(1e-13));
}
template <class F> int count(F const& f) {
  evaluations = 0;
  f();
  return evaluations;
}
}  // namespace

TEST_CASE("values and derivatives of a checkpointed function in every combination of modes", "[checkpoint]") {
  auto const v = fm::dict("w"_n = fm::tensor<double>({{1, -1}, {2, 0.5}}));
  check_equal(saving(p0), plain(p0));
  check_equal(fm::grad(saving)(p0), fm::grad(plain)(p0));
  check_equal(fm::jvp(saving, p0, v).second, fm::jvp(plain, p0, v).second);
  check_equal(fm::linearize(saving, p0).second(v), fm::jvp(plain, p0, v).second);
  check_equal(fm::hvp(saving)(p0, v), fm::hvp(plain)(p0, v));
  auto const reverse_over = [&](auto const& f) {
    return fm::grad([&](auto const& p) { return fm::tree::dot(fm::grad(f)(p), v); })(p0);
  };
  check_equal(reverse_over(saving), fm::hvp(plain)(p0, v));
  auto const reverse_over_forward = [&](auto const& f) {
    return fm::grad([&](auto const& p) { return fm::jvp(f, p, v).second; })(p0);
  };
  check_equal(reverse_over_forward(saving), fm::hvp(plain)(p0, v));
  check_equal(fm::jvp([&](auto const& p) { return fm::jvp(saving, p, v).second; }, p0, v).second,
              fm::tree::dot(fm::hvp(plain)(p0, v), v));
  check_equal(fm::jet(saving, p0, v, 3)[3], fm::jet(plain, p0, v, 3)[3]);
}

TEST_CASE("a reverse sweep runs f once more, a forward pass does not", "[checkpoint]") {
  CHECK(count([] { plain(p0); }) == 2);
  CHECK(count([] { saving(p0); }) == 2);
  CHECK(count([] { fm::grad(plain)(p0); }) == 2);
  CHECK(count([] { fm::grad(saving)(p0); }) == 4);
  CHECK(count([] { fm::jvp(saving, p0, p0); }) == 2);
  // The record is made once; each pullback runs both layers again.
  CHECK(count([] {
          auto const [y, pullback] = fm::vjp(saving, p0);
          pullback(y);
          pullback(y);
        }) == 6);
}

TEST_CASE("a reverse sweep keeps the arguments only", "[checkpoint]") {
  auto const deep = [](auto const& x) {
    auto y = x;
    for (int i = 0; i < 20; ++i) y = fm::sin(y) * y;
    return y;
  };
  auto const x = fm::full(fm::Shape{100'000}, 0.5);
  auto const kept_by = [&](auto const& f) {
    auto const before = fm::memory::stats().live;
    auto const [y, pullback] = fm::vjp(f, x);
    return fm::memory::stats().live - before;
  };
  std::size_t const vector = 100'000 * sizeof(double);
  CHECK(kept_by(deep) > 20 * vector);
  CHECK(kept_by(fm::checkpoint(deep)) < 3 * vector);
}

TEST_CASE("several results, integers and captured constants go through a checkpoint", "[checkpoint]") {
  double const c = 3;
  auto const f = fm::checkpoint([&](auto const& x, auto const& i) { return std::pair(fm::take(x, i) * c, i); });
  auto const i = fm::tensor<int64_t>({2, 2});
  auto const g = fm::grad([&](auto const& x) {
    auto const [y, same] = f(x, i);
    CHECK(same(0) == 2);
    return fm::sum(y);
  })(fm::tensor<double>({1, 2, 3}));
  CHECK(g(2) == 6);
  CHECK(g(0) == 0);
}

TEST_CASE("a checkpoint inside a checkpoint", "[checkpoint]") {
  auto const inner = fm::checkpoint([](auto const& x) { return fm::sin(x); });
  auto const outer = fm::checkpoint([inner](auto const& x) { return inner(x) * inner(2 * x); });
  double const x = 0.4;
  CHECK(fm::grad(outer)(x) == Approx(std::cos(x) * std::sin(2 * x) + 2 * std::sin(x) * std::cos(2 * x)).epsilon(1e-14));
  CHECK(fm::hvp(outer)(x, 1.0) ==
        Approx(-5 * std::sin(x) * std::sin(2 * x) + 4 * std::cos(x) * std::cos(2 * x)).epsilon(1e-14));
}
