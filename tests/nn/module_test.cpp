// tests/nn/module_test.cpp: what follows from a spec: init, count, summary, functional_call with its checks, bind and ties
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <fmod/nn/nn.hpp>
#include <fmod/transforms/transforms.hpp>

#include <cmath>

using namespace fm::literals;

namespace {

using Catch::Matchers::Contains;
using fm::Tensor;

/// A user's own module with modules inside, a parameter of its own, and a buffer.
struct Net {
  fm::nn::Linear<> fc1{2, 3};
  fm::nn::Linear<fm::no_bias> fc2{3, 1};
  auto spec() const {
    return fm::dict("fc1"_n = fc1, "fc2"_n = fc2, "scale"_n = fm::param({1}, fm::initializers::ones()),
                    "mean"_n = fm::buffer({2}));
  }
  auto operator()(auto const& p, auto const& x) const {
    auto const h = fm::tanh(fc1(p["fc1"_n], x - p["mean"_n]));
    return fm::nn::call("fc2"_n, fc2, p, h) * p["scale"_n];
  }
};
/// Nested once more, with a vector of modules.
struct Outer {
  Net net;
  std::vector<fm::nn::Linear<>> heads{{1, 2}, {2, 2}};
  auto spec() const { return fm::dict("net"_n = net, "heads"_n = heads); }
  auto operator()(auto const& p, auto const& x) const {
    auto h = fm::nn::call("net"_n, net, p, x);
    for (std::size_t i = 0; i < heads.size(); ++i) h = heads[i](p["heads"_n][i], h);
    return h;
  }
};
struct Counter {
  auto spec() const {
    return fm::dict("step"_n = fm::buffer<fm::int64_t>({}, fm::initializers::constant(3)),
                    "w"_n = fm::param({2}, fm::initializers::zeros()));
  }
  auto operator()(auto const& p, auto const& x) const {
    return std::pair(x + p["w"_n], fm::dict("step"_n = p["step"_n] + 1));
  }
};
struct More {
  fm::nn::Linear<> fc0{4, 4}, fc1{2, 3};
  auto spec() const { return fm::dict("fc0"_n = fc0, "fc1"_n = fc1); }
};
struct Bad {
  Net net{fm::nn::Linear{2, 4}, fm::nn::Linear<fm::no_bias>{3, 1}};
  auto spec() const { return fm::dict("net"_n = net); }
  auto operator()(auto const& q, auto const& x) const { return fm::nn::call("net"_n, net, q, x); }
};
struct Tied {
  fm::nn::Linear<fm::no_bias> encoder{2, 2}, decoder{2, 2};
  auto spec() const { return fm::dict("encoder"_n = encoder, "decoder"_n = decoder); }
  auto operator()(auto const& p, auto const& x) const {
    return decoder(p["decoder"_n], fm::tanh(encoder(p["encoder"_n], x)));
  }
};

auto const key = fm::random::key(0);
Tensor<double> const x4 = fm::tensor<double>({{1, 2}, {-1, 0.5}, {0, 3}, {2, 2}});

}  // namespace

TEST_CASE("init makes every leaf of a spec, nested and in vectors", "[module]") {
  auto const p = fm::init<float>(Outer{}, key);
  CHECK(p["net.fc1.weight"_n].shape() == fm::Shape{3, 2});
  CHECK(p["net.fc2.weight"_n].shape() == fm::Shape{1, 3});
  CHECK(p["net.scale"_n](0) == 1);
  CHECK(p["net.mean"_n](1) == 0);
  CHECK(p["heads.1.bias"_n].shape() == fm::Shape{2});
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(p["net.fc1.weight"_n])>, Tensor<float>>);
  auto const c = fm::init<float>(Counter{}, key);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(c["step"_n])>, Tensor<fm::int64_t>>);
  CHECK(c["step"_n].item() == 3);
}

TEST_CASE("a leaf's first value depends on the key and its path only", "[module]") {
  auto const alone = fm::init<double>(Net{}, key);
  auto const again = fm::init<double>(Net{}, key);
  CHECK(alone["fc1.weight"_n](0, 0) == again["fc1.weight"_n](0, 0));
  CHECK(alone["fc1.weight"_n](0, 0) != fm::init<double>(Net{}, fm::random::key(1))["fc1.weight"_n](0, 0));
  // Documented: fold_in of the FNV-1a hash of the path.
  std::uint64_t hash = 14695981039346656037u;
  for (char c : std::string_view("fc1.weight")) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  auto const drawn =
      fm::random::uniform<double>(fm::random::fold_in(key, hash), {3, 2}, -1 / std::sqrt(2.0), 1 / std::sqrt(2.0));
  for (int i = 0; i < 6; ++i) CHECK(alone["fc1.weight"_n].data()[i] == Approx(drawn.data()[i]));
  // Another layer beside it does not change it.
  CHECK(fm::init<double>(More{}, key)["fc1.weight"_n](2, 1) == alone["fc1.weight"_n](2, 1));
  CHECK_THROWS_WITH(fm::init<double>(Net{}, fm::zeros<std::uint32_t>({3})), Contains("init: the key is (3), not (2)"));
}

TEST_CASE("count and summary", "[module]") {
  CHECK(fm::count(Net{}) == 6 + 3 + 3 + 1);
  CHECK(fm::count(Outer{}) == 13 + 4 + 6);
  CHECK(fm::summary(Net{}) ==
        "name        shape   count\n"
        "fc1.weight  (3, 2)      6\n"
        "fc1.bias    (3)         3\n"
        "fc2.weight  (1, 3)      3\n"
        "scale       (1)         1\n"
        "mean        (2)         2  buffer\n"
        "total                  13\n");
}

TEST_CASE("functional_call is the model on checked parameters", "[module]") {
  Net const net;
  auto const p = fm::init<double>(net, key);
  auto const y = fm::functional_call(net, p, x4), z = net(p, x4);
  CHECK(y.shape() == fm::Shape{4, 1});
  CHECK(y(2, 0) == z(2, 0));
  double h[3], out = 0;
  for (int i = 0; i < 3; ++i) {
    h[i] = std::tanh(p["fc1.weight"_n](i, 0) * 0 + p["fc1.weight"_n](i, 1) * 3 + p["fc1.bias"_n](i));
    out += p["fc2.weight"_n](0, i) * h[i];
  }
  CHECK(y(2, 0) == Approx(out));
  // Names in another order are the same names.
  auto const turned = fm::dict("scale"_n = p["scale"_n], "mean"_n = p["mean"_n], "fc2"_n = p["fc2"_n],
                               "fc1"_n = fm::dict("bias"_n = p["fc1.bias"_n], "weight"_n = p["fc1.weight"_n]));
  CHECK(fm::functional_call(net, turned, x4)(2, 0) == Approx(out));
  // State comes back as a value.
  auto const c = fm::init<double>(Counter{}, key);
  auto const [value, state] = fm::functional_call(Counter{}, c, fm::tensor<double>({1, 2}));
  CHECK(state["step"_n].item() == 4);
  CHECK(c["step"_n].item() == 3);
}

TEST_CASE("a parameter of another shape is an error that leads with its path", "[module]") {
  Outer const outer;
  auto const p = fm::init<double>(outer, key);
  auto const call = [&](auto const& q) { return fm::functional_call(outer, q, x4); };
  CHECK_THROWS_WITH(
      call(p.with("net.fc1.weight"_n = fm::ones<double>({2, 3}))),
      "net.fc1.weight: is (2, 3), the model says (3, 2); it looks transposed, fm::transpose(w) exchanges the axes");
  CHECK_THROWS_WITH(call(p.with("net.scale"_n = fm::ones<double>({2}))),
                    "net.scale: is (2), the model says (1); fm::summary(model) lists all shapes");
  CHECK_THROWS_WITH(
      call(p.with("heads.1.bias"_n = fm::ones<double>({5, 2}))),
      "heads.1.bias: is (5, 2), the model says (2); a leading axis of models (an ensemble) is mapped with fm::vmap");
  auto const short_one = p.with("heads"_n = std::vector{p["heads"_n][0]});
  CHECK_THROWS_WITH(call(short_one),
                    Contains("not as many layers as the model") &&
                        Contains("lengths differ at \"heads\": first tree has 2 elements, another has 1"));
  CHECK_THROWS_AS(call(short_one), fm::shape_error);
  // (3, 2) into Linear{2, 1} would broadcast to three outputs if nobody looked.
  CHECK_THROWS_AS(
      fm::functional_call(fm::nn::Linear{2, 1},
                          fm::dict("weight"_n = fm::ones<double>({3, 2}), "bias"_n = fm::ones<double>({1})), x4),
      fm::shape_error);
}

TEST_CASE("an error inside a layer leads with the path of the layer", "[module]") {
  Outer const outer;
  auto const p = fm::init<double>(outer, key);
  Bad const bad;
  auto const q = fm::init<double>(bad, key);
  CHECK_THROWS_WITH(fm::functional_call(bad, q, x4),
                    "net.fc2: linear: x is (4, 4), its last axis must be 3: this is Linear{3, 1}");
  CHECK_THROWS_AS(fm::functional_call(bad, q, x4), fm::shape_error);
  CHECK_THROWS_WITH(fm::functional_call(outer, p, fm::ones<double>({2, 3})), Contains("net: "));
}

TEST_CASE("parameters may be boxes of any level, and of different ones", "[module]") {
  Net const net;
  auto const p = fm::init<double>(net, key);
  auto const loss = [&net](auto const& q, auto const& x) {
    return fm::mean(fm::square(fm::functional_call(net, q, x)));
  };
  auto const g = fm::grad(loss)(p, x4);
  auto const dp = fm::tree::scale(1e-6, g);
  double const change = (loss(fm::tree::add(p, dp), x4).item() - loss(fm::tree::sub(p, dp), x4).item()) / 2e-6;
  CHECK(change == Approx(fm::tree::dot(g, g).item()).epsilon(1e-6));
  CHECK(fm::jvp(loss, p, g, x4).second.item() == Approx(fm::tree::dot(g, g).item()));
  auto const h = fm::hvp(loss)(p, g, x4);
  auto const reverse = fm::grad([&](auto const& q) { return fm::tree::dot(fm::grad(loss)(q, x4), g); })(p);
  CHECK(fm::tree::norm(fm::tree::sub(h, reverse)).item() < 1e-12);
  CHECK(fm::tree::norm(h).item() > 1e-3);
  // Only one leaf is a box.
  auto const by_weight =
      fm::grad([&](auto const& w) { return loss(p.with("fc1.weight"_n = w), x4); })(p["fc1.weight"_n]);
  for (int i = 0; i < 6; ++i) CHECK(by_weight.data()[i] == Approx(g["fc1.weight"_n].data()[i]));
}

TEST_CASE("buffers are split off, and put back", "[module]") {
  Net const net;
  auto const p = fm::init<double>(net, key);
  auto const [params, buffers] = fm::split_buffers(net, p);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(params["mean"_n])>, fm::none_t>);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(buffers["mean"_n])>, Tensor<double>>);
  auto const g = fm::grad([&net](auto const& q, auto const& b) {
    return fm::sum(fm::functional_call(net, fm::tree::combine(q, b), x4));
  })(params, buffers);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(g["mean"_n])>, fm::none_t>);
  CHECK(g["fc1.bias"_n].shape() == fm::Shape{3});
  auto const [w, b] = fm::split_buffers(Outer{}, fm::init<float>(Outer{}, key));
  CHECK(fm::tree::count(w) == 4 + 4);
  CHECK(fm::tree::count(b) == 1);
}

TEST_CASE("bind, and overrides of some parameters", "[module]") {
  Net const net;
  auto const p = fm::init<double>(net, key);
  auto const bound = fm::bind(net, p);
  CHECK(bound(x4)(0, 0) == net(p, x4)(0, 0));
  CHECK(fm::functional_call(bound, fm::dict(), x4)(0, 0) == net(p, x4)(0, 0));
  auto const y = fm::functional_call(bound, fm::dict("scale"_n = fm::tensor<double>({2})), x4);
  CHECK(y(0, 0) == Approx(2 * net(p, x4)(0, 0)));
  // An override that is a box, beside plain tensors; then two of different levels.
  auto const loss = [&](auto const& w) {
    return fm::sum(fm::functional_call(bound, fm::dict("fc1.weight"_n = w), x4));
  };
  auto const g = fm::grad(loss)(p["fc1.weight"_n]);
  auto const whole = fm::grad([&](auto const& q) { return fm::sum(fm::functional_call(net, q, x4)); })(p);
  for (int i = 0; i < 6; ++i) CHECK(g.data()[i] == Approx(whole["fc1.weight"_n].data()[i]));
  auto const mixed = fm::grad([&](auto const& s) {
    return fm::sum(fm::grad([&](auto const& w, auto const& t) {
      return fm::sum(fm::functional_call(bound, fm::dict("fc1.weight"_n = w, "scale"_n = t), x4));
    })(p["fc1.weight"_n], s));
  })(p["scale"_n]);
  CHECK(mixed(0) == Approx(fm::sum(g).item()));  // linear in the scale, which is 1
  CHECK_THROWS_WITH(fm::functional_call(bound, fm::dict("fc1.bias"_n = fm::ones<double>({4})), x4),
                    Contains("fc1.bias: is (4), the model says (3)"));
  CHECK_THROWS_WITH(fm::bind(net, p.with("scale"_n = fm::ones<double>({3}))), Contains("scale: is (3)"));
}

TEST_CASE("tied names follow each other", "[module]") {
  Tied const model;
  auto const p = fm::init<double>(model, key);
  auto const bound = fm::bind(model, p, fm::tie("decoder.weight"_n, "encoder.weight"_n));
  CHECK(bound.params["decoder.weight"_n](0, 1) == p["encoder.weight"_n](0, 1));
  auto const both = [&](auto const& w) { return model(fm::dict("encoder.weight"_n = w, "decoder.weight"_n = w), x4); };
  auto const w = fm::tensor<double>({{0.5, -1}, {2, 0.25}});
  CHECK(fm::functional_call(bound, fm::dict("encoder.weight"_n = w), x4)(1, 1) == Approx(both(w)(1, 1)));
  CHECK(fm::functional_call(bound, fm::dict("decoder"_n = fm::dict("weight"_n = w)), x4)(1, 1) ==
        Approx(both(w)(1, 1)));
  auto const g = fm::grad(
      [&](auto const& v) { return fm::sum(fm::functional_call(bound, fm::dict("decoder.weight"_n = v), x4)); })(w);
  auto const want = fm::grad([&](auto const& v) { return fm::sum(both(v)); })(w);
  for (int i = 0; i < 4; ++i) CHECK(g.data()[i] == Approx(want.data()[i]));
}
