// tests/optim/meta_test.cpp: a learning rate and initial parameters learned through a loop of training steps
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <fmod/optim/optim.hpp>
#include <fmod/transforms/transforms.hpp>

using namespace fm::literals;

namespace {

namespace optim = fm::optim;

/// Three steps with an optimizer made from a rate; the loss after them.
template <class Make, class P, class Rate> auto train(Make const& make, P const& start, Rate const& rate) {
  auto const loss = [](auto const& p) {
    return fm::add(fm::sum(fm::square(fm::sub(p["w"_n], 0.3))), fm::mul(0.1, fm::sum(fm::exp(p["w"_n]))));
  };
  auto const o = make(rate);
  auto p = fm::lift(start, rate);
  auto state = o.init(p);
  for (int i = 0; i < 3; ++i) {
    auto [updates, next] = o.update(fm::grad(loss)(p, fm::capturing(rate)), state, p);
    p = optim::apply_updates(p, updates);
    state = next;
  }
  return loss(p);
}
auto const start = fm::dict("w"_n = fm::tensor<double>({0.5, -1, 2}));

template <class Make> void check_rate(Make const& make) {
  auto const f = [&make](auto const& rate) { return train(make, start, rate); };
  double const h = 1e-5, rate = 0.1;
  double const want = (f(rate + h).item() - f(rate - h).item()) / (2 * h);
  CHECK(fm::grad(f)(rate) == Approx(want).epsilon(1e-7));
  CHECK(fm::jvp(f, rate, 1.0).second.item() == Approx(want).epsilon(1e-7));
  double const want2 = (fm::grad(f)(rate + h) - fm::grad(f)(rate - h)) / (2 * h);
  CHECK(fm::jvp(fm::grad(f), rate, 1.0).second == Approx(want2).epsilon(1e-6));
}

}  // namespace

TEST_CASE("a learning rate of adam is learned through training steps", "[meta]") {
  check_rate([](auto const& rate) { return optim::adam(rate, {.eps_root = 1e-8}); });
}

TEST_CASE("a learning rate of sgd is learned, as a number and as a tensor", "[meta]") {
  auto const make = [](auto const& rate) { return optim::sgd(rate, {.momentum = 0.9}); };
  check_rate(make);
  auto const f = [&make](auto const& rate) { return train(make, start, rate); };
  CHECK(fm::grad(f)(fm::scalar(0.1)).item() == Approx(fm::grad(f)(0.1)));
}

TEST_CASE("initial parameters are learned through training steps", "[meta]") {
  auto const make = [](double rate) { return optim::chain(optim::clip_by_global_norm(1.5), optim::adamw(rate)); };
  auto const f = [&make](auto const& p) { return train(make, p, 0.1); };
  auto const v = fm::dict("w"_n = fm::tensor<double>({1, 0.5, -2}));
  double const h = 1e-5;
  auto const at = [&](double t) { return f(fm::tree::add(start, fm::tree::scale(t, v))).item(); };
  double const want = (at(h) - at(-h)) / (2 * h);
  CHECK(fm::tree::dot(fm::grad(f)(start), v).item() == Approx(want).epsilon(1e-6));
  CHECK(fm::jvp(f, start, v).second.item() == Approx(want).epsilon(1e-6));
}
