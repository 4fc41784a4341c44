// tests/vmap/convolution_test.cpp: convolutions and pooling under vmap: every choice of what is mapped
// SPDX-License-Identifier: MIT
#include "vmap/same.hpp"

namespace {

struct Convolution {
  bool transposed;
  fm::Size2 stride, padding;
  int64_t groups;
  template <class X, class W> auto operator()(X const& x, W const& w) const {
    if (transposed) return fm::conv_transpose2d(x, w, {stride, padding, 0, 1, groups});
    return fm::conv2d(x, w, {stride, padding, 1, groups});
  }
};
struct Pooling {
  int op;
  template <class X> X operator()(X const& x) const {
    if (op == 0) return fm::max_pool2d(x, {.window = 3, .stride = 2, .padding = 1});
    return fm::avg_pool2d(x, {.window = 2});
  }
};

}  // namespace

TEST_CASE("convolutions under vmap are the loop", "[vmap]") {
  for (int64_t images : {1, 2}) {
    std::string const name = std::to_string(images) + " images";
    lanes::every_choice(name, Convolution{false, 1, 0, 1}, {images, 2, 3, 4}, {3, 2, 2, 2});
    lanes::every_choice(name + ", groups", Convolution{false, 2, 1, 2}, {images, 4, 3, 3}, {6, 2, 2, 2});
    lanes::every_choice(name + ", transposed", Convolution{true, 2, 1, 1}, {images, 2, 3, 2}, {2, 3, 2, 3});
    lanes::every_choice(name + ", transposed, groups", Convolution{true, 1, 0, 2}, {images, 4, 2, 2}, {4, 3, 2, 2});
  }
  lanes::every_choice("an image", Convolution{false, 1, 1, 1}, {2, 3, 3}, {1, 2, 3, 3});
}
TEST_CASE("second derivatives of convolutions under vmap are the loop", "[vmap]") {
  auto const x = check::some_tensor<double>({3, 2, 4, 3, 3}, 1), w = check::some_tensor<double>({3, 2, 2, 2, 2}, 2);
  Convolution const f{false, 1, 1, 2};
  lanes::check_lanes<true>("both", f, fm::in_axes<0, 0>, x, w);
  lanes::check_lanes<true>("first", f, fm::in_axes<0, fm::none>, x, w[0]);
  lanes::check_lanes<true>("second", f, fm::in_axes<fm::none, 0>, x[0], w);
}
TEST_CASE("convolutions of no lanes", "[vmap]") {
  auto const x = fm::zeros<double>({0, 2, 4, 3, 3}), w = fm::zeros<double>({0, 6, 2, 2, 2});
  Convolution const f{false, 1, 0, 2};
  CHECK(fm::vmap(f)(x, w).shape() == fm::Shape{0, 2, 6, 2, 2});
  auto const g = fm::vmap(fm::grad<0, 1>(lanes::Scalar<Convolution>{f}))(x, w);
  CHECK(std::get<0>(g).shape() == x.shape());
  CHECK(std::get<1>(g).shape() == w.shape());
}
TEST_CASE("pooling under vmap is the loop", "[vmap]") {
  auto const x = check::some_tensor<double>({3, 2, 2, 4, 5}, 1);
  for (int op = 0; op < 2; ++op)
    lanes::check_lanes<true>("pooling " + std::to_string(op), Pooling{op}, fm::in_axes<0>, x);
}
