// tests/random/distributions_test.cpp: draws: exact values, ranges, and whether they have the distribution they should
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <fmod/random/random.hpp>

#include <cmath>
#include <numeric>
#include <set>

namespace {

using Catch::Matchers::Contains;
namespace random = fm::random;

fm::Tensor<std::uint32_t> const test_key = random::key(0x123456789abcdef0u);

/// Largest distance between the empirical and the given distribution function, times sqrt(n): above 1.95 once in a thousand.
template <class S, class F> double kolmogorov(fm::Tensor<S> const& t, F const& distribution) {
  std::vector<double> x(t.data(), t.data() + t.size());
  std::sort(x.begin(), x.end());
  auto const n = static_cast<double>(x.size());
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double const p = distribution(x[i]), k = static_cast<double>(i);
    most = std::max({most, p - k / n, (k + 1) / n - p});
  }
  return most * std::sqrt(n);
}
double normal_distribution(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

}  // namespace

TEST_CASE("the first draws are those of an independent implementation", "[random]") {
  // Values: tests/reference/random_reference.py
  auto const bits = random::bits(test_key, {5});
  std::uint32_t const words[] = {0xed280379u, 0xa0bb73c3u, 0x19101b65u, 0x62326731u, 0x5e33164eu};
  for (int i = 0; i < 5; ++i) CHECK(bits(i) == words[i]);

  auto const f = random::uniform<float>(test_key, {2, 2});
  CHECK(f(0, 0) == 0.9263917803764343f);
  CHECK(f(0, 1) == 0.6278602480888367f);
  CHECK(f(1, 0) == 0.09790199995040894f);
  CHECK(f(1, 1) == 0.38358157873153687f);
  auto const d = random::uniform<double>(test_key, {4});
  CHECK(d(0) == 0.9263918086951273);
  CHECK(d(3) == 0.26361489282550976);

  double const normals[] = {-0.09238543805504898, -1.6551108048225511, 0.9002879579684782,
                            1.1178878547530826,   1.1864585418189106,  1.2330264586090138};
  auto const n = random::normal<double>(test_key, {6});
  for (int i = 0; i < 6; ++i) CHECK(n(i) == Approx(normals[i]).epsilon(4e-16));
  CHECK(random::normal<float>(test_key, {6})(1) == static_cast<float>(n(1)));

  auto const b = random::bernoulli(test_key, 0.3, {10});
  bool const flips[] = {false, true, false, true, true, true, true, false, false, false};
  for (int i = 0; i < 10; ++i) CHECK(b(i) == flips[i]);

  auto const r = random::randint(test_key, {10}, -5, 5);
  fm::int64_t const integers[] = {4, -5, -2, -3, -3, -3, -5, 3, 4, 1};
  for (int i = 0; i < 10; ++i) CHECK(r(i) == integers[i]);
  auto const p = random::permutation(test_key, 10);
  fm::int64_t const order[] = {9, 1, 4, 2, 5, 6, 3, 0, 7, 8};
  for (int i = 0; i < 10; ++i) CHECK(p(i) == order[i]);
  auto const c = random::choice(test_key, 1000, 5);
  fm::int64_t const chosen[] = {926, 98, 369, 265, 238};
  for (int i = 0; i < 5; ++i) CHECK(c(i) == chosen[i]);
}

TEST_CASE("a range of more than half of all integers rejects and stays exact", "[random]") {
  std::int64_t const low = -(std::int64_t{1} << 62), high = low + std::numeric_limits<std::int64_t>::max();
  auto const r = random::randint(test_key, {1000}, low, high);
  for (auto v : r.span()) CHECK((v >= low && v < high));
  auto const all = random::randint(test_key, {1000}, std::numeric_limits<std::int64_t>::min(),
                                   std::numeric_limits<std::int64_t>::max());
  auto const negative = std::count_if(all.data(), all.data() + 1000, [](auto v) { return v < 0; });
  CHECK(std::abs(static_cast<int>(negative) - 500) < 60);
}

TEST_CASE("a longer draw begins with the shorter one", "[random]") {
  auto const shorter = random::normal<float>(test_key, {7}), longer = random::normal<float>(test_key, {50});
  for (int i = 0; i < 7; ++i) CHECK(shorter(i) == longer(i));
  auto const few = random::uniform<float>(test_key, {3}), many = random::uniform<float>(test_key, {4});
  for (int i = 0; i < 3; ++i) CHECK(few(i) == many(i));
}

TEST_CASE("uniform fills [low, high) and no more", "[random]") {
  auto const u = random::uniform<float>(test_key, {100000});
  for (float v : u.span()) {
    REQUIRE(v >= 0);
    REQUIRE(v < 1);
    REQUIRE(std::ldexp(v, 24) == std::floor(std::ldexp(v, 24)));
  }
  CHECK(kolmogorov(u, [](double x) { return x; }) < 1.95);
  auto const w = random::uniform<double>(test_key, {100000}, -3, 5);
  CHECK(kolmogorov(w, [](double x) { return (x + 3) / 8; }) < 1.95);
  // Rounding would reach the bound: 1 + 2^-24 u has two values only.
  auto const tight = random::uniform<float>(test_key, {1000}, 1, 1 + std::ldexp(1.0, -23));
  for (float v : tight.span()) REQUIRE(v == 1);
  auto const point = random::uniform<double>(test_key, {3}, 2, 2);
  CHECK(point(0) == 2);
  CHECK_THROWS_WITH(random::uniform<float>(test_key, {2}, 1, 0),
                    Contains("uniform: the bounds are 1.000000 and 0.000000"));
  CHECK_THROWS_AS(random::uniform<float>(test_key, {2}, 0, INFINITY), fm::value_error);
}

TEST_CASE("normal is normal, with tails", "[random]") {
  auto const n = random::normal<double>(test_key, {200000});
  CHECK(kolmogorov(n, normal_distribution) < 1.95);
  double sum = 0, squares = 0, most = 0;
  for (double v : n.span()) {
    sum += v;
    squares += v * v;
    most = std::max(most, std::abs(v));
  }
  CHECK(std::abs(sum / 200000) < 4 / std::sqrt(200000.0));
  CHECK(squares / 200000 == Approx(1).epsilon(0.015));
  CHECK(most > 4);
  CHECK(most < 6);
}

TEST_CASE("truncated normal keeps to its bounds, also far out", "[random]") {
  auto const t = random::truncated_normal<float>(test_key, {50000}, -1, 2);
  double const a = normal_distribution(-1), b = normal_distribution(2);
  for (float v : t.span()) REQUIRE((v >= -1 && v <= 2));
  CHECK(kolmogorov(t, [&](double x) { return (normal_distribution(x) - a) / (b - a); }) < 1.95);
  // P(X > x | X > 10) for 10 <= x <= 11, from the upper tail.
  auto const far = random::truncated_normal<double>(test_key, {50000}, 10, 11);
  auto const tail = [](double x) { return 0.5 * std::erfc(x / std::sqrt(2.0)); };
  for (double v : far.span()) REQUIRE((v >= 10 && v <= 11));
  CHECK(kolmogorov(far, [&](double x) { return (tail(10) - tail(x)) / (tail(10) - tail(11)); }) < 1.95);
  auto const below = random::truncated_normal<double>(test_key, {1000}, -30, -29),
             wide = random::truncated_normal<double>(test_key, {1000}, -1, 40);
  for (double v : below.span()) REQUIRE((v >= -30 && v <= -29));
  for (double v : wide.span()) REQUIRE((v >= -1 && v < 9));
  CHECK_THROWS_AS(random::truncated_normal<double>(test_key, {1}, 1, 1), fm::value_error);
}

TEST_CASE("bernoulli meets its probability", "[random]") {
  for (double p : {0.0, 0.25, 0.9, 1.0}) {
    auto const b = random::bernoulli(test_key, p, {40000});
    auto const hits = static_cast<double>(std::count(b.data(), b.data() + b.size(), true));
    CHECK(std::abs(hits / 40000 - p) <= 4 * std::sqrt(p * (1 - p) / 40000));
  }
  CHECK_THROWS_WITH(random::bernoulli(test_key, 1.5, {2}), Contains("bernoulli: the probability is 1.500000"));
  CHECK_THROWS_AS(random::bernoulli(test_key, NAN, {2}), fm::value_error);
}

TEST_CASE("randint is even", "[random]") {
  auto const r = random::randint(test_key, {60000}, 0, 6);
  std::array<int, 6> counts{};
  for (auto v : r.span()) ++counts.at(static_cast<std::size_t>(v));
  double chi = 0;
  for (int c : counts) chi += (c - 10000.0) * (c - 10000.0) / 10000.0;
  CHECK(chi < 20.5);  // 5 degrees of freedom, one in a thousand
  CHECK(random::randint(test_key, {1}, 3, 4)(0) == 3);
  CHECK_THROWS_WITH(random::randint(test_key, {2}, 3, 3), Contains("randint: no integers in [3, 3)"));
}

TEST_CASE("choice and permutation draw without replacement", "[random]") {
  for (auto [n, k] : {std::pair{20, 20}, {1000, 3}, {1000, 900}, {1, 1}, {5, 0}, {0, 0}}) {
    auto const c = random::choice(test_key, n, k);
    REQUIRE(c.shape() == fm::Shape{k});
    std::set<fm::int64_t> const distinct(c.data(), c.data() + c.size());
    CHECK(distinct.size() == static_cast<std::size_t>(k));
    CHECK((k == 0 || (*distinct.begin() >= 0 && *distinct.rbegin() < n)));
  }
  // Each of the six orders of three about equally often.
  std::array<int, 6> counts{};
  for (int i = 0; i < 6000; ++i) {
    auto const p = random::permutation(random::fold_in(test_key, i), 3);
    ++counts.at(static_cast<std::size_t>(p(0) * 2 + (p(1) > p(2))));
  }
  double chi = 0;
  for (int c : counts) chi += (c - 1000.0) * (c - 1000.0) / 1000.0;
  CHECK(chi < 20.5);
  // Both ways of storing give one answer: the sparse one begins like the dense one.
  auto const sparse = random::choice(test_key, 100, 12), dense = random::choice(test_key, 100, 100);
  for (int i = 0; i < 12; ++i) CHECK(sparse(i) == dense(i));
  CHECK_THROWS_WITH(random::choice(test_key, 3, 4), Contains("choice: 4 different indices of 3"));
}

TEST_CASE("draws of rank 0 and of nothing", "[random]") {
  CHECK(random::normal<double>(test_key, {}).shape() == fm::Shape{});
  CHECK(random::uniform<float>(test_key, {0, 3}).shape() == fm::Shape{0, 3});
}
