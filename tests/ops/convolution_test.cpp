// tests/ops/convolution_test.cpp: convolutions and pooling in every mode and order, against sums written out
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"
#include "support/check_op.hpp"

namespace {

using check::Array, check::Arrays, check::Index, check::real;
using fm::Shape, fm::Size2;
using T = fm::Tensor<double>;
using Two = std::array<T, 2>;

struct convolution {
  bool transposed = false;
  Size2 weight = 0;  ///< of the kernel, if that is the result
  Size2 stride = 1, padding = 0, dilation = 1, output_padding = 0;
  int64_t groups = 1;
  template <class X> X operator()(X const& x, X const& w) const {
    if (!(weight == Size2(0)))
      return fm::tower::apply(fm::ops::Conv2dWeight{{weight, stride, padding, dilation}, groups}, x, w);
    if (transposed) return fm::conv_transpose2d(x, w, {stride, padding, output_padding, dilation, groups});
    return fm::conv2d(x, w, {stride, padding, dilation, groups});
  }
};
/// The images of an array as (N, C, H, W), and their leading axes.
Array joined(Array x, Shape& leading) {
  leading = Shape(x.shape.begin(), x.shape.end() - 3);
  x.shape = Shape{leading.size(), x.shape[-3], x.shape[-2], x.shape[-1]};
  return x;
}
Array apart(Array z, Shape to) {
  for (int i = 1; i < 4; ++i) to.push_back(z.shape[i]);
  z.shape = to;
  return z;
}
/// w from x and z: the derivative of the number sum(z conv2d(x, w)).
Array weight(convolution const& f, Array const& x, Array const& z) {
  int64_t const out = z.shape[1] / f.groups, in = x.shape[1] / f.groups;
  return Array(Shape{z.shape[1], in, f.weight.height, f.weight.width}, [&](Index const& at) {
    real s = 0;
    for (int64_t n = 0; n < z.shape[0]; ++n)
      for (int64_t p = 0; p < z.shape[2]; ++p)
        for (int64_t q = 0; q < z.shape[3]; ++q) {
          int64_t const i = p * f.stride.height + at[2] * f.dilation.height - f.padding.height;
          int64_t const j = q * f.stride.width + at[3] * f.dilation.width - f.padding.width;
          if (i < 0 || j < 0 || i >= x.shape[2] || j >= x.shape[3]) continue;
          s += z[{n, at[0], p, q}] * x[{n, at[0] / out * in + at[1], i, j}];
        }
    return s;
  });
}
check::Reference reference(convolution const& f) {
  return [f](Arrays const& a) {
    if (!(f.weight == Size2(0))) return weight(f, a[0], a[1]);
    Shape leading;
    Array const x = joined(a[0], leading), &w = a[1];
    int64_t const k = w.shape[2], l = w.shape[3];
    if (f.transposed) {
      int64_t const per = w.shape[1], in = x.shape[1] / f.groups;
      auto const size = [](int64_t n, int64_t m, int64_t s, int64_t p, int64_t d, int64_t o) {
        return (n - 1) * s - 2 * p + d * (m - 1) + 1 + o;
      };
      Array z(Shape{x.shape[0], per * f.groups,
                    size(x.shape[2], k, f.stride.height, f.padding.height, f.dilation.height, f.output_padding.height),
                    size(x.shape[3], l, f.stride.width, f.padding.width, f.dilation.width, f.output_padding.width)});
      for (int64_t n = 0; n < x.shape[0]; ++n)
        for (int64_t c = 0; c < x.shape[1]; ++c)
          for (int64_t o = 0; o < per; ++o)
            for (int64_t i = 0; i < x.shape[2]; ++i)
              for (int64_t j = 0; j < x.shape[3]; ++j)
                for (int64_t p = 0; p < k; ++p)
                  for (int64_t q = 0; q < l; ++q) {
                    int64_t const y = i * f.stride.height + p * f.dilation.height - f.padding.height;
                    int64_t const u = j * f.stride.width + q * f.dilation.width - f.padding.width;
                    if (y < 0 || u < 0 || y >= z.shape[2] || u >= z.shape[3]) continue;
                    z[{n, c / in * per + o, y, u}] += x[{n, c, i, j}] * w[{c, o, p, q}];
                  }
      return apart(z, leading);
    }
    int64_t const out = w.shape[0] / f.groups, in = w.shape[1];
    auto const size = [](int64_t n, int64_t m, int64_t s, int64_t p, int64_t d) {
      return (n + 2 * p - d * (m - 1) - 1) / s + 1;
    };
    Shape const to{x.shape[0], w.shape[0], size(x.shape[2], k, f.stride.height, f.padding.height, f.dilation.height),
                   size(x.shape[3], l, f.stride.width, f.padding.width, f.dilation.width)};
    return apart(Array(to,
                       [&](Index const& at) {
                         real s = 0;
                         for (int64_t c = 0; c < in; ++c)
                           for (int64_t p = 0; p < k; ++p)
                             for (int64_t q = 0; q < l; ++q) {
                               int64_t const i = at[2] * f.stride.height + p * f.dilation.height - f.padding.height;
                               int64_t const j = at[3] * f.stride.width + q * f.dilation.width - f.padding.width;
                               if (i < 0 || j < 0 || i >= x.shape[2] || j >= x.shape[3]) continue;
                               s += w[{at[1], c, p, q}] * x[{at[0], at[1] / out * in + c, i, j}];
                             }
                         return s;
                       }),
                 leading);
  };
}
Two pair(Shape const& x, Shape const& w) {
  return {check::some_tensor<double>(x, 3), check::some_tensor<double>(w, 4)};
}

/// What f says when it throws.
template <class F> std::string refused(F const& f) {
  try {
    static_cast<void>(f());
  } catch (fm::error const& e) {
    return e.what();
  }
  return "nothing was thrown";
}

}  // namespace

TEST_CASE("convolutions", "[convolution]") {
  // conv2d differentiates into conv2d_input and conv2d_weight, and each of these into the other two.
  auto const one = [](convolution const& f, Shape const& x, Shape const& w) {
    check::check_op("conv2d", f, reference(f), pair(x, w));
  };
  one({}, {2, 3, 4, 5}, {2, 3, 2, 3});
  one({}, {3, 4, 5}, {2, 3, 2, 3});
  one({}, {1, 2, 1, 4, 3}, {2, 1, 3, 3});
  one({.stride = {2, 1}, .padding = {1, 2}}, {2, 2, 5, 4}, {3, 2, 3, 2});
  one({.padding = 1, .dilation = {2, 1}}, {1, 2, 4, 4}, {2, 2, 2, 3});
  one({.stride = 3, .dilation = 2}, {1, 2, 7, 6}, {1, 2, 2, 2});
  one({.padding = 1, .groups = 2}, {2, 4, 3, 3}, {6, 2, 3, 3});
  one({.stride = 2, .padding = 1, .groups = 3}, {2, 3, 5, 4}, {3, 1, 3, 3});
  one({.padding = 1, .groups = 2}, {2, 2, 3, 3}, {4, 1, 2, 2});
  one({}, {2, 3, 2, 2}, {2, 3, 1, 1});
  one({.groups = 2}, {3, 4, 1, 2}, {4, 2, 1, 1});
  one({.stride = 2}, {1, 2, 3, 3}, {2, 2, 1, 1});
  one({.padding = 3}, {1, 1, 2, 2}, {1, 1, 3, 3});
  one({}, {1, 1, 3, 3}, {1, 1, 3, 3});
  one({}, {0, 2, 3, 3}, {2, 2, 2, 2});
  one({}, {2, 0, 3, 3}, {2, 0, 2, 2});
  one({}, {2, 2, 3, 3}, {0, 2, 2, 2});
  convolution const f{.stride = 2, .padding = 1};
  check::check_op("conv2d", f, reference(f),
                  std::array<fm::Tensor<float>, 2>{check::some_tensor<float>({2, 3, 5, 5}, 3),
                                                   check::some_tensor<float>({4, 3, 3, 3}, 4)});
}

TEST_CASE("transposed convolutions", "[convolution]") {
  auto const one = [](convolution f, Shape const& x, Shape const& w) {
    f.transposed = true;
    check::check_op("conv2d_input", f, reference(f), pair(x, w));
  };
  one({}, {2, 3, 2, 3}, {3, 2, 2, 3});
  one({}, {3, 2, 2}, {3, 1, 2, 2});
  one({.stride = {2, 3}, .padding = {1, 0}, .output_padding = {1, 2}}, {2, 2, 2, 3}, {2, 2, 3, 2});
  one({.stride = 2, .padding = 1, .dilation = 2, .groups = 2}, {1, 4, 3, 2}, {4, 1, 2, 3});
}

TEST_CASE("correlations: the derivative of a convolution by its kernel", "[convolution]") {
  auto const one = [](convolution const& f, Shape const& x, Shape const& z) {
    check::check_op("conv2d_weight", f, reference(f), pair(x, z));
  };
  one({.weight = {2, 3}}, {2, 3, 4, 5}, {2, 2, 3, 3});
  one({.weight = 2, .stride = {2, 1}, .padding = {1, 2}}, {2, 2, 5, 4}, {2, 3, 3, 7});
  one({.weight = 2, .padding = 1, .dilation = {2, 1}, .groups = 2}, {1, 4, 3, 3}, {1, 2, 3, 4});
}

TEST_CASE("tiles of rows, of one and of many images give the same convolution", "[convolution]") {
  // Values and first derivatives of sizes that are cut differently, against the same in double by hand.
  auto const check_sizes = [](convolution const& f, Shape const& xs, Shape const& ws) {
    Two const at = pair(xs, ws);
    Arrays const arrays{check::array_of(at[0]), check::array_of(at[1])};
    Array const want = reference(f)(arrays);
    auto const [z, pull] = fm::vjp([&](auto const& x, auto const& w) { return f(x, w); }, fm::args(at[0], at[1]));
    REQUIRE(z.shape() == want.shape);
    double worst = 0;
    for (std::size_t i = 0; i < want.data.size(); ++i)
      worst = std::max(worst, std::fabs(z.data()[i] - static_cast<double>(want.data[i])));
    CHECK(worst < 1e-12 * static_cast<double>(ws[1] * ws[2] * ws[3]));
    // <ct, f(d, w)> = <x ct, d> and <ct, f(x, d)> = <w ct, d> for the bilinear f.
    auto const ct = check::some_tensor<double>(z.shape(), 7);
    auto const [cx, cw] = pull(ct);
    Two const d = {check::some_tensor<double>(xs, 8), check::some_tensor<double>(ws, 9)};
    auto const dot = [](T const& a, T const& b) { return fm::sum(a * b).item(); };
    CHECK(dot(ct, f(d[0], at[1])) == Approx(dot(cx, d[0])).epsilon(1e-11).margin(1e-9));
    CHECK(dot(ct, f(at[0], d[1])) == Approx(dot(cw, d[1])).epsilon(1e-11).margin(1e-9));
  };
  check_sizes({.padding = 2}, {3, 16, 40, 40}, {8, 16, 5, 5});               // rows of an image
  check_sizes({.stride = 2, .padding = 1}, {2, 64, 31, 33}, {4, 64, 3, 3});  // rows, with a step
  check_sizes({.padding = 1}, {37, 3, 5, 5}, {4, 3, 3, 3});                  // many small images
  check_sizes({}, {37, 6, 4, 5}, {4, 6, 1, 1});                              // the image is the columns
  check_sizes({.padding = 1, .groups = 4}, {11, 8, 12, 12}, {12, 2, 3, 3});  // one image a tile, groups
  check_sizes({.padding = 1, .groups = 8}, {3, 8, 20, 23}, {8, 1, 3, 3});    // one channel in each group
  check_sizes({.stride = {1, 2}, .padding = 1, .groups = 8}, {3, 8, 9, 8}, {8, 1, 3, 3});
}

TEST_CASE("convolutions refuse what does not fit, boxes as plain values", "[convolution]") {
  check::check_throws("conv2d", convolution{}, pair({2, 3, 4, 4}, {2, 4, 2, 2}));
  check::check_throws("conv2d", convolution{.groups = 2}, pair({2, 4, 4, 4}, {3, 2, 2, 2}));
  check::check_throws("conv2d", convolution{}, pair({4, 4}, {2, 1, 2, 2}));
  check::check_throws("conv2d", convolution{.stride = 0}, pair({1, 4, 4}, {2, 1, 2, 2}));
  check::check_throws("conv_transpose2d", convolution{.transposed = true}, pair({2, 4, 4}, {3, 1, 2, 2}));

  auto const x = fm::zeros<double>({8, 3, 32, 30});
  auto const of = [&](Shape const& w, fm::Conv2dOptions const& options = {}) {
    return refused([&] { return fm::conv2d(x, fm::zeros<double>(w), options); });
  };
  CHECK(of({16, 4, 5, 5}) ==
        "conv2d: channels differ: x (8, 3, 32, 30) has 3, w (16, 4, 5, 5) takes 4 in each of 1 groups; w must be "
        "(channels out, channels in / groups, height, width)");
  CHECK(of({16, 3, 5, 35}, {.padding = {0, 2}}) ==
        "conv2d: the kernel is larger than the image: x is (8, 3, 32, 30), padding (0, 2), the kernel covers (5, 35); "
        "pad more, or take a smaller kernel");
  CHECK(of({3, 5, 5}) ==
        "conv2d: w is (3, 5, 5); it must have the four axes (channels out, channels in / groups, height, width)");
  CHECK(of({4, 1, 5, 5}, {.groups = 3}) ==
        "conv2d: w is (4, 1, 5, 5), groups 3; the first axis of w must be a multiple of groups");
  CHECK(of({4, 3, 0, 5}) == "conv2d: w is (4, 3, 0, 5); its height and width must be at least 1");
  CHECK(of({4, 3, 5, 5}, {.dilation = {1, 0}}) ==
        "conv2d: dilation is (1, 0); it must be at least 1 (and not above 2^31)");
  CHECK(of({4, 3, 5, 5}, {.groups = 0}) == "conv2d: groups is 0; it must be at least 1");
  CHECK(
      refused([&] {
        return fm::conv2d(fm::zeros<double>({28, 28}), x);
      }) ==
      "conv2d: x is (28, 28); its last three axes must be (channels, height, width): give a single channel an axis of "
      "size 1 with fm::expand_dims(x, -3)");
  auto const transposed = [&](Shape const& w, fm::ConvTranspose2dOptions const& options) {
    return refused([&] { return fm::conv_transpose2d(x, fm::zeros<double>(w), options); });
  };
  CHECK(transposed({3, 1, 2, 2}, {.stride = 2, .output_padding = {0, 2}}) ==
        "conv_transpose2d: output_padding is (0, 2), stride (2, 2), dilation (1, 1); it must be below one of them: it "
        "chooses between sizes that conv2d takes to the same");
  CHECK(transposed({3, 1, 2, 2}, {.padding = 30}) ==
        "conv_transpose2d: nothing is left of the image: x is (8, 3, 32, 30), w (3, 1, 2, 2), padding (30, 30); take "
        "less "
        "padding");
}
