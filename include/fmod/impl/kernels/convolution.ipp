// fmod/impl/kernels/convolution.ipp: convolutions as matrix products, and directly where a group has one channel
// SPDX-License-Identifier: MIT
//
// For the places of one tile, `unfold` lays out what the kernel sees: columns (C / G K L, places). Then, in each group,
//   z = w columns      columns of x = wᵀ z, which `fold` adds up      w = sum over tiles of z columnsᵀ
// A tile is some images, if they are small, or some rows of one, so that the columns stay in the second-level cache. One
// channel in and out of each group leaves no product worth the name: loops over rows.
#pragma once
#include <fmod/impl/kernels/matmul.ipp>
#include <fmod/impl/kernels/windows.ipp>

namespace fm::kernels::detail {

/// f(q, q step) for q < n. The step is 1 nearly always, and then loops become vectors.
template <class F> FM_ALWAYS_INLINE void over_row(int64_t n, int64_t step, F const& f) {
  if (step == 1)
    for (int64_t q = 0; q < n; ++q) f(q, q);
  else
    for (int64_t q = 0; q < n; ++q) f(q, q * step);
}

template <class S> struct Convolution {
  WindowAxes axes;
  int64_t images, groups, in, out;  // in, out: channels of one group
  int64_t height, width;            // of the kernel
  int64_t depth;                    // rows of the columns

  Convolution(Window const& window, Size2 image, int64_t n, int64_t g, int64_t c, int64_t o)
      : axes(window, image), images(n), groups(g), in(c), out(o), height(window.size.height), width(window.size.width),
        depth(c * height * width) {}

  int64_t pixels() const { return axes.rows.image * axes.columns.image; }
  int64_t places() const { return axes.rows.places * axes.columns.places; }
  bool nothing() const { return images * groups * out * depth * places() == 0; }
  bool direct() const { return in == 1 && out == 1; }
  /// The columns are the image itself.
  bool pointwise() const {
    auto const plain = [](WindowAxis const& a) { return a.step == 1 && a.pad == 0; };
    return height == 1 && width == 1 && plain(axes.rows) && plain(axes.columns);
  }
  S const* image(S const* x, int64_t n, int64_t g) const { return x + (n * groups + g) * in * pixels(); }
  S* image(S* x, int64_t n, int64_t g) const { return x + (n * groups + g) * in * pixels(); }
  int64_t result(int64_t n, int64_t g) const { return (n * groups + g) * out * places(); }

  // ---- tiles: `count` images from `image` on, rows [row, row + rows) of their results
  struct Tile {
    int64_t image, count, row, rows;
  };
  template <class F> void for_each_tile(F const& f) const {
    constexpr int64_t most = int64_t(1) << 17, enough = 192;
    int64_t const one = depth * places();
    if (one > most && !pointwise()) {
      int64_t const rows = std::clamp<int64_t>(most / (depth * axes.columns.places), 1, axes.rows.places);
      for (int64_t n = 0; n < images; ++n)
        for (int64_t r = 0; r < axes.rows.places; r += rows) f(Tile{n, 1, r, std::min(rows, axes.rows.places - r)});
    } else {
      int64_t const count = places() >= enough / 2 ? 1 : std::clamp<int64_t>(most / one, 1, enough / places());
      for (int64_t n = 0; n < images; n += count) f(Tile{n, std::min(count, images - n), 0, axes.rows.places});
    }
  }
  int64_t columns_of(Tile const& t) const { return t.count * t.rows * axes.columns.places; }
  bool whole_image(Tile const& t) const { return t.count == 1 && t.rows == axes.rows.places; }
  /// The most columns of a tile.
  int64_t widest() const {
    int64_t n = 0;
    for_each_tile([&](Tile const& t) { n = std::max(n, columns_of(t)); });
    return n;
  }

  /// f(row of the columns' part, the image's row or nullptr, element l of the kernel) for each row of each place.
  template <class X, class F> void for_each_row(X* x, S* columns, Tile const& t, int64_t g, F const& f) const {
    int64_t const step = axes.columns.places;
    for (int64_t c = 0; c < in; ++c)
      for (int64_t k = 0; k < height; ++k)
        for (int64_t l = 0; l < width; ++l)
          for (int64_t n = 0; n < t.count; ++n) {
            X* const plane = image(x, t.image + n, g) + c * pixels();
            for (int64_t p = t.row; p < t.row + t.rows; ++p, columns += step) {
              int64_t const i = p * axes.rows.step + axes.rows.offset(k);
              f(columns, i < 0 || i >= axes.rows.image ? nullptr : plane + i * axes.columns.image, l);
            }
          }
  }
  void unfold(S* columns, S const* x, Tile const& t, int64_t g) const {
    auto const& a = axes.columns;
    for_each_row(x, columns, t, g, [&](S* to, S const* row, int64_t l) {
      auto const& span = axes.span(l);
      int64_t const first = row == nullptr ? a.places : span.first, last = row == nullptr ? a.places : span.last;
      for (int64_t q = 0; q < first; ++q) to[q] = 0;
      if (first < last) {
        S const* const from = row + (span.offset + first * a.step);
        if (a.step == 1)
          copy_short(to + first, from, last - first);
        else
          for (int64_t q = first; q < last; ++q) to[q] = from[(q - first) * a.step];
      }
      for (int64_t q = last; q < a.places; ++q) to[q] = 0;
    });
  }
  void fold(S* x, S* columns, Tile const& t, int64_t g) const {
    auto const& a = axes.columns;
    for_each_row(x, columns, t, g, [&](S const* from, S* row, int64_t l) {
      auto const& span = axes.span(l);
      int64_t const first = span.first, last = span.last;
      if (row == nullptr || first == last) return;
      S* const to = row + (span.offset + first * a.step);
      over_row(last - first, a.step, [=](int64_t q, int64_t j) { to[j] += from[first + q]; });
    });
  }

  // ---- results of a tile as a matrix (O / G, columns), and back
  template <class F> void for_each_part(Tile const& t, int64_t g, F const& f) const {
    int64_t const part = t.rows * axes.columns.places, all = columns_of(t);
    for (int64_t n = 0; n < t.count; ++n)
      for (int64_t o = 0; o < out; ++o)
        f(o * all + n * part, result(t.image + n, g) + o * places() + t.row * axes.columns.places, part);
  }
  S const* gathered(S* to, S const* z, Tile const& t, int64_t g) const {
    if (whole_image(t)) return z + result(t.image, g);
    for_each_part(t, g, [&](int64_t at, int64_t from, int64_t n) { std::copy_n(z + from, n, to + at); });
    return to;
  }

  // ---- one channel: f(place in the result, in the image, in the kernel, count) for every row that meets an element
  template <class F> void for_each_meeting(F const& f) const {
    for (int64_t plane = 0; plane < images * groups; ++plane)
      for (int64_t p = 0; p < axes.rows.places; ++p)
        for (int64_t k = 0; k < height; ++k) {
          int64_t const i = p * axes.rows.step + axes.rows.offset(k);
          if (i < 0 || i >= axes.rows.image) continue;
          int64_t const row = plane * pixels() + i * axes.columns.image;
          for (int64_t l = 0; l < width; ++l) {
            auto const& span = axes.span(l);
            int64_t const first = span.first, n = span.last - first;
            f(plane * places() + p * axes.columns.places + first, row + span.offset + first * axes.columns.step,
              (plane % groups * height + k) * width + l, n);
          }
        }
  }
};

}  // namespace fm::kernels::detail

namespace fm::kernels {

template <Real S> Tensor<S> conv2d(Tensor<S> const& x, Tensor<S> const& w, Window const& window, int64_t groups) {
  Shape const &xs = x.shape(), &ws = w.shape();
  Size2 const image{xs[2], xs[3]}, places = window.places(image);
  Tensor<S> z = Tensor<S>::uninitialized(Shape{xs[0], ws[0], places.height, places.width});
  detail::Convolution<S> const conv(window, image, xs[0], groups, ws[1], groups == 0 ? 0 : ws[0] / groups);
  S* const to = z.mutable_data();
  if (conv.nothing() || conv.direct()) std::fill_n(to, z.size(), S(0));
  if (conv.nothing()) return z;
  if (conv.direct()) {
    conv.for_each_meeting([&](int64_t row, int64_t from, int64_t at, int64_t n) {
      S const factor = w.data()[at], *const in = x.data() + from;
      S* const out = to + row;
      detail::over_row(n, window.stride.width, [=](int64_t q, int64_t j) { out[q] += factor * in[j]; });
    });
    return z;
  }
  int64_t const widest = conv.widest();
  bool const pointwise = conv.pointwise();
  auto space = Tensor<S>::uninitialized(Shape{conv.depth + conv.out, widest});
  S *const columns = space.mutable_data(), *const part = columns + conv.depth * widest;
  conv.for_each_tile([&](auto const& t) {
    int64_t const n = conv.columns_of(t);
    bool const whole = conv.whole_image(t);
    for (int64_t g = 0; g < groups; ++g) {
      S const* b = columns;
      if (pointwise && whole)
        b = conv.image(x.data(), t.image, g);
      else
        conv.unfold(columns, x.data(), t, g);
      detail::product(whole ? to + conv.result(t.image, g) : part, w.data() + g * conv.out * conv.depth, b, conv.out,
                      conv.depth, n, false, false);
      if (!whole)
        conv.for_each_part(t, g, [&](int64_t from, int64_t at, int64_t m) { std::copy_n(part + from, m, to + at); });
    }
  });
  return z;
}

template <Real S>
Tensor<S> conv2d_input(Tensor<S> const& z, Tensor<S> const& w, Window const& window, int64_t groups, Size2 image) {
  Shape const &zs = z.shape(), &ws = w.shape();
  Tensor<S> x = Tensor<S>::uninitialized(Shape{zs[0], ws[1] * groups, image.height, image.width});
  detail::Convolution<S> const conv(window, image, zs[0], groups, ws[1], groups == 0 ? 0 : ws[0] / groups);
  S* const to = x.mutable_data();
  bool const pointwise = conv.pointwise();
  if (conv.nothing() || !pointwise || conv.direct()) std::fill_n(to, x.size(), S(0));
  if (conv.nothing()) return x;
  if (conv.direct()) {
    conv.for_each_meeting([&](int64_t row, int64_t from, int64_t at, int64_t n) {
      S const factor = w.data()[at], *const in = z.data() + row;
      S* const out = to + from;
      detail::over_row(n, window.stride.width, [=](int64_t q, int64_t j) { out[j] += factor * in[q]; });
    });
    return x;
  }
  int64_t const widest = conv.widest();
  auto space = Tensor<S>::uninitialized(Shape{conv.depth + conv.out, widest});
  S *const columns = space.mutable_data(), *const part = columns + conv.depth * widest;
  conv.for_each_tile([&](auto const& t) {
    int64_t const n = conv.columns_of(t);
    bool const in_place = pointwise && conv.whole_image(t);
    for (int64_t g = 0; g < groups; ++g) {
      S const* const from = conv.gathered(part, z.data(), t, g);
      detail::product(in_place ? conv.image(to, t.image, g) : columns, w.data() + g * conv.out * conv.depth, from,
                      conv.depth, conv.out, n, true, false);
      if (in_place) continue;
      if (pointwise)
        for (int64_t i = 0; i < t.count; ++i)
          std::fill_n(conv.image(to, t.image + i, g), conv.in * conv.pixels(), S(0));
      conv.fold(to, columns, t, g);
    }
  });
  return x;
}

template <Real S>
Tensor<S> conv2d_weight(Tensor<S> const& x, Tensor<S> const& z, Window const& window, int64_t groups) {
  Shape const &xs = x.shape(), &zs = z.shape();
  Size2 const image{xs[2], xs[3]};
  int64_t const in = groups == 0 ? 0 : xs[1] / groups, out = groups == 0 ? 0 : zs[1] / groups;
  Tensor<S> w = Tensor<S>::uninitialized(Shape{zs[1], in, window.size.height, window.size.width});
  detail::Convolution<S> const conv(window, image, xs[0], groups, in, out);
  S* const to = w.mutable_data();
  std::fill_n(to, w.size(), S(0));
  if (conv.nothing()) return w;
  if (conv.direct()) {
    conv.for_each_meeting([&](int64_t row, int64_t from, int64_t at, int64_t n) {
      S const *const a = z.data() + row, *const b = x.data() + from;
      if (window.stride.width == 1) {
        to[at] += isa::real<S>().dot(a, b, n);
      } else {
        S sum = 0;
        for (int64_t q = 0; q < n; ++q) sum += a[q] * b[q * window.stride.width];
        to[at] += sum;
      }
    });
    return w;
  }
  int64_t const widest = conv.widest(), size = conv.out * conv.depth;
  bool const pointwise = conv.pointwise();
  auto space = Tensor<S>::uninitialized(Shape{(conv.depth + conv.out) * widest + size});
  S *const columns = space.mutable_data(), *const part = columns + conv.depth * widest,
           *const term = part + conv.out * widest;
  conv.for_each_tile([&](auto const& t) {
    int64_t const n = conv.columns_of(t);
    for (int64_t g = 0; g < groups; ++g) {
      S const* b = columns;
      if (pointwise && conv.whole_image(t))
        b = conv.image(x.data(), t.image, g);
      else
        conv.unfold(columns, x.data(), t, g);
      detail::product(term, conv.gathered(part, z.data(), t, g), b, conv.out, n, conv.depth, false, true);
      detail::run(binary::add, to + g * size, to + g * size, static_cast<S const*>(term), size);
    }
  });
  return w;
}

}  // namespace fm::kernels
