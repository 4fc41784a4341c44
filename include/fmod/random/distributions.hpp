// fmod/random/distributions.hpp: draws from a key: uniform, normal, bernoulli, integers, permutations
// SPDX-License-Identifier: MIT
//
// Which bits make which number (random/key.hpp has the layout of the counter):
//   bits, uniform<float>      element i is word i % 2 of block i / 2; a float takes the upper 24 bits
//   the others                element i takes block i: 64 bits, of which a double takes the upper 53
// No derivative goes through a draw. To differentiate by the parameters of a distribution, scale a standard draw:
// mean + deviation * fm::random::normal<double>(key, shape).
#pragma once
#include <fmod/random/key.hpp>

namespace fm::random {
namespace detail {

struct Bits : ops::non_differentiable_family {
  static constexpr char const* name = "bits";
  using batching = tower::lane_by_lane;
  Shape shape;
  explicit Bits(Shape const& s) : shape(s) {}
  Tensor<std::uint32_t> eval(Tensor<std::uint32_t> key) const;
};
template <class S> struct Uniform : ops::non_differentiable_family {
  static constexpr char const* name = "uniform";
  using batching = tower::lane_by_lane;
  Shape shape;
  double low, high;
  Uniform(Shape const& s, double l, double h) : shape(s), low(l), high(h) {}
  Tensor<S> eval(Tensor<std::uint32_t> key) const;
};
template <class S> struct Normal : ops::non_differentiable_family {
  static constexpr char const* name = "normal";
  using batching = tower::lane_by_lane;
  Shape shape;
  explicit Normal(Shape const& s) : shape(s) {}
  Tensor<S> eval(Tensor<std::uint32_t> key) const;
};
template <class S> struct TruncatedNormal : ops::non_differentiable_family {
  static constexpr char const* name = "truncated_normal";
  using batching = tower::lane_by_lane;
  Shape shape;
  double low, high;
  TruncatedNormal(Shape const& s, double l, double h) : shape(s), low(l), high(h) {}
  Tensor<S> eval(Tensor<std::uint32_t> key) const;
};
struct Bernoulli : ops::non_differentiable_family {
  static constexpr char const* name = "bernoulli";
  using batching = tower::lane_by_lane;
  Shape shape;
  double p;
  Bernoulli(Shape const& s, double probability) : shape(s), p(probability) {}
  Tensor<bool> eval(Tensor<std::uint32_t> key) const;
};
struct Integers : ops::non_differentiable_family {
  static constexpr char const* name = "randint";
  using batching = tower::lane_by_lane;
  Shape shape;
  int64_t low, high;
  Integers(Shape const& s, int64_t l, int64_t h) : shape(s), low(l), high(h) {}
  Tensor<int64_t> eval(Tensor<std::uint32_t> key) const;
};
struct Choice : ops::non_differentiable_family {
  static constexpr char const* name = "choice";
  using batching = tower::lane_by_lane;
  int64_t n, count;
  Choice(int64_t size, int64_t k) : n(size), count(k) {}
  Tensor<int64_t> eval(Tensor<std::uint32_t> key) const;
};

void check_interval(char const* function, double low, double high);
/// Is the width of an interval, in the type of the draws, a finite number?
void check_width(double width, double low, double high);
void check_integers(int64_t low, int64_t high);
void check_probability(double p);
void check_choice(int64_t n, int64_t count);

template <class K, class Op> auto draw(K key, Op const& op) {
  detail::check_key_type<K>();
  detail::check_key(Op::name, tower::shape_of(key));
  return tower::apply(op, std::move(key));
}

}  // namespace detail

/// Raw random words.
template <tower::Value K> auto bits(K key, Shape const& shape) {
  return detail::draw(std::move(key), detail::Bits{shape});
}

/// Uniform in [low, high): every multiple of 2^-24 (float) or 2^-53 (double) in [0, 1) is equally likely, then scaled.
/// Throws: shape_error if the key is not of shape (2); value_error unless low <= high, both finite. Equal bounds give low.
template <Real S, tower::Value K> auto uniform(K key, Shape const& shape, double low = 0, double high = 1) {
  detail::check_interval("uniform", low, high);
  detail::check_width(static_cast<double>(static_cast<S>(high) - static_cast<S>(low)), low, high);
  return detail::draw(std::move(key), detail::Uniform<S>{shape, low, high});
}

/// Standard normal: the inverse of the distribution function at (k + 1/2) 2^-53, k uniform below 2^52, with a random sign, in
/// double, then rounded to S.
///
/// Edges:  the largest values are +-8.29.
/// Source: Wichura, Algorithm AS 241: the percentage points of the normal distribution, 1988 (accurate to 1e-16).
template <Real S, tower::Value K> auto normal(K key, Shape const& shape) {
  return detail::draw(std::move(key), detail::Normal<S>{shape});
}

/// Standard normal given that it lies in [low, high], by the inverse of the distribution function; right far out in the tails.
/// Throws: value_error unless low < high.
template <Real S, tower::Value K> auto truncated_normal(K key, Shape const& shape, double low = -2, double high = 2) {
  detail::check_interval("truncated_normal", low, high);
  return detail::draw(std::move(key), detail::TruncatedNormal<S>{shape, low, high});
}

/// true with probability p. Throws: value_error if p is outside [0, 1].
template <tower::Value K> auto bernoulli(K key, double p, Shape const& shape) {
  detail::check_probability(p);
  return detail::draw(std::move(key), detail::Bernoulli{shape, p});
}

/// Integers in [low, high) as int64, each exactly equally likely. Throws: value_error unless low < high.
template <tower::Value K> auto randint(K key, Shape const& shape, int64_t low, int64_t high) {
  detail::check_integers(low, high);
  return detail::draw(std::move(key), detail::Integers{shape, low, high});
}

/// `count` different indices of [0, n), in random order: draws without replacement.
/// Throws: value_error if count is negative or above n. Cost: proportional to count where that is much smaller than n.
template <tower::Value K> auto choice(K key, int64_t n, int64_t count) {
  detail::check_choice(n, count);
  return detail::draw(std::move(key), detail::Choice{n, count});
}

/// 0, 1, ..., n - 1 in random order: every order is equally likely (Fisher and Yates).
template <tower::Value K> auto permutation(K key, int64_t n) { return random::choice(std::move(key), n, n); }

}  // namespace fm::random

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/random/distributions.ipp>
#endif
