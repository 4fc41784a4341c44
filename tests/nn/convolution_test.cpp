// tests/nn/convolution_test.cpp: Conv2d, layer_norm, LayerNorm; values of PyTorch (tests/reference/convolution_reference.py)
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <fmod/nn/nn.hpp>
#include <fmod/transforms/transforms.hpp>

using namespace fm::literals;

namespace {

using Catch::Matchers::Contains;
using T = fm::Tensor<double>;
namespace nn = fm::nn;

T pattern(fm::Shape const& shape, double shift = 0) {
  std::vector<double> v(static_cast<std::size_t>(shape.size()));
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<double>((i * 37 + 11) % 101) / 50 - 1 + shift;
  return fm::from_span<double>(shape, v);
}
/// Sum and second element of the value and of the cotangents.
void expect(std::vector<double> const& want, auto const& f, auto const&... x) {
  auto const [y, pull] = fm::vjp(f, fm::args(x...));
  std::vector<T> found{y};
  std::apply([&](auto const&... g) { (found.push_back(g), ...); }, pull(pattern(y.shape())));
  REQUIRE(found.size() * 2 == want.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CHECK(fm::sum(found[i]).item() == Approx(want[2 * i]).epsilon(1e-12).margin(1e-12));
    CHECK(found[i].data()[1] == Approx(want[2 * i + 1]).epsilon(1e-12).margin(1e-12));
  }
}

/// The sum over the row (t, 0), weighed with (1, 2).
struct Row {
  template <class X> auto operator()(X const& t) const {
    return fm::sum(nn::layer_norm(fm::pad(t, 0, 0, 1), -1, fm::tensor<double>({1, 2}), fm::zeros<double>({2}), 0.25));
  }
};

}  // namespace

TEST_CASE("convolutions, pooling and layer_norm are those of PyTorch", "[convolution]") {
  T const x = pattern({2, 4, 6, 5});
  expect(
      {1.0211999999999994, -0.019999999999999934, 1.6672000000000002, -1.6383999999999999, -18.959200000000003,
       -0.33839999999999965},
      [](auto const& a, auto const& w) {
        return fm::conv2d(a, w, {.stride = {2, 1}, .padding = {1, 2}, .dilation = {1, 2}, .groups = 2});
      },
      x, pattern({6, 2, 3, 2}));
  expect(
      {-2.6291999999999947, -0.020800000000000016, 8.9275999999999982, 0.43600000000000011, -7.332799999999998,
       -0.84840000000000015},
      [](auto const& a, auto const& w) {
        return fm::conv_transpose2d(a, w, {.stride = 2, .padding = 1, .output_padding = 1, .groups = 2});
      },
      x, pattern({4, 3, 3, 2}));
  fm::Pool2dOptions const pool{.window = 3, .stride = 2, .padding = 1};
  expect(
      {58.280000000000001, 0.69999999999999996, -0.89999999999999991, 0},
      [&](auto const& a) { return fm::max_pool2d(a, pool); }, x);
  expect(
      {0.81555555555555559, -0.09555555555555556, 0.17333333333333345, -0.091111111111111115},
      [&](auto const& a) { return fm::avg_pool2d(a, pool); }, x);
  expect(
      {-137.00365742246308, -1.0383068882608211, 0, -0.58168223556381338, 139.69944803844049, 0.1899641394883595,
       -0.28000000000000291, -0.88000000000000012},
      [](auto const& a, auto const& w, auto const& b) {
        return nn::layer_norm(a, {-2, -1}, w, b);
      },
      x, pattern({6, 5}), pattern({6, 5}, -1));
  nn::Conv2d const layer{4, 3, 3, {.padding = 1}};
  expect(
      {2.2231999999999914, 0.16839999999999977, -1.3936000000000153, -1.8756000000000004, -41.214400000000019,
       2.2112000000000003, 0.35999999999999921, 0.11999999999999977},
      [&](auto const& a, auto const& w, auto const& b) { return layer(fm::dict("weight"_n = w, "bias"_n = b), a); }, x,
      pattern({3, 4, 3, 3}), pattern({3}));
}

TEST_CASE("the layers Conv2d and LayerNorm", "[convolution]") {
  nn::Conv2d const conv{4, 6, {3, 2}, {.stride = 2, .groups = 2}};
  auto const p = fm::init<float>(conv, fm::random::key(3));
  CHECK(p["weight"_n].shape() == fm::Shape{6, 2, 3, 2});
  CHECK(p["bias"_n].shape() == fm::Shape{6});
  CHECK(fm::max(fm::abs(p["weight"_n])).item() <= 1 / std::sqrt(12.0f));
  CHECK(fm::functional_call(conv, p, fm::ones<float>({5, 4, 7, 4})).shape() == fm::Shape{5, 6, 3, 2});
  CHECK(fm::count(nn::Conv2d<fm::no_bias>{3, 8, 5}) == 600);
  CHECK_THROWS_WITH((nn::Conv2d{3, 4, 1, {.groups = 2}}), "conv2d: groups is 2, in 3, out 4; groups must divide both");

  nn::LayerNorm const norm{fm::Shape{2, 3}};
  auto const q = fm::init<double>(norm, fm::random::key(3));
  auto const y = fm::functional_call(norm, q, pattern({4, 2, 3}));
  CHECK(fm::mean(y[1]).item() == Approx(0).margin(1e-14));
  CHECK(fm::var(y[2]).item() == Approx(1).epsilon(1e-4));
  CHECK(fm::count(nn::LayerNorm{7}) == 14);
  CHECK_THROWS_WITH(norm(q, pattern({3, 2})),
                    "layer_norm: x is (3, 2); its last axes must be (2, 3): this is LayerNorm{(2, 3)}");
  CHECK_THROWS_WITH(nn::layer_norm(pattern({3, 2}), -1, pattern({3}), pattern({2})),
                    Contains("layer_norm: weight is (3), x is (3, 2); along the axes that are normalised x is (2)"));
}

TEST_CASE("layer_norm is right to third order", "[convolution]") {
  T const t = fm::tensor<double>({0.7}), one = fm::tensor<double>({1});
  CHECK(Row{}(t).item() == Approx(-0.57346234436332833).epsilon(1e-14));
  auto const g = [](auto const& x) { return fm::sum(fm::grad(Row{})(x)); };
  CHECK(g(t).item() == Approx(-0.54982008088526206).epsilon(1e-14));
  auto const h = [&](auto const& x) { return fm::sum(fm::grad(g)(x)); };
  CHECK(h(t).item() == Approx(0.77491420795909418).epsilon(1e-14));
  CHECK(fm::grad(h)(t)(0) == Approx(-0.71324797664499560).epsilon(1e-13));
  CHECK(fm::jvp(h, t, one).second.item() == Approx(-0.71324797664499560).epsilon(1e-13));
}

TEST_CASE("layer_norm under vmap is the loop", "[convolution]") {
  auto const f = [](auto const& x, auto const& w) { return nn::layer_norm(x, 0, w, w); };
  auto const x = pattern({3, 4, 2}), w = pattern({3, 4});
  auto const g = [&](auto const& a, auto const& b) { return fm::sum(fm::square(f(a, b))); };
  CHECK(fm::max(fm::abs(fm::vmap(f)(x, w) - fm::vmap_loop(f)(x, w))).item() < 1e-14);
  CHECK(fm::max(fm::abs(fm::vmap(fm::grad(g))(x, w) - fm::vmap_loop(fm::grad(g))(x, w))).item() < 1e-12);
}
