// fmod/impl/random/distributions.ipp: how bits become numbers
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/impl/random/counter.hpp>
#include <fmod/impl/random/normal.hpp>
#include <fmod/random/distributions.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <unordered_map>

namespace fm::random::detail {

/// A result of shape (leading axes of the keys..., shape...); fill(key, out) writes the part of one key.
template <class S, class Fill>
Tensor<S> for_each_key(Tensor<std::uint32_t> const& key, Shape const& shape, Fill const& fill) {
  Shape whole(key.shape().begin(), key.shape().end() - 1);
  for (int64_t s : shape) whole.push_back(s);
  auto out = Tensor<S>::uninitialized(whole);
  int64_t const n = shape.size();
  for (int64_t k = 0; k < key.size() / 2; ++k) fill(key.data() + 2 * k, out.mutable_data() + k * n, n);
  return out;
}
template <class S, class Draw> Tensor<S> each(Tensor<std::uint32_t> const& key, Shape const& shape, Draw const& draw) {
  return for_each_key<S>(key, shape, [&draw](std::uint32_t const* k, S* out, int64_t n) {
    for (int64_t i = 0; i < n; ++i) out[i] = draw(k, static_cast<std::uint64_t>(i));
  });
}
inline double unit(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

FM_INLINE Tensor<std::uint32_t> Bits::eval(Tensor<std::uint32_t> key) const {
  return for_each_key<std::uint32_t>(key, shape, [](std::uint32_t const* k, std::uint32_t* out, int64_t n) {
    for (int64_t i = 0; i < n; i += 2) {
      auto const b = block(k, static_cast<std::uint64_t>(i / 2), purpose::draw);
      out[i] = b[0];
      if (i + 1 < n) out[i + 1] = b[1];
    }
  });
}

template <class S> Tensor<S> Uniform<S>::eval(Tensor<std::uint32_t> key) const {
  S const from = static_cast<S>(low), to = static_cast<S>(high), width = static_cast<S>(high - low);
  // Rounding may reach the upper bound, which does not belong to the interval.
  S const last = from < to ? std::nextafter(to, from) : from;
  if constexpr (std::is_same_v<S, float>) {
    return for_each_key<float>(key, shape, [=](std::uint32_t const* k, float* out, int64_t n) {
      for (int64_t i = 0; i < n; i += 2) {
        auto const b = block(k, static_cast<std::uint64_t>(i / 2), purpose::draw);
        out[i] = std::min(from + width * (static_cast<float>(b[0] >> 8) * 0x1p-24f), last);
        if (i + 1 < n) out[i + 1] = std::min(from + width * (static_cast<float>(b[1] >> 8) * 0x1p-24f), last);
      }
    });
  } else {
    return each<S>(key, shape, [=](std::uint32_t const* k, std::uint64_t i) {
      return std::min(from + width * unit(bits64(k, i)), last);
    });
  }
}

template <class S> Tensor<S> Normal<S>::eval(Tensor<std::uint32_t> key) const {
  return each<S>(key, shape, [](std::uint32_t const* k, std::uint64_t i) {
    // One bit is the sign, 52 bits are the tail: exactly symmetric, and small values are as fine as large ones.
    std::uint64_t const b = bits64(k, i);
    double const x = lower_quantile((static_cast<double>(b >> 12) + 0.5) * 0x1p-53);
    return static_cast<S>((b & 1) != 0 ? x : -x);
  });
}

template <class S> Tensor<S> TruncatedNormal<S>::eval(Tensor<std::uint32_t> key) const {
  // With both bounds above 0, the mirrored interval, where probabilities are small numbers and not 1 minus small numbers.
  bool const mirrored = low > 0;
  double const a = mirrored ? -high : low, b = mirrored ? -low : high;
  auto const distribution = [](double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); };
  double const below = distribution(a), above = distribution(-b);
  double const mass = b <= 0 ? distribution(b) - below : 1 - below - above;
  return each<S>(key, shape, [=, this](std::uint32_t const* k, std::uint64_t i) {
    double const u = unit(bits64(k, i)) + 0x1p-54, p = below + u * mass;
    double const x = p <= 0.5 ? lower_quantile(std::max(p, 0x1p-1022))
                              : -lower_quantile(std::max(above + (1 - u) * mass, 0x1p-1022));
    return std::clamp(static_cast<S>(mirrored ? -x : x), static_cast<S>(low), static_cast<S>(high));
  });
}

FM_INLINE Tensor<bool> Bernoulli::eval(Tensor<std::uint32_t> key) const {
  return each<bool>(key, shape, [this](std::uint32_t const* k, std::uint64_t i) { return unit(bits64(k, i)) < p; });
}

FM_INLINE Tensor<int64_t> Integers::eval(Tensor<std::uint32_t> key) const {
  std::uint64_t const range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  return each<int64_t>(key, shape, [this, range](std::uint32_t const* k, std::uint64_t i) {
    return static_cast<int64_t>(static_cast<std::uint64_t>(low) + below(k, i, range));
  });
}

// The first `count` steps of Fisher and Yates. Where few of many are drawn, only the places that were touched are stored.
FM_INLINE Tensor<int64_t> Choice::eval(Tensor<std::uint32_t> key) const {
  return for_each_key<int64_t>(key, Shape{count}, [this](std::uint32_t const* k, int64_t* out, int64_t) {
    auto const place = [&](int64_t i) {
      return i + static_cast<int64_t>(below(k, static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(n - i)));
    };
    if (count > n / 8) {
      std::vector<int64_t> all(static_cast<std::size_t>(n));
      for (int64_t i = 0; i < n; ++i) all[static_cast<std::size_t>(i)] = i;
      for (int64_t i = 0; i < count; ++i) {
        std::swap(all[static_cast<std::size_t>(i)], all[static_cast<std::size_t>(place(i))]);
        out[i] = all[static_cast<std::size_t>(i)];
      }
    } else {
      std::unordered_map<int64_t, int64_t> moved;
      auto const at = [&moved](int64_t i) {
        auto const found = moved.find(i);
        return found == moved.end() ? i : found->second;
      };
      for (int64_t i = 0; i < count; ++i) {
        int64_t const j = place(i), here = at(i);
        out[i] = at(j);
        moved[j] = here;
      }
    }
  });
}

FM_INLINE void check_interval(char const* function, double low, double high) {
  bool const open = std::string_view(function) == "truncated_normal";
  if (std::isfinite(low) && std::isfinite(high) && (open ? low < high : low <= high)) return;
  throw value_error(std::string(function) + ": the bounds are " + std::to_string(low) + " and " + std::to_string(high) +
                    "; they must be finite, the first below the second");
}
FM_INLINE void check_width(double width, double low, double high) {
  if (!std::isfinite(width))
    throw value_error("uniform: [" + std::to_string(low) + ", " + std::to_string(high) +
                      ") is too wide for its type: the width is not finite");
}
FM_INLINE void check_integers(int64_t low, int64_t high) {
  if (low >= high)
    throw value_error("randint: no integers in [" + std::to_string(low) + ", " + std::to_string(high) +
                      "); low must be below high");
}
FM_INLINE void check_probability(double p) {
  if (!(p >= 0 && p <= 1))
    throw value_error("bernoulli: the probability is " + std::to_string(p) + "; it must be in [0, 1]");
}
FM_INLINE void check_choice(int64_t n, int64_t count) {
  if (n < 0 || count < 0 || count > n)
    throw value_error("choice: " + std::to_string(count) + " different indices of " + std::to_string(n) +
                      " were asked for; the count must be between 0 and the size");
}

}  // namespace fm::random::detail
