// tests/optim/meta_test.cpp: derivatives through optimizers: by gradients, states, rates, and through a loop of training steps
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <fmod/optim/optim.hpp>
#include <fmod/transforms/transforms.hpp>

#include <cmath>

using namespace fm::literals;

namespace {

using fm::Tensor;
namespace optim = fm::optim;

/// The direction of the first step of Adam at gradient g.
template <class X> auto first_step(X const& g, double eps_root) {
  auto const adam = optim::adam(-1.0, {.eps_root = eps_root});
  return adam.update(g, adam.init(g), g).first;
}

/// Every composition of modes agrees on first and second derivatives of f, with differences and with each other.
template <class F> void check_orders(F const& f, Tensor<double> const& x, double tolerance = 1e-6) {
  auto v = fm::tree::zeros_like(x), w = v;
  for (int64_t i = 0; i < x.size(); ++i) {
    v = fm::add(v, fm::mul(std::cos(1.0 + static_cast<double>(i)), fm::reshape(fm::index(fm::eye<double>(x.size()), i), x.shape())));
    w = fm::add(w, fm::mul(std::sin(2.0 * static_cast<double>(i)) + 0.3, fm::reshape(fm::index(fm::eye<double>(x.size()), i), x.shape())));
  }
  double const h = 1e-5;
  auto const at = [&](double t) { return fm::add(x, fm::mul(t, v)); };
  double const along = fm::tree::dot(fm::grad(f)(x), v).item();
  CHECK(fm::jvp(f, x, v).second.item() == Approx(along).margin(1e-13));
  CHECK((f(at(h)).item() - f(at(-h)).item()) / (2 * h) == Approx(along).epsilon(tolerance).margin(tolerance));
  double const second = fm::tree::dot(fm::hvp(f)(x, v), w).item();
  CHECK((fm::tree::dot(fm::grad(f)(at(h)), w).item() - fm::tree::dot(fm::grad(f)(at(-h)), w).item()) / (2 * h) == Approx(second).epsilon(tolerance).margin(tolerance));
  auto const reverse_twice = fm::grad([&](auto const& y) { return fm::tree::dot(fm::grad(f)(y), w); })(x);
  CHECK(fm::tree::dot(reverse_twice, v).item() == Approx(second).margin(1e-11));
  auto const tangent = [&](auto const& y) { return fm::jvp(f, y, w).second; };
  CHECK(fm::jvp(tangent, x, v).second.item() == Approx(second).margin(1e-11));
  CHECK(fm::tree::dot(fm::grad(tangent)(x), v).item() == Approx(second).margin(1e-11));
}

/// Three training steps on a quadratic-like loss, as a function of all that can be learned about them.
template <class Optimizer> struct Training {
  Optimizer optimizer;  // from a rate
  template <class P, class Rate> auto operator()(P const& start, Rate const& rate) const {
    auto const loss = [](auto const& p) { return fm::add(fm::sum(fm::square(fm::sub(fm::tanh(p["w"_n]), 0.3))), fm::mul(0.1, fm::sum(fm::exp(p["w"_n])))); };
    auto const o = optimizer(rate);
    auto p = fm::lift(start, rate);
    auto state = o.init(p);
    for (int i = 0; i < 3; ++i) {
      auto [updates, next] = o.update(fm::grad(loss)(p, fm::capturing(rate)), state, p);
      p = optim::apply_updates(p, updates);
      state = next;
    }
    return loss(p);
  }
};
template <class Make> void check_training(Make const& make) {
  Training<Make> const train{make};
  auto const start = fm::dict("w"_n = fm::tensor<double>({0.5, -1, 2}));
  auto const by_rate = [&](auto const& rate) { return train(start, rate); };
  double const h = 1e-5, rate = 0.1;
  double const want = (by_rate(rate + h).item() - by_rate(rate - h).item()) / (2 * h);
  CHECK(fm::grad(by_rate)(rate) == Approx(want).epsilon(1e-7));
  CHECK(fm::jvp(by_rate, rate, 1.0).second.item() == Approx(want).epsilon(1e-7));
  CHECK(fm::grad(by_rate)(fm::scalar(rate)).item() == Approx(want).epsilon(1e-7));
  double const want2 = (fm::grad(by_rate)(rate + h) - fm::grad(by_rate)(rate - h)) / (2 * h);
  CHECK(fm::grad(fm::grad(by_rate))(rate) == Approx(want2).epsilon(1e-6));
  CHECK(fm::jvp(fm::grad(by_rate), rate, 1.0).second == Approx(want2).epsilon(1e-6));
  check_orders([&](auto const& w) { return train(fm::dict("w"_n = w), rate); }, start["w"_n]);
}

}  // namespace

TEST_CASE("adam's first step is smooth at a gradient of zero if eps_root is above 0", "[adam]") {
  // u(g) = g / (sqrt(g^2 + eps_root) + eps), eps = 1e-8: published values.
  auto const u = [](auto const& g) { return first_step(g, 1e-8); };
  CHECK(fm::grad(u)(0.0) == Approx(9999.000099990001).epsilon(1e-14));
  CHECK(fm::jvp(u, 0.0, 1.0).second == Approx(9999.000099990001).epsilon(1e-14));
  CHECK(u(0.5) == Approx(.9999999600000018).epsilon(1e-15));
  CHECK(fm::grad(u)(0.5) == Approx(1.199999888000008e-7).epsilon(1e-13));
  CHECK(fm::jvp(u, 0.5, 1.0).second == Approx(1.199999888000008e-7).epsilon(1e-13));
  CHECK(fm::grad(fm::grad(u))(0.0) == Approx(0).margin(1e-6));
}

TEST_CASE("adam's first step without eps_root: all digits away from zero, finite at zero", "[adam]") {
  auto const u = [](auto const& g) { return first_step(g, 0); };
  CHECK(fm::grad(u)(0.5) == Approx(3.9999998400000048e-8).epsilon(1e-14));
  CHECK(fm::jvp(u, 0.5, 1.0).second == Approx(3.9999998400000048e-8).epsilon(1e-14));
  CHECK(fm::grad(u)(0.0) == Approx(1e8));  // 1 / eps
  CHECK(fm::jvp(u, 0.0, 1.0).second == Approx(1e8));
  // u' = eps / (|g| + eps)^2, u'' = -2 eps sign(g) / (|g| + eps)^3, taken as 0 at 0.
  CHECK(fm::grad(fm::grad(u))(0.5) == Approx(-2e-8 / std::pow(0.5 + 1e-8, 3)).epsilon(1e-12));
  CHECK(fm::jvp(fm::grad(u), -0.5, 1.0).second == Approx(2e-8 / std::pow(0.5 + 1e-8, 3)).epsilon(1e-12));
  CHECK(fm::grad(fm::grad(u))(0.0) == 0);
  CHECK(fm::jvp(fm::grad(u), 0.0, 1.0).second == 0);
  // The same on tensors, a zero beside others; and the state that comes out.
  auto const g = fm::tensor<double>({0.5, 0, -2});
  auto const all = fm::grad([&](auto const& x) { return fm::sum(u(x)); })(g);
  CHECK(all(0) == Approx(3.9999998400000048e-8).epsilon(1e-14));
  CHECK(all(1) == Approx(1e8));
  CHECK(all(2) == Approx(1e-8 / std::pow(2 + 1e-8, 2)).epsilon(1e-14));
  auto const f = fm::grad([&](auto const& x) { return fm::sum(u(x)); })(fm::tensor<float>({0.5f, 0}));
  CHECK(f(0) == Approx(4e-8f).epsilon(1e-6));
  CHECK(f(1) == Approx(1e8f));
}

TEST_CASE("adam by gradient and moments", "[adam]") {
  auto const adam = optim::adam(0.3, {.b1 = 0.8, .b2 = 0.9, .eps = 1e-2, .eps_root = 1e-3});
  auto const step = [&](auto const& g, auto const& m, auto const& v) {
    auto const state = fm::dict("count"_n = fm::full(fm::Shape{}, fm::int64_t{4}), "mu"_n = m, "nu"_n = v);
    auto const [u, next] = adam.update(g, state, g);
    return fm::add(fm::sum(fm::square(u)), fm::add(fm::sum(fm::sin(next["mu"_n])), fm::sum(fm::exp(next["nu"_n]))));
  };
  auto const g = fm::tensor<double>({0.5, -1.5, 0.1}), m = fm::tensor<double>({0.2, 0.4, -0.3}), v = fm::tensor<double>({0.5, 1, 0.2});
  check_orders([&](auto const& x) { return step(x, m, v); }, g);
  check_orders([&](auto const& x) { return step(g, x, v); }, m);
  check_orders([&](auto const& x) { return step(g, m, x); }, v);
  check_orders([&](auto const& x) { return step(x, fm::sin(x), fm::square(x)); }, g);
}

TEST_CASE("sgd, clipping and chains are differentiable", "[optim]") {
  auto const x = fm::tensor<double>({0.5, -1.5, 0.1});
  auto const through = [&](auto const& optimizer) {
    return [=](auto const& g) {
      auto const p = fm::cos(g);
      auto state = optimizer.init(g);
      auto const [u, s] = optimizer.update(fm::exp(g), state, p);
      auto const [u2, s2] = optimizer.update(fm::square(g), s, optim::apply_updates(p, u));
      return fm::sum(fm::mul(fm::sin(u2), fm::exp(u)));
    };
  };
  check_orders(through(optim::sgd(0.7)), x);
  check_orders(through(optim::sgd(0.7, {.momentum = 0.9, .nesterov = true, .weight_decay = 0.1})), x);
  check_orders(through(optim::adamw(0.1, {.eps_root = 1e-3})), x);
  check_orders(through(optim::chain(optim::clip_by_global_norm(1), optim::sgd(0.7))), x);
  check_orders(through(optim::chain(optim::clip_by_global_norm(100), optim::adam(0.7))), x);
  // Clipping a zero gradient has the derivative of doing nothing.
  auto const clip = optim::clip_by_global_norm(1);
  auto const d = fm::jvp([&](auto const& g) { return clip.update(g, clip.init(g), g).first; }, fm::zeros<double>({2}), fm::tensor<double>({1, 2})).second;
  CHECK(d(1) == 2);
}

TEST_CASE("a learning rate is learned through training steps", "[meta]") {
  check_training([](auto const& rate) { return optim::sgd(rate); });
  check_training([](auto const& rate) { return optim::sgd(rate, {.momentum = 0.9}); });
  check_training([](auto const& rate) { return optim::adam(rate, {.eps_root = 1e-8}); });
  check_training([](auto const& rate) { return optim::chain(optim::clip_by_global_norm(1.5), optim::adamw(rate)); });
}
