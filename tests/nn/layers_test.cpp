// tests/nn/layers_test.cpp: Linear, sequential, mlp
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <fmod/nn/nn.hpp>
#include <fmod/transforms/transforms.hpp>

#include <cmath>

using namespace fm::literals;

namespace {

using Catch::Matchers::Contains;
namespace nn = fm::nn;
auto const key = fm::random::key(5);

template <class P> std::vector<std::string> names(P const& p) { return fm::tree::paths(p); }

}  // namespace

TEST_CASE("linear is x weight^T + bias, on vectors, matrices and batches of them", "[linear]") {
  nn::Linear const layer{2, 3};
  auto const p =
      fm::dict("weight"_n = fm::tensor<double>({{1, 2}, {3, 4}, {5, 6}}), "bias"_n = fm::tensor<double>({10, 20, 30}));
  auto const v = layer(p, fm::tensor<double>({1, -1}));
  REQUIRE(v.shape() == fm::Shape{3});
  CHECK(v(0) == 9);
  CHECK(v(2) == 29);
  auto const m = layer(p, fm::tensor<double>({{1, -1}, {0, 2}}));
  REQUIRE(m.shape() == fm::Shape{2, 3});
  CHECK(m(1, 1) == 28);
  auto const b = layer(p, fm::ones<double>({4, 2, 2}));
  REQUIRE(b.shape() == fm::Shape{4, 2, 3});
  CHECK(b(3, 1, 2) == 41);
  nn::Linear<fm::no_bias> const plain{2, 3};
  CHECK(plain(fm::dict("weight"_n = p["weight"_n]), fm::tensor<double>({1, -1}))(2) == -1);
  static_assert(std::is_same_v<decltype(nn::Linear{2, 3}), nn::Linear<fm::with_bias>>);
  std::size_t const in = 2;
  CHECK(nn::Linear{in, 3u}.in == 2);
  CHECK_THROWS_WITH(layer(p, fm::ones<double>({4, 3})),
                    "linear: x is (4, 3), its last axis must be 2: this is Linear{2, 3}");
  CHECK_THROWS_AS(layer(p, fm::scalar(1.0)), fm::shape_error);
}

TEST_CASE("linear starts as in PyTorch: uniform within 1 / sqrt(in)", "[linear]") {
  auto const p = fm::init<float>(nn::Linear{25, 400}, key);
  auto const biggest = [](auto const& t) {
    float most = 0;
    for (float v : t.span()) most = std::max(most, std::abs(v));
    return most;
  };
  CHECK(biggest(p["weight"_n]) <= 0.2f);
  CHECK(biggest(p["weight"_n]) > 0.199f);
  CHECK(biggest(p["bias"_n]) <= 0.2f);
  CHECK(biggest(p["bias"_n]) > 0.19f);
  CHECK(names(p) == std::vector<std::string>{"weight", "bias"});
  CHECK(fm::init<float>(nn::Linear{0, 2}, key)["bias"_n](1) == 0);
}

TEST_CASE("derivatives of linear in every mode and order", "[linear]") {
  nn::Linear const layer{3, 2};
  auto const p = fm::init<double>(layer, key);
  auto const x = fm::random::normal<double>(fm::random::fold_in(key, 1), {4, 3});
  auto const f = [&](auto const& q, auto const& z) { return fm::sum(fm::tanh(layer(q, z))); };
  auto const g = fm::grad(f)(p, x);
  auto const dx = fm::random::normal<double>(fm::random::fold_in(key, 2), {4, 3});
  auto const by_x = fm::grad<1>(f)(p, x);
  CHECK(fm::jvp([&](auto const& z) { return f(p, z); }, x, dx).second.item() == Approx(fm::tree::dot(by_x, dx).item()));
  CHECK(fm::jvp(f, p, g, x).second.item() == Approx(fm::tree::dot(g, g).item()));
  auto const h = fm::hvp(f)(p, g, x);
  auto const again = fm::grad([&](auto const& q) { return fm::tree::dot(fm::grad(f)(q, x), g); })(p);
  CHECK(fm::tree::norm(fm::tree::sub(h, again)).item() < 1e-12);
}

TEST_CASE("sequential: names, numbers, functions", "[sequential]") {
  auto const named = nn::sequential("fc1"_n = nn::Linear{2, 4}, fm::tanh, "fc2"_n = nn::Linear{4, 1});
  CHECK(names(fm::init<float>(named, key)) ==
        std::vector<std::string>{"fc1.weight", "fc1.bias", "fc2.weight", "fc2.bias"});
  auto const numbered = nn::sequential(nn::Linear{2, 4}, fm::relu, nn::Linear{4, 1});
  CHECK(names(fm::init<float>(numbered, key)) == std::vector<std::string>{"0.weight", "0.bias", "2.weight", "2.bias"});
  auto const p = fm::init<double>(numbered, key);
  auto const x = fm::tensor<double>({{1, 2}, {-3, 4}});
  auto const y = fm::functional_call(numbered, p, x);
  auto const want = nn::Linear{4, 1}(p["2"_n], fm::relu(nn::Linear{2, 4}(p["0"_n], x)));
  CHECK(y(1, 0) == want(1, 0));
  // Inside one another, with a lambda, and in a user's module.
  auto const nested = nn::sequential(
      "body"_n = numbered, [](auto const& h) { return h * 2.0; }, "head"_n = nn::Linear<fm::no_bias>{1, 3});
  auto const q = fm::init<double>(nested, key);
  CHECK(names(q) ==
        std::vector<std::string>{"body.0.weight", "body.0.bias", "body.2.weight", "body.2.bias", "head.weight"});
  CHECK(fm::functional_call(nested, q, x).shape() == fm::Shape{2, 3});
  auto const only_functions = nn::sequential(fm::tanh, fm::exp);
  CHECK(fm::functional_call(only_functions, fm::init<double>(only_functions, key), x)(0, 0) ==
        Approx(std::exp(std::tanh(1.0))));
  CHECK(fm::count(only_functions) == 0);
}

TEST_CASE("errors in a sequential lead with the layer", "[sequential]") {
  auto const model = nn::sequential("body"_n = nn::sequential(nn::Linear{2, 4}, fm::tanh, nn::Linear{3, 1}), fm::tanh);
  auto const p = fm::init<double>(model, key);
  CHECK_THROWS_WITH(fm::functional_call(model, p, fm::ones<double>({5, 2})),
                    "body.2: linear: x is (5, 4), its last axis must be 3: this is Linear{3, 1}");
}

TEST_CASE("gradients through a sequential", "[sequential]") {
  auto const model = nn::sequential("fc1"_n = nn::Linear{2, 4}, fm::tanh, "fc2"_n = nn::Linear{4, 1});
  auto const p = fm::init<double>(model, key);
  auto const x = fm::tensor<double>({{1, 2}, {-3, 4}});
  auto const f = [&](auto const& q) { return fm::sum(fm::functional_call(model, q, x)); };
  auto const g = fm::grad(f)(p);
  CHECK(g["fc2.bias"_n](0) == 2);
  auto const h = fm::tanh(nn::Linear{2, 4}(p["fc1"_n], x));
  CHECK(g["fc2.weight"_n](0, 3) == Approx(h(0, 3) + h(1, 3)));
  CHECK(fm::jvp(f, p, g).second.item() == Approx(fm::tree::dot(g, g).item()));
}

TEST_CASE("mlp: any depth, one type", "[mlp]") {
  auto const model = nn::mlp({64, 40, 40, 10}, fm::tanh);
  CHECK(fm::count(model) == 64 * 40 + 40 + 40 * 40 + 40 + 40 * 10 + 10);
  auto const deeper = nn::mlp(std::vector<int>{64, 40, 40, 40, 10}, fm::tanh);
  static_assert(std::is_same_v<decltype(model), decltype(deeper)>);
  auto const p = fm::init<float>(model, key);
  CHECK(names(p) == std::vector<std::string>{"layers.0.weight", "layers.0.bias", "layers.1.weight", "layers.1.bias",
                                             "layers.2.weight", "layers.2.bias"});
  CHECK(fm::functional_call(model, p, fm::ones<float>({7, 64})).shape() == fm::Shape{7, 10});

  auto const small = nn::mlp({2, 3, 1}, fm::tanh);
  auto const q = fm::init<double>(small, key);
  auto const x = fm::tensor<double>({{1, 2}, {-3, 4}});
  auto const y = fm::functional_call(small, q, x);
  auto const want = nn::Linear{3, 1}(q["layers"_n][1], fm::tanh(nn::Linear{2, 3}(q["layers"_n][0], x)));
  CHECK(y(1, 0) == want(1, 0));
  auto const f = [&](auto const& r) { return fm::sum(fm::square(fm::functional_call(small, r, x))); };
  auto const g = fm::grad(f)(q);
  CHECK(fm::jvp(f, q, g).second.item() == Approx(fm::tree::dot(g, g).item()));
  auto const h = fm::hvp(f)(q, g);
  auto const again = fm::grad([&](auto const& r) { return fm::tree::dot(fm::grad(f)(r), g); })(q);
  CHECK(fm::tree::norm(fm::tree::sub(h, again)).item() < 1e-12);

  CHECK_THROWS_WITH(fm::functional_call(small, q, fm::ones<double>({2, 3})),
                    Contains("layers.0: linear: x is (2, 3), its last axis must be 2"));
  CHECK_THROWS_WITH(nn::mlp({3}, fm::tanh), Contains("mlp: 1 sizes were given"));
  auto const fewer = fm::dict("layers"_n = std::vector{q["layers"_n][0]});
  CHECK_THROWS_WITH(small(fewer, x), Contains("layers: the parameters have 1 layers, the model says 2"));
}
