// fmod/core/shape.hpp: Shape (sizes of up to 8 axes), Axes, and broadcasting of shapes
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/config.hpp>

#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <utility>

namespace fm {

using std::int64_t;

inline constexpr int max_rank = 8;

/// A size or an axis as the user writes it: any integer type, without a narrowing warning.
struct Extent {
  int64_t value;
  template <std::integral I> constexpr Extent(I v) noexcept : value(static_cast<int64_t>(v)) {}
};

/// Sizes of a tensor's axes, outermost first. Rank 0 is the shape of a scalar.
///
/// Edges:  axes count from the end when negative: s[-1] is the innermost size.
/// Throws: shape_error if there are more than 8 axes or a size is negative.
class Shape {
 public:
  constexpr Shape() noexcept = default;
  constexpr Shape(std::initializer_list<Extent> sizes) {
    for (Extent e : sizes) push_back(e.value);
  }
  /// From any range of integers.
  template <class It> constexpr Shape(It first, It last) {
    for (; first != last; ++first) push_back(static_cast<int64_t>(*first));
  }

  constexpr int rank() const noexcept { return rank_; }
  constexpr bool empty() const noexcept { return rank_ == 0; }
  /// Number of elements: the product of the sizes, 1 at rank 0. The largest int64 if the product does not fit.
  constexpr int64_t size() const noexcept {
    int64_t n = 1;
    bool overflow = false;
    for (std::size_t i = 0; i < static_cast<std::size_t>(rank_); ++i)
      overflow |= __builtin_mul_overflow(n, sizes_[i], &n);
    return overflow ? size_after_overflow() : n;
  }
  constexpr int64_t operator[](int axis) const noexcept {
    return sizes_[static_cast<std::size_t>(axis < 0 ? axis + rank_ : axis)];
  }
  constexpr int64_t& operator[](int axis) noexcept {
    return sizes_[static_cast<std::size_t>(axis < 0 ? axis + rank_ : axis)];
  }
  constexpr int64_t const* begin() const noexcept { return sizes_.data(); }
  constexpr int64_t const* end() const noexcept { return sizes_.data() + rank_; }

  constexpr void push_back(int64_t size) {
    if (rank_ == max_rank) too_many_axes();
    if (size < 0) negative_size(size);
    sizes_[static_cast<std::size_t>(rank_++)] = size;
  }
  /// Becomes (0).
  constexpr void clear() noexcept {
    sizes_[0] = 0;
    rank_ = 1;
  }
  friend constexpr bool operator==(Shape const& a, Shape const& b) noexcept {
    if (a.rank_ != b.rank_) return false;
    for (std::size_t i = 0; i < static_cast<std::size_t>(a.rank_); ++i)
      if (a.sizes_[i] != b.sizes_[i]) return false;
    return true;
  }

 private:
  constexpr int64_t size_after_overflow() const noexcept {
    for (int64_t s : *this)
      if (s == 0) return 0;
    return std::numeric_limits<int64_t>::max();
  }
  [[noreturn]] static void too_many_axes();
  [[noreturn]] static void negative_size(int64_t size);

  std::array<int64_t, max_rank> sizes_{};
  int rank_ = 0;
};

/// A set of axes, stored negative (counted from the end) so that a leading mapped axis changes nothing.
/// `Axes{}` (no axes given) means all of them, in reductions.
class Axes {
 public:
  constexpr Axes() noexcept = default;
  constexpr Axes(std::integral auto axis) : count_(1), all_(false) { axes_[0] = narrow(static_cast<int64_t>(axis)); }
  constexpr Axes(std::initializer_list<Extent> axes) : all_(false) {
    for (Extent e : axes) push_back(narrow(e.value));
  }
  constexpr bool all() const noexcept { return all_; }
  constexpr int count() const noexcept { return count_; }
  constexpr int operator[](int i) const noexcept { return axes_[static_cast<std::size_t>(i)]; }
  constexpr void push_back(int axis) {
    if (count_ == max_rank) too_many();
    all_ = false;
    axes_[static_cast<std::size_t>(count_++)] = axis;
  }
  friend constexpr bool operator==(Axes const&, Axes const&) noexcept = default;

 private:
  // An absurd axis stays absurd, so that the check that follows names it.
  static constexpr int narrow(int64_t axis) noexcept {
    return std::in_range<int>(axis) ? static_cast<int>(axis) : std::numeric_limits<int>::max();
  }
  [[noreturn]] static void too_many();

  std::array<int, max_rank> axes_{};
  int count_ = 0;
  bool all_ = true;
};

/// "(2, 3)", "()" at rank 0, "(4,)" is written "(4)".
std::string to_string(Shape const& shape);

/// Shape of an elementwise operation on both: trailing axes align, a size of 1 stretches.
/// Throws: shape_error naming `op` and both shapes.
Shape broadcast_shapes(char const* op, Shape const& x, Shape const& y);

/// `axis` as a negative number in [-rank, -1]. Throws: shape_error naming `op`, the axis and the shape.
int checked_axis(char const* op, int64_t axis, Shape const& shape);
/// All axes checked, made negative, sorted, each at most once.
Axes checked_axes(char const* op, Axes const& axes, Shape const& shape);

}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/core/shape.ipp>
#endif
