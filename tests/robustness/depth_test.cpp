// depth_test.cpp: a chain of a million operations is differentiated and destroyed on a small stack
// SPDX-License-Identifier: MIT
#include "support.hpp"

using namespace robustness;

namespace {
constexpr int steps = 500'000;  // two operations each
constexpr double factor = 1 - 1e-6;

// Linear in x: y = x (1 + q + ... + q^n), q = 1 - 1e-6.
struct Chain {
  template <class T> T operator()(T const& x) const {
    T y = x;
    for (int i = 0; i < steps; ++i) y = y * factor + x;
    return y;
  }
};
double expected() {
  double sum = 1;
  for (int i = 0; i < steps; ++i) sum = sum * factor + 1;
  return sum;
}
}  // namespace

TEST_CASE("a million operations on numbers, 1 MB of stack", "[depth]") {
  on_stack_of(std::size_t{1} << 20, [] {
    CHECK(fm::grad(Chain{})(2.0) == Approx(expected()).epsilon(1e-12));
    CHECK(fm::jvp(Chain{}, 2.0, 1.0).second == Approx(expected()).epsilon(1e-12));
    auto const [y, pullback] = fm::vjp(Chain{}, 2.0);
    CHECK(y == Approx(2 * expected()).epsilon(1e-12));
    CHECK(pullback(1.0) == Approx(expected()).epsilon(1e-12));
    CHECK(fm::linearize(Chain{}, 2.0).second(1.0) == Approx(expected()).epsilon(1e-12));
    auto const nested = [](auto const& x) { return fm::grad(Chain{})(x) * x; };
    CHECK(fm::jvp(nested, 2.0, 1.0).second == Approx(expected()).epsilon(1e-12));
  });
}

TEST_CASE("a million operations on tensors, 1 MB of stack", "[depth]") {
  on_stack_of(std::size_t{1} << 20, [] {
    auto const x = fm::scalar(2.0);
    CHECK(fm::grad(Chain{})(x).item() == Approx(expected()).epsilon(1e-12));
    auto [y, pullback] = fm::vjp(Chain{}, x);
    CHECK(y.item() == Approx(2 * expected()).epsilon(1e-12));
    CHECK(std::move(pullback)(fm::scalar(1.0)).item() == Approx(expected()).epsilon(1e-12));
  });
}

TEST_CASE("numbers and tensors in turn, 1 MB of stack", "[depth]") {
  on_stack_of(std::size_t{1} << 20, [] {
    auto const f = [](auto const& x) {
      auto y = x;
      auto t = fm::zeros_like(fm::broadcast_to(x, fm::Shape{1}));
      for (int i = 0; i < 100'000; ++i) {
        t = t * factor + y;
        y = y + x;
      }
      return fm::sum(t);
    };
    // t_n = sum_i q^(n-1-i) (i + 1) x
    double sum = 0;
    for (int i = 0; i < 100'000; ++i) sum = sum * factor + (i + 1);
    CHECK(fm::grad(f)(0.5) == Approx(sum).epsilon(1e-12));
  });
}

TEST_CASE("a tree of a hundred thousand leaves, 1 MB of stack", "[depth]") {
  on_stack_of(std::size_t{1} << 20, [] {
    std::vector<fm::Tensor<double>> x(100'000, fm::scalar(3.0));
    auto const f = [](auto const& v) {
      auto total = fm::zeros_like(v[0]);
      for (auto const& leaf : v) total += leaf * leaf;
      return total;
    };
    auto const g = fm::grad(f)(x);
    CHECK(g.size() == x.size());
    CHECK(g.back().item() == 6);
    CHECK(fm::jvp(f, x, x).second.item() == Approx(18.0 * 100'000));
  });
}
