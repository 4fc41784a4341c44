// fmod/impl/kernels/windows.ipp: where the places of a window meet an image; shared by convolutions and pooling
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/kernels/convolution.hpp>

#include <algorithm>
#include <cstring>
#include <vector>

namespace fm::kernels::detail {

/// Along one axis: place q of the window has its element k at q step + offset(k), which is inside for q in [first, last).
struct WindowAxis {
  int64_t image, step, pad, apart, places;

  int64_t offset(int64_t k) const noexcept { return k * apart - pad; }
  int64_t first(int64_t k) const noexcept {
    int64_t const o = offset(k);
    return std::min(places, o >= 0 ? 0 : (step - 1 - o) / step);
  }
  int64_t last(int64_t k) const noexcept {
    int64_t const room = image - 1 - offset(k);
    return std::max(first(k), std::min(places, room < 0 ? 0 : room / step + 1));
  }
};
struct WindowAxes {
  WindowAxis rows, columns;
  /// For each element of the window along the columns; kept, since it takes divisions and rows are short.
  struct Span {
    int64_t offset, first, last;
  };
  std::vector<Span> spans;

  WindowAxes(Window const& w, Size2 image)
      : rows{image.height, w.stride.height, w.padding.height, w.dilation.height, w.places(image).height},
        columns{image.width, w.stride.width, w.padding.width, w.dilation.width, w.places(image).width} {
    for (int64_t l = 0; l < w.size.width; ++l) spans.push_back({columns.offset(l), columns.first(l), columns.last(l)});
  }
  Span const& span(int64_t l) const { return spans[static_cast<std::size_t>(l)]; }
};

/// Copies of a few elements: a call of memcpy costs more than they do. Blocks overlap at the end.
template <class S> FM_ALWAYS_INLINE void copy_short(S* to, S const* from, int64_t n) {
  constexpr int64_t wide = 32 / static_cast<int64_t>(sizeof(S)), narrow = wide / 2;
  auto const block = [&]<int64_t size>(std::integral_constant<int64_t, size>, int64_t i) FM_LAMBDA_INLINE {
    std::memcpy(to + i, from + i, static_cast<std::size_t>(size) * sizeof(S));
  };
  if (n >= wide) {
    int64_t i = 0;
    for (; i + wide <= n; i += wide) block(std::integral_constant<int64_t, wide>{}, i);
    if (i < n) block(std::integral_constant<int64_t, wide>{}, n - wide);
  } else if (n >= narrow) {
    block(std::integral_constant<int64_t, narrow>{}, 0);
    block(std::integral_constant<int64_t, narrow>{}, n - narrow);
  } else {
    for (int64_t i = 0; i < n; ++i) to[i] = from[i];
  }
}

}  // namespace fm::kernels::detail
