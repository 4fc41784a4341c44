// tests/ops/pooling_test.cpp: pooling in every mode and order, ties and NaN
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"
#include "support/check_op.hpp"

namespace {

using check::Array, check::Arrays, check::Index, check::real;
using fm::Shape, fm::Size2;
using T = fm::Tensor<double>;

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
// Push and pull: along where the fixed `inputs` are largest, and back.
enum pool_op { max_pool, avg_pool, push, pull, spread };
/// Apart from each other by 0.25 at least, so that the winner does not change over the distance of a difference.
T inputs(Shape const& x) {
  std::vector<double> v(static_cast<std::size_t>(x.size()));
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = 0.25 * static_cast<double>((i * 37 + 11) % 101) - 3;
  return fm::from_span<double>(x, v);
}
struct pooling {
  int op;
  Size2 window = 2, stride = 0, padding = 0;
  Shape image{};
  template <class X> X operator()(X const& x) const {
    fm::kernels::Window const w{window, stride, padding};
    if (op == push) return fm::tower::apply(fm::ops::MaxPush{w}, x, inputs(image));
    if (op == pull) return fm::tower::apply(fm::ops::MaxPull{w}, x, inputs(image));
    if (op == spread) return fm::tower::apply(fm::ops::SumUnpool2d{w, {image[-2], image[-1]}}, x);
    if (op == max_pool) return fm::max_pool2d(x, {window, stride, padding});
    return fm::avg_pool2d(x, {window, stride, padding});
  }
};
check::Reference reference(pooling const& f) {
  return [f](Arrays const& a) {
    Shape leading;
    Array const x = joined(a[0], leading);
    Size2 const stride = f.stride == Size2(0) ? f.window : f.stride;
    Shape const to{x.shape[0], x.shape[1], (x.shape[2] + 2 * f.padding.height - f.window.height) / stride.height + 1,
                   (x.shape[3] + 2 * f.padding.width - f.window.width) / stride.width + 1};
    return apart(Array(to,
                       [&](Index const& at) {
                         real sum = 0, best = -std::numeric_limits<real>::infinity();
                         for (int64_t p = 0; p < f.window.height; ++p)
                           for (int64_t q = 0; q < f.window.width; ++q) {
                             int64_t const i = at[2] * stride.height + p - f.padding.height;
                             int64_t const j = at[3] * stride.width + q - f.padding.width;
                             if (i < 0 || j < 0 || i >= x.shape[2] || j >= x.shape[3]) continue;
                             real const v = x[{at[0], at[1], i, j}];
                             sum += v;
                             best = std::max(best, v);
                           }
                         return f.op == max_pool ? best : sum / static_cast<real>(f.window.height * f.window.width);
                       }),
                 leading);
  };
}

/// One plane of the linear ops, from the places (p, q) of the window and the elements (i, j) that it has there.
check::Reference linear(pooling const& f) {
  return [f](Arrays const& a) {
    T const at = inputs(f.image);
    bool const back = f.op == pull || f.op == spread;
    int64_t const h = f.image[-2], w = f.image[-1];
    Shape const places{1, (h + 2 * f.padding.height - f.window.height) / f.stride.height + 1,
                       (w + 2 * f.padding.width - f.window.width) / f.stride.width + 1};
    Array z(back ? f.image : places);
    for (int64_t p = 0; p < places[1]; ++p)
      for (int64_t q = 0; q < places[2]; ++q) {
        Index best{0, -1, -1};
        for (int64_t i = std::max<int64_t>(0, p * f.stride.height - f.padding.height);
             i < std::min(h, p * f.stride.height - f.padding.height + f.window.height); ++i)
          for (int64_t j = std::max<int64_t>(0, q * f.stride.width - f.padding.width);
               j < std::min(w, q * f.stride.width - f.padding.width + f.window.width); ++j) {
            if (f.op == spread) z[{0, i, j}] += a[0][{0, p, q}];
            if (best[1] < 0 || at(0, i, j) > at(0, best[1], best[2])) best = {0, i, j};
          }
        if (f.op == push) z[{0, p, q}] = a[0][best];
        if (f.op == pull) z[best] += a[0][{0, p, q}];
      }
    return z;
  };
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

TEST_CASE("pooling", "[convolution]") {
  auto const one = [](pooling f, Shape const& x) {
    for (int op : {max_pool, avg_pool}) {
      f.op = op;
      check::check_op(op == max_pool ? "max_pool2d" : "avg_pool2d", {.room = 0.1}, f, reference(f),
                      std::array<T, 1>{inputs(x)});
    }
  };
  one({}, {2, 3, 4, 6});
  one({}, {3, 5, 5});
  one({.op = 0, .window = 3, .stride = 2, .padding = 1}, {2, 2, 5, 6});
  one({.op = 0, .window = {2, 3}, .stride = 1, .padding = {1, 2}}, {1, 2, 3, 4});
  one({.op = 0, .window = {3, 1}, .stride = {1, 3}}, {2, 1, 4, 5});
  one({.op = 0, .window = 3}, {1, 1, 3, 3});
  one({}, {0, 2, 2, 2});
}
TEST_CASE("the linear maps of pooling", "[convolution]") {
  Shape const image{1, 5, 6}, places{1, 3, 3};
  pooling f{push, 3, 2, 1, image};
  check::check_op("max_pool2d_push", f, linear(f), std::array<T, 1>{check::some_tensor<double>(image, 2)});
  f.op = pull;
  check::check_op("max_pool2d_pull", f, linear(f), std::array<T, 1>{check::some_tensor<double>(places, 2)});
  f.op = spread;  // the adjoint of "sum_pool2d", which is avg_pool2d without the division
  check::check_op("sum_unpool2d", f, linear(f), std::array<T, 1>{check::some_tensor<double>(places, 2)});
}

TEST_CASE("pooling where elements tie, and NaN", "[convolution]") {
  T const x = fm::tensor<double>({{1, 3, 0, 0}, {3, 2, 0, 0}}).reshaped({1, 2, 4});
  auto const f = [](auto const& y) { return fm::max_pool2d(y, {.window = 2}); };
  auto const [z, pull] = fm::vjp(f, x);
  CHECK(z(0, 0, 0) == 3);
  T const g = pull(fm::tensor<double>({1, 4}).reshaped({1, 1, 2}));
  CHECK(g.reshaped({8}).span()[1] == 0.5);
  CHECK(g(0, 1, 0) == 0.5);
  CHECK(g(0, 0, 0) == 0);
  for (int i = 0; i < 2; ++i) CHECK((g(0, i, 2) == 1 && g(0, i, 3) == 1));
  CHECK(fm::jvp(f, x, fm::tensor<double>({{0, 1, 1, 2}, {2, 0, 3, 6}}).reshaped({1, 2, 4})).second(0, 0, 1) == 3);
  double const nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  T const bad = fm::tensor<double>({{nan, 3, -inf, -inf}, {3, 2, -inf, -inf}}).reshaped({1, 2, 4});
  CHECK(std::isnan(f(bad)(0, 0, 0)));
  CHECK(f(bad)(0, 0, 1) == -inf);
  T const h = fm::vjp(f, bad).second(fm::ones<double>({1, 1, 2}));
  CHECK(h(0, 0, 0) == 0);
  CHECK(h(0, 1, 3) == 0.25);
}

TEST_CASE("pooling refuses what does not fit, boxes as plain values", "[convolution]") {
  check::check_throws("max_pool2d", pooling{max_pool, 5}, std::array<T, 1>{fm::zeros<double>({1, 4, 4})});

  auto const x = fm::zeros<double>({8, 3, 32, 30});
  CHECK(
      refused([&] { return fm::max_pool2d(x, {.window = 2, .padding = 2}); }) ==
      "max_pool2d: padding is (2, 2), the window (2, 2); padding must be smaller, or a window would see nothing of the "
      "image");
  CHECK(refused([&] { return fm::avg_pool2d(x, {.window = 33}); }) ==
        "avg_pool2d: the window is larger than the image: x is (8, 3, 32, 30), padding (0, 0), the window covers "
        "(33, 33); pad more, or take a smaller window");
}
