// memory_test.cpp: gradients in a loop hold memory constant; a reverse sweep keeps only what rules read
// SPDX-License-Identifier: MIT
#include "support.hpp"

using namespace robustness;

namespace {
// A million; fewer where each costs ten times more.
constexpr int rounds = sanitized || !optimized ? 20'000 : 1'000'000;
constexpr std::size_t slack = std::size_t{2} << 20;

/// Runs f many times; after the first of them resident memory must not grow.
template <class F> void check_constant(F const& f) {
  for (int i = 0; i < rounds / 100; ++i) f();
  auto const live = fm::memory::stats().live, resident = resident_bytes();
  for (int i = 0; i < rounds; ++i) f();
  CHECK(fm::memory::stats().live == live);
  if (!sanitized) CHECK(resident_bytes() <= resident + slack);
}
}  // namespace

TEST_CASE("a million gradients on numbers", "[memory]") {
  std::vector<double> const x(100, 0.5);
  double sum = 0;
  check_constant([&] {
    auto const g = fm::grad([](auto const& v) {
      auto total = v[0] * v[0];
      for (std::size_t i = 1; i < v.size(); ++i) total += v[i] * v[i];
      return total;
    })(x);
    sum += g[99];
  });
  CHECK(sum == rounds + rounds / 100);
}

TEST_CASE("a million gradients on tensors", "[memory]") {
  auto const x = fm::full(fm::Shape{100}, 0.5);
  double sum = 0;
  check_constant([&] { sum += fm::grad([](auto const& v) { return fm::sum(v * v); })(x)(99); });
  CHECK(sum == rounds + rounds / 100);
}

TEST_CASE("pullbacks, Hessian products and nested gradients in a loop", "[memory]") {
  auto const x = fm::full(fm::Shape{16}, 0.5);
  auto const f = [](auto const& v) { return fm::sum(v * v * v); };
  double sum = 0;
  int i = 0;
  check_constant([&] {
    if (++i % 10 != 0) return;
    auto const [y, pullback] = fm::vjp(f, x);
    sum += pullback(y)(3) + fm::hvp(f)(x, x)(3);
    sum += fm::grad([&](auto const& v) { return fm::sum(fm::grad(f)(v)); })(x)(0);
  });
  CHECK(std::isfinite(sum));
}

TEST_CASE("a long record gives its memory back", "[memory]") {
  auto const long_chain = [](auto const& x) {
    auto y = x;
    for (int i = 0; i < (optimized ? 300'000 : 60'000); ++i) y = y * 0.999999;
    return y;
  };
  auto const g = fm::grad(long_chain)(1.0);
  auto const gt = fm::grad(long_chain)(fm::scalar(1.0)).item();
  CHECK(g == Approx(gt));
  auto const resident = resident_bytes();
  for (int i = 0; i < 20; ++i) {
    static_cast<void>(fm::grad(long_chain)(1.0));
    static_cast<void>(fm::grad(long_chain)(fm::scalar(1.0)));
  }
  if (!sanitized) CHECK(resident_bytes() <= resident + 8 * slack);
}

TEST_CASE("20 sums of 16 MB tensors keep no more than three of them", "[memory]") {
  std::size_t const megabytes = std::size_t{16} << 20;
  auto const x = fm::full(fm::Shape{megabytes / sizeof(double)}, 0.25);
  auto const f = [](auto const& v) {
    auto total = fm::sum(v);
    for (int i = 1; i < 20; ++i) total = total + fm::sum(v + double(i));
    return total;
  };
  fm::memory::reset_peak();
  auto const before = fm::memory::stats().peak;
  auto const [value, gradient] = fm::value_and_grad(f)(x);
  CHECK(fm::memory::stats().peak - before <= 3 * megabytes);
  CHECK(value.item() == (0.25 * 20 + 190) * double(x.size()));
  CHECK(gradient(0) == 20);
  CHECK(gradient(-1) == 20);

  // A record that is kept holds nothing of that size.
  auto const live = fm::memory::stats().live;
  auto const pullback = fm::vjp(f, x).second;
  CHECK(fm::memory::stats().live - live < megabytes);
  fm::memory::reset_peak();
  CHECK(pullback(fm::scalar(2.0))(7) == 40);
  CHECK(fm::memory::stats().peak - before <= 3 * megabytes);
  // Forward mode holds the value, the tangent, and a copy of each that is being made.
  fm::memory::reset_peak();
  CHECK(fm::jvp(f, x, x).second.item() == 5.0 * double(x.size()));
  CHECK(fm::memory::stats().peak - before <= 3 * megabytes);
}

TEST_CASE("residuals are freed while the tape is swept", "[memory]") {
  // Each square keeps its argument: all 20 at the end of the forward pass, but no second set for the sweep.
  std::size_t const bytes = std::size_t{4} << 20;
  auto const x = fm::full(fm::Shape{bytes / sizeof(double)}, 1.0);
  auto const f = [](auto const& v) {
    auto y = v;
    for (int i = 0; i < 20; ++i) y = fm::square(y);
    return fm::sum(y);
  };
  fm::memory::reset_peak();
  auto const before = fm::memory::stats().peak;
  auto const g = fm::grad(f)(x);
  CHECK(g(5) == 1048576.0);
  CHECK(fm::memory::stats().peak - before <= 23 * bytes);
}
