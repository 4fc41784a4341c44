// fmod/impl/kernels/strided.hpp: walking over operands that are broadcast or permuted
// SPDX-License-Identifier: MIT
//
// Axes that step alike are merged first, so that an elementwise operation of (b, m, n) and (n) has two axes. Then rows: the
// last axis is the caller's inner loop.
#pragma once
#include <fmod/core/shape.hpp>

#include <array>

namespace fm::kernels::detail {

template <int N> struct Walk {
  int rank = 0;                                          // of the outer axes
  std::array<int64_t, max_rank> sizes{};                 // of the outer axes
  std::array<std::array<int64_t, max_rank>, N> steps{};  // of the outer axes, in elements
  int64_t inner = 1;                                     // size of the innermost axis
  std::array<int64_t, N> inner_step{};

  // Adds an axis inside those that are there.
  void push(int64_t size, std::array<int64_t, N> const& step) {
    if (size == 1 && pushed_) return;
    bool mergeable = pushed_;
    for (std::size_t k = 0; k < N; ++k) mergeable = mergeable && inner_step[k] == step[k] * size;
    if (pushed_ && inner == 1) mergeable = true;
    if (mergeable) {
      inner *= size;
    } else {
      if (pushed_) {
        std::size_t const r = static_cast<std::size_t>(rank++);
        sizes[r] = inner;
        for (std::size_t k = 0; k < N; ++k) steps[k][r] = inner_step[k];
      }
      inner = size;
    }
    inner_step = step;
    pushed_ = true;
  }

  // f(offsets) for each row.
  template <class F> void rows(F&& f) const { for_each(rank, f); }
  // f(offsets, number of rows, step from row to row of each operand) for each plane of the last outer axis.
  template <class F> void planes(F&& f) const {
    std::array<int64_t, N> step{};
    if (rank == 0) return for_each(0, [&](auto const& at) { f(at, int64_t(1), step); });
    std::size_t const last = static_cast<std::size_t>(rank - 1);
    for (std::size_t k = 0; k < N; ++k) step[k] = steps[k][last];
    for_each(rank - 1, [&](auto const& at) { f(at, sizes[last], step); });
  }

 private:
  template <class F> void for_each(int axes, F&& f) const {
    std::array<int64_t, N> at{};
    if (inner == 0) return;
    for (int i = 0; i < rank; ++i)
      if (sizes[static_cast<std::size_t>(i)] == 0) return;
    std::array<int64_t, max_rank> index{};
    for (;;) {
      f(static_cast<std::array<int64_t, N> const&>(at));
      int axis = axes - 1;
      for (; axis >= 0; --axis) {
        std::size_t const a = static_cast<std::size_t>(axis);
        if (++index[a] < sizes[a]) {
          for (std::size_t k = 0; k < N; ++k) at[k] += steps[k][a];
          break;
        }
        index[a] = 0;
        for (std::size_t k = 0; k < N; ++k) at[k] -= steps[k][a] * (sizes[a] - 1);
      }
      if (axis < 0) return;
    }
  }

  bool pushed_ = false;
};

// Step of each axis of `shape`, row-major, seen from an operand broadcast to `to`: 0 where it stretches.
inline std::array<int64_t, max_rank> broadcast_steps(Shape const& shape, Shape const& to) {
  std::array<int64_t, max_rank> steps{};
  int64_t step = 1;
  for (int i = 1; i <= shape.rank(); ++i) {
    if (shape[-i] != 1) steps[static_cast<std::size_t>(to.rank() - i)] = step;
    step *= shape[-i];
  }
  return steps;
}

// Operands broadcast to `to`.
template <int N> Walk<N> broadcast_walk(Shape const& to, std::array<Shape const*, N> const& shapes) {
  std::array<std::array<int64_t, max_rank>, N> steps;
  for (std::size_t k = 0; k < N; ++k) steps[k] = broadcast_steps(*shapes[k], to);
  Walk<N> walk;
  for (int i = 0; i < to.rank(); ++i) {
    std::array<int64_t, N> step{};
    for (std::size_t k = 0; k < N; ++k) step[k] = steps[k][static_cast<std::size_t>(i)];
    walk.push(to[i], step);
  }
  return walk;
}

// Sizes before, of, and after an axis.
struct AxisView {
  int64_t outer = 1, size = 1, inner = 1;
};
inline AxisView view_axis(Shape const& shape, int axis) {
  AxisView v;
  int const at = axis < 0 ? axis + shape.rank() : axis;
  for (int i = 0; i < shape.rank(); ++i) (i < at ? v.outer : i == at ? v.size : v.inner) *= shape[i];
  return v;
}

}  // namespace fm::kernels::detail
