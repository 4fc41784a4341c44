// fmod/impl/random/counter.hpp: Threefry and the layout of its counter (random/key.hpp says what it is)
// SPDX-License-Identifier: MIT
#pragma once
#include <Random123/threefry.h>
#include <array>
#include <cstdint>

namespace fm::random::detail {

enum class purpose : std::uint32_t { draw = 0, split = 1, fold_in = 2, fold_in_high = 3 };

inline std::array<std::uint32_t, 2> block(std::uint32_t const* key, std::uint32_t c0, std::uint32_t c1) {
  threefry2x32_ctr_t const c{{c0, c1}};
  threefry2x32_key_t const k{{key[0], key[1]}};
  auto const r = threefry2x32_R(20, c, k);
  return {r.v[0], r.v[1]};
}
inline std::array<std::uint32_t, 2> block(std::uint32_t const* key, std::uint64_t n, purpose p,
                                          std::uint32_t attempt = 0) {
  return block(
      key, static_cast<std::uint32_t>(n),
      static_cast<std::uint32_t>((n >> 32) & 0xffffffu) | (attempt & 63u) << 24 | static_cast<std::uint32_t>(p) << 30);
}
/// Both words as one: the first is the high half.
inline std::uint64_t bits64(std::uint32_t const* key, std::uint64_t n, std::uint32_t attempt = 0) {
  auto const b = block(key, n, purpose::draw, attempt);
  return std::uint64_t{b[0]} << 32 | b[1];
}
/// Uniform in [0, range), exactly: draws of the uneven rest are rejected. range 0 stands for 2^64.
inline std::uint64_t below(std::uint32_t const* key, std::uint64_t n, std::uint64_t range) {
  if (range == 0) return bits64(key, n);
  std::uint64_t const rest = (0 - range) % range;  // 2^64 mod range
  for (std::uint32_t attempt = 0;; ++attempt) {
    // Multiply and take the high half: Lemire, Fast random integer generation in an interval, 2019.
    __extension__ using wide = unsigned __int128;
    wide const product = static_cast<wide>(bits64(key, n, attempt)) * range;
    // The chance of 63 rejections is below 2^-63 for the worst range.
    if (static_cast<std::uint64_t>(product) >= rest || attempt == 63) return static_cast<std::uint64_t>(product >> 64);
  }
}

}  // namespace fm::random::detail
