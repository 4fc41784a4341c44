// fmod/impl/random/key.ipp: keys and their children, by Threefry
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/impl/random/counter.hpp>
#include <fmod/random/key.hpp>

#include <string>

namespace fm::random {

FM_INLINE std::array<std::uint32_t, 2> threefry(std::array<std::uint32_t, 2> key,
                                                std::array<std::uint32_t, 2> counter) {
  return detail::block(key.data(), counter[0], counter[1]);
}

FM_INLINE Tensor<std::uint32_t> key(std::uint64_t seed) {
  std::uint32_t const words[2] = {static_cast<std::uint32_t>(seed >> 32), static_cast<std::uint32_t>(seed)};
  return fm::from_span<std::uint32_t>(Shape{2}, words);
}

namespace detail {

// Keys may have leading axes: each row of two words is a key of its own.
FM_INLINE Tensor<std::uint32_t> split_keys(Tensor<std::uint32_t> const& key, int64_t n) {
  Shape shape(key.shape().begin(), key.shape().end() - 1);
  shape.push_back(n);
  shape.push_back(2);
  auto children = Tensor<std::uint32_t>::uninitialized(shape);
  std::uint32_t* to = children.mutable_data();
  for (int64_t k = 0; k < key.size() / 2; ++k)
    for (int64_t i = 0; i < n; ++i, to += 2) {
      auto const b = block(key.data() + 2 * k, static_cast<std::uint64_t>(i), purpose::split);
      to[0] = b[0];
      to[1] = b[1];
    }
  return children;
}

FM_INLINE Tensor<std::uint32_t> fold_in(Tensor<std::uint32_t> const& key, std::uint64_t data) {
  auto made = Tensor<std::uint32_t>::uninitialized(key.shape());
  for (int64_t k = 0; k < key.size() / 2; ++k) {
    auto b = block(key.data() + 2 * k, data & 0xffffffffu, purpose::fold_in);
    if (data >> 32 != 0) b = block(b.data(), data >> 32, purpose::fold_in_high);
    made.mutable_data()[2 * k] = b[0];
    made.mutable_data()[2 * k + 1] = b[1];
  }
  return made;
}

FM_INLINE void check_key(char const* function, Shape const& shape) {
  if (!(shape == Shape{2}))
    throw shape_error(std::string(function) + ": the key is " + to_string(shape) +
                      ", not (2); make one with fm::random::key(seed), and several with fm::random::split(key, n)" +
                      (shape.rank() == 2 && shape[1] == 2 ? ": these are several keys, use one of them" : ""));
}
FM_INLINE void check_count(char const* function, int64_t n) {
  if (n < 0) throw value_error(std::string(function) + ": the count is negative: " + std::to_string(n));
}

}  // namespace detail
}  // namespace fm::random
