// exceptions_test.cpp: an exception inside the function leaks nothing, and what comes after is right
// SPDX-License-Identifier: MIT
#include "support.hpp"

#include <stdexcept>

using namespace robustness;

namespace {
struct Stop : std::runtime_error {
  Stop() : std::runtime_error("stop") {}
};
/// Throws after a few recorded operations if `stop` is set.
struct Function {
  bool stop;
  template <class X> auto operator()(X const& x) const {
    auto y = x * x;
    for (int i = 0; i < 5; ++i) y = y * x + y;
    if (stop) throw Stop();
    return fm::sum(y);
  }
};
}  // namespace

TEST_CASE("an exception inside the function leaves nothing behind", "[exceptions]") {
  auto const x = fm::linspace(0.1, 0.2, 5000);
  auto const want = fm::grad(Function{false})(x);
  auto const want_number = fm::grad(Function{false})(0.1);
  auto const live = fm::memory::stats().live;
  for (int i = 0; i < 200; ++i) {
    CHECK_THROWS_AS(fm::grad(Function{true})(x), Stop);
    CHECK_THROWS_AS(fm::grad(Function{true})(0.1), Stop);
    CHECK_THROWS_AS(fm::jvp(Function{true}, x, x), Stop);
    CHECK_THROWS_AS(fm::vjp(Function{true}, x), Stop);
    CHECK_THROWS_AS(fm::hvp(Function{true})(x, x), Stop);
  }
  CHECK(fm::memory::stats().live == live);
  CHECK(same_bits(fm::grad(Function{false})(x), want));
  CHECK(fm::grad(Function{false})(0.1) == want_number);
}

TEST_CASE("an exception that the function itself catches", "[exceptions]") {
  auto const f = [](auto const& x) {
    auto y = x * x;
    try {
      y = y * fm::grad(Function{true})(x);
    } catch (Stop const&) {
      y = y * 3.0;
    }
    return fm::sum(y);
  };
  CHECK(fm::grad(f)(2.0) == 12);
  CHECK(fm::jvp(f, 2.0, 1.0).second == 12);
}

TEST_CASE("an operation that refuses its arguments does not disturb the record", "[exceptions]") {
  auto const f = [](auto const& x) {
    auto y = fm::square(x);
    CHECK_THROWS_AS(fm::matmul(y, fm::ones<double>({7, 7})), fm::shape_error);
    CHECK_THROWS_AS(y + fm::ones<double>({7}), fm::shape_error);
    return fm::sum(y);
  };
  CHECK(fm::grad(f)(fm::tensor<double>({1, 2, 3}))(2) == 6);
  CHECK(fm::jvp(f, fm::tensor<double>({1, 2, 3}), fm::tensor<double>({0, 0, 1})).second.item() == 6);
}

TEST_CASE("a pullback given a wrong cotangent stays usable", "[exceptions]") {
  auto const x = fm::tensor<double>({1, 2, 3});
  auto const [y, pullback] = fm::vjp([](auto const& v) { return v * v; }, x);
  CHECK_THROWS_AS(pullback(fm::ones<double>({2})), fm::shape_error);
  CHECK(pullback(fm::ones<double>({3}))(1) == 4);
}
