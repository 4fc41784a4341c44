// fmod/random/key.hpp: explicit keys of random numbers: key, split, fold_in
// SPDX-License-Identifier: MIT
//
// Randomness is a value: a key is a Tensor<uint32> of shape (2), and a function of a key is a pure function. Use a key
// once: either draw from it or split it. Every number is a function of its key and its place in the result only, so draws
// depend neither on threads nor on the machine.
//
// All bits come from Threefry-2x32 with 20 rounds: block(key, counter) maps 64 bits to 64 bits. The counter (c0, c1) is
//   c0              low 32 bits of n
//   c1 bits  0..23  high bits of n
//   c1 bits 24..29  attempt: 0, then 1, 2, ... where a draw is rejected (randint, permutation)
//   c1 bits 30..31  purpose: 0 draws, 1 split, 2 fold_in, 3 the high half of fold_in
// where n is the number of the draw, of the child key, or the data that are folded in.
//   child n of split(key)   block(key, (n, purpose 1))
//   fold_in(key, data)      k = block(key, (low half of data, purpose 2)); if the high half h is not 0: block(k, (h, purpose 3))
#pragma once
#include <fmod/ops/structure.hpp>

namespace fm::random {

/// One block of Threefry-2x32-20, the source of all bits here.
/// Source: Salmon, Moraes, Dror, Shaw, Parallel random numbers: as easy as 1, 2, 3, 2011.
std::array<std::uint32_t, 2> threefry(std::array<std::uint32_t, 2> key, std::array<std::uint32_t, 2> counter);

/// A key: its words are the high and the low half of the seed.
Tensor<std::uint32_t> key(std::uint64_t seed);

namespace detail {
Tensor<std::uint32_t> split_keys(Tensor<std::uint32_t> const& key, int64_t n);
Tensor<std::uint32_t> fold_in(Tensor<std::uint32_t> const& key, std::uint64_t data);
void check_key(char const* function, Shape const& shape);
void check_count(char const* function, int64_t n);

template <class K> constexpr void check_key_type() {
  static_assert(std::is_same_v<tower::element_t<K>, std::uint32_t>,
                "fm::random: the first argument must be a key, a Tensor<uint32> of shape (2): fm::random::key(seed)");
}

struct SplitKeys : ops::non_differentiable_family {
  static constexpr char const* name = "split";
  using batching = tower::lane_by_lane;
  int64_t n;
  explicit SplitKeys(int64_t count) : n(count) {}
  Tensor<std::uint32_t> eval(Tensor<std::uint32_t> key) const { return detail::split_keys(key, n); }
};
struct FoldIn : ops::non_differentiable_family {
  static constexpr char const* name = "fold_in";
  using batching = tower::lane_by_lane;
  std::uint64_t data;
  explicit FoldIn(std::uint64_t d) : data(d) {}
  Tensor<std::uint32_t> eval(Tensor<std::uint32_t> key) const { return detail::fold_in(key, data); }
};
}  // namespace detail

/// n new keys, independent of each other and of what is drawn from `key`, as one tensor of shape (n, 2): for vmap.
/// Throws: shape_error if the key is not of shape (2); value_error if n is negative.
template <tower::Value K> auto split_keys(K key, int64_t n = 2) {
  detail::check_key_type<K>();
  detail::check_key("split", tower::shape_of(key));
  detail::check_count("split", n);
  return tower::apply(detail::SplitKeys{n}, std::move(key));
}

/// The same keys as a vector: `auto keys = split(key, 3)`.
template <tower::Value K> auto split(K key, int64_t n = 2) {
  auto const rows = random::split_keys(std::move(key), n);
  std::vector<std::remove_cvref_t<decltype(fm::index(rows, 0))>> keys;
  keys.reserve(static_cast<std::size_t>(n));
  for (int64_t i = 0; i < n; ++i) keys.push_back(fm::index(rows, i));
  return keys;
}

/// The same keys as an array: `auto [a, b, c] = split<3>(key)`.
template <std::size_t N, tower::Value K> auto split(K key) {
  auto const rows = random::split_keys(std::move(key), static_cast<int64_t>(N));
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return std::array<std::remove_cvref_t<decltype(fm::index(rows, 0))>, N>{
        {fm::index(rows, static_cast<int64_t>(I))...}};
  }
  (std::make_index_sequence<N>{});
}

/// A new key from a key and a number: of a step, a layer, a device. Different numbers give independent keys.
/// Throws: shape_error if the key is not of shape (2).
template <tower::Value K, std::integral I> auto fold_in(K key, I data) {
  detail::check_key_type<K>();
  detail::check_key("fold_in", tower::shape_of(key));
  return tower::apply(detail::FoldIn{static_cast<std::uint64_t>(data)}, std::move(key));
}

}  // namespace fm::random

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/random/key.ipp>
#endif
