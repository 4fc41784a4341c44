// threads_test.cpp: transforms on several threads at once agree with one thread, bit for bit
// SPDX-License-Identifier: MIT
#include "support.hpp"

#include <functional>

using namespace robustness;

namespace {

using Numbers = std::vector<double>;

/// Results of one of eight different functions, all modes and both kinds of value.
Numbers work(int which, int rounds) {
  Numbers results;
  double const s = 0.1 * (which + 1);
  auto const x = fm::linspace(s, s + 1, 33);
  auto const keep = [&](auto const& value) {
    if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(value)>>)
      results.push_back(value);
    else
      results.insert(results.end(), value.span().begin(), value.span().end());
  };
  for (int i = 0; i < rounds; ++i) {
    double const t = s + 1e-3 * i;
    switch (which) {
      case 0:
        keep(fm::grad([](auto const& y) { return fm::sin(y) * y; })(t));
        break;
      case 1:
        keep(fm::grad([](auto const& v) { return fm::sum(fm::tanh(v) * v); })(x * t));
        break;
      case 2:
        keep(fm::jvp([](auto const& v) { return fm::exp(v) / v; }, x, x * t).second);
        break;
      case 3:
        keep(fm::vjp([](auto const& v) { return fm::softmax(v); }, x * t).second(x));
        break;
      case 4:
        keep(fm::hvp([](auto const& v) { return fm::sum(v * v * v); })(x * t, x));
        break;
      case 5:
        keep(fm::grad([](auto const& v) { return fm::sum(fm::matmul(v, v)); })(
            fm::reshape(fm::slice(x * t, 0, 0, 25), {5, 5})));
        break;
      case 6:
        keep(fm::grad([](auto const& y) { return y * fm::grad([](auto const& z) { return fm::log(z) * z; })(y); })(t));
        break;
      default:
        keep(fm::linearize([](auto const& v) { return fm::logsumexp(v); }, x * t).second(x));
        break;
    }
  }
  return results;
}
bool same_bits(Numbers const& x, Numbers const& y) {
  return x.size() == y.size() && !x.empty() && std::memcmp(x.data(), y.data(), x.size() * sizeof(double)) == 0;
}
}  // namespace

TEST_CASE("eight threads differentiate different functions at once", "[threads]") {
  constexpr int count = 8, rounds = sanitized ? 200 : 1000;
  std::vector<Numbers> serial, parallel(count);
  for (int i = 0; i < count; ++i) serial.push_back(work(i, rounds));
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) threads.emplace_back([&parallel, i] { parallel[std::size_t(i)] = work(i, rounds); });
  for (auto& t : threads) t.join();
  for (std::size_t i = 0; i < count; ++i) {
    INFO("function " << i);
    CHECK(same_bits(serial[i], parallel[i]));
  }
}

TEST_CASE("one function on eight threads at once, then on threads that come and go", "[threads]") {
  Numbers const want = work(4, 50);
  for (int round = 0; round < 5; ++round) {
    std::vector<Numbers> found(8);
    std::vector<std::thread> threads;
    for (auto& f : found) threads.emplace_back([&f] { f = work(4, 50); });
    for (auto& t : threads) t.join();
    for (auto const& f : found) CHECK(same_bits(f, want));
  }
}

TEST_CASE("a function that starts a thread", "[threads]") {
  // The thread differentiates something of its own.
  auto const independent = [](auto const& x) {
    double inner = 0;
    std::thread([&inner] { inner = fm::grad([](auto const& y) { return y * y; })(3.0); }).join();
    return x * x * inner;
  };
  CHECK(fm::grad(independent)(2.0) == 24);
  CHECK(fm::jvp(independent, 2.0, 1.0).second == 24);
  CHECK(fm::grad(independent)(fm::scalar(2.0)).item() == 24);

  // The thread takes the function over: a tape belongs to one thread at a time.
  auto const handed_over = [](auto const& x) {
    auto y = x;
    std::thread([&] {
      for (int i = 0; i < 10; ++i) y = y * x;
    }).join();
    return y + x;
  };
  CHECK(fm::grad(handed_over)(1.5) == Approx(11 * std::pow(1.5, 10) + 1).epsilon(1e-14));
  CHECK(fm::jvp(handed_over, 1.5, 1.0).second == Approx(11 * std::pow(1.5, 10) + 1).epsilon(1e-14));
  CHECK(fm::grad(handed_over)(fm::scalar(1.5)).item() == Approx(11 * std::pow(1.5, 10) + 1).epsilon(1e-14));
}

TEST_CASE("tensors and pullbacks that die on another thread", "[threads]") {
  for (int i = 0; i < 50; ++i) {
    auto x = fm::full(fm::Shape{20'000}, 1.0 + i);
    auto [y, pullback] = fm::vjp([](auto const& v) { return fm::sum(v * v); }, x);
    std::thread([x = std::move(x), y = std::move(y), pullback = std::move(pullback)]() mutable {
      auto const g = std::move(pullback)(y);
      if (g.size() != x.size()) throw std::logic_error("wrong size");
    }).join();
  }
  // A tape that another thread gave back is used again.
  CHECK(fm::grad([](auto const& v) { return fm::sum(v * v); })(fm::ones<double>({3}))(0) == 2);
}
