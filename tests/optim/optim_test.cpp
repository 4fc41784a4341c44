// tests/optim/optim_test.cpp: values of the optimizers' steps, against written-out updates; clipping, chains, schedules
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <fmod/optim/optim.hpp>

#include <cmath>

using namespace fm::literals;

namespace {

using Catch::Matchers::Contains;
using fm::Tensor;
namespace optim = fm::optim;

auto params() {
  return fm::dict("w"_n = fm::tensor<double>({{1, -2}, {0.5, 3}}),
                  "layers"_n = std::vector{fm::dict("b"_n = fm::tensor<double>({0.1}))}, "s"_n = 2.0);
}
auto gradient(double k) {
  return fm::dict("w"_n = fm::tensor<double>({{0.3 * k, -1}, {k, 2}}),
                  "layers"_n = std::vector{fm::dict("b"_n = fm::tensor<double>({-0.4 * k}))}, "s"_n = 0.7 * k);
}
/// n steps with gradients gradient(1), gradient(2), ...; the value of w(1, 0), whose gradient is k, and of s (0.7 k).
template <class O> std::pair<double, double> run(O const& optimizer, int n) {
  auto p = params();
  auto state = optimizer.init(p);
  for (int k = 1; k <= n; ++k) {
    auto [updates, next] = optimizer.update(gradient(k), state, p);
    p = optim::apply_updates(p, updates);
    state = next;
  }
  return {p["w"_n](1, 0), p["s"_n]};
}

}  // namespace

TEST_CASE("sgd", "[sgd]") {
  CHECK(run(optim::sgd(0.1), 3).first == Approx(0.5 - 0.1 * (1 + 2 + 3)));
  // As torch.optim.SGD: buf = mu buf + g; nesterov g + mu buf; weight decay added to g.
  for (bool nesterov : {false, true}) {
    double w = 0.5, s = 2, m = 0, ms = 0;
    for (int k = 1; k <= 4; ++k) {
      double const g = k + 0.01 * w, gs = 0.7 * k + 0.01 * s;
      m = 0.9 * m + g;
      ms = 0.9 * ms + gs;
      w -= 0.05 * (nesterov ? g + 0.9 * m : m);
      s -= 0.05 * (nesterov ? gs + 0.9 * ms : ms);
    }
    auto const got = run(optim::sgd(0.05, {.momentum = 0.9, .nesterov = nesterov, .weight_decay = 0.01}), 4);
    CHECK(got.first == Approx(w).epsilon(1e-14));
    CHECK(got.second == Approx(s).epsilon(1e-14));
  }
  CHECK(run(optim::sgd(0.1, {}), 3).first == Approx(run(optim::sgd(0.1), 3).first));
  CHECK_THROWS_WITH(optim::sgd(0.1, {.momentum = 1.0}), "sgd: momentum is 1; it must be in [0, 1)");
}

TEST_CASE("adam and adamw", "[adam]") {
  double w = 0.5, m = 0, v = 0, decayed = 0.5;
  for (int k = 1; k <= 5; ++k) {
    double const g = k;
    m = 0.8 * m + 0.2 * g;
    v = 0.95 * v + 0.05 * g * g;
    double const u = m / (1 - std::pow(0.8, k)) / (std::sqrt(v / (1 - std::pow(0.95, k))) + 1e-3);
    w -= 0.1 * u;
    decayed -= 0.1 * (u + 0.02 * decayed);
  }
  CHECK(run(optim::adam(0.1, {.b1 = 0.8, .b2 = 0.95, .eps = 1e-3}), 5).first == Approx(w).margin(1e-14));
  CHECK(run(optim::adamw(0.1, {.b1 = 0.8, .b2 = 0.95, .eps = 1e-3, .weight_decay = 0.02}), 5).first ==
        Approx(decayed).margin(1e-14));
  // The first step is rate * sign(g), whatever the size of g.
  CHECK(run(optim::adam(1e-3), 1).first == Approx(0.5 - 1e-3).epsilon(1e-9));
  // The moments in the state are those of the paper, and the count is an int64 tensor.
  auto const adam = optim::adam(0.1);
  auto const state = adam.update(gradient(2), adam.init(params()), params()).second;
  CHECK(state["mu.w"_n](1, 0) == Approx(0.2));
  CHECK(state["nu.w"_n](1, 0) == Approx(0.004));
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(state["count"_n])>, Tensor<fm::int64_t>>);
  CHECK(state["count"_n].item() == 1);
  static_assert(std::is_same_v<std::remove_const_t<decltype(state)>, decltype(adam.init(params()))>);
  CHECK_THROWS_WITH(optim::adam(0.1, {.b2 = -1}), "adam: b2 is -1; it must be in [0, 1)");
  CHECK_THROWS_AS(optim::adamw(0.1, {.weight_decay = -1}), fm::value_error);
}

TEST_CASE("float parameters stay float, with a rate of any kind", "[optim]") {
  auto const p = fm::dict("w"_n = fm::tensor<float>({1, 2}));
  auto const check = [&p](auto const& o) {
    auto const [u, s] = o.update(p, o.init(p), p);
    static_assert(std::is_same_v<std::remove_cvref_t<decltype(u["w"_n])>, Tensor<float>>);
    static_assert(std::is_same_v<std::remove_cvref_t<decltype(s)>, std::remove_cvref_t<decltype(o.init(p))>>);
    CHECK(optim::apply_updates(p, u)["w"_n](1) < 2);
  };
  check(optim::sgd(0.1));
  check(optim::sgd(fm::scalar(0.1)));
  check(optim::sgd(fm::scalar(0.1f), {.momentum = 0.5}));
  check(optim::adam(0.1f));
  check(optim::adamw(optim::cosine_decay(0.1, 10)));
  check(optim::chain(optim::clip_by_global_norm(0.5),
                     optim::adam([](std::int64_t step) { return 0.1 / static_cast<double>(step + 1); })));
}

TEST_CASE("a tree with fm::none in it", "[optim]") {
  auto const p = fm::dict("w"_n = fm::tensor<double>({1}), "frozen"_n = fm::none);
  auto const adam = optim::adam(0.5);
  auto const u = adam.update(p, adam.init(p), p).first;
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(u["frozen"_n])>, fm::none_t>);
  CHECK(optim::apply_updates(p, u)["w"_n](0) == Approx(0.5));
}

TEST_CASE("clipping by the norm of all gradients", "[clip]") {
  auto const clip = optim::clip_by_global_norm(1);
  auto const g = gradient(1);
  double const norm = fm::tree::norm(g).item();
  auto const small = clip.update(g, clip.init(g), g).first;
  CHECK(fm::tree::norm(small).item() == Approx(1).epsilon(1e-14));
  CHECK(small["s"_n].item() == Approx(0.7 / norm));
  auto const tiny = fm::tree::scale(1e-3, g);
  CHECK(clip.update(tiny, clip.init(g), g).first["w"_n](1, 1) == 2e-3);
  CHECK(fm::tree::norm(clip.update(fm::tree::zeros_like(g), clip.init(g), g).first).item() == 0);
  CHECK_THROWS_AS(optim::clip_by_global_norm(-1), fm::value_error);
}

TEST_CASE("a chain keeps the states of its parts", "[chain]") {
  auto const p = fm::dict("w"_n = fm::tensor<double>({3, 4}));
  auto const chain = optim::chain(optim::clip_by_global_norm(1), optim::sgd(0.5, {.momentum = 0.9}));
  auto const state = chain.init(p);
  auto const [u, next] = chain.update(p, state, p);
  CHECK(u["w"_n](0) == Approx(-0.3));
  CHECK(u["w"_n](1) == Approx(-0.4));
  CHECK(std::get<1>(next)["momentum.w"_n](1) == Approx(0.8));
  CHECK(std::get<1>(next)["count"_n].item() == 1);
}

TEST_CASE("schedules", "[schedules]") {
  CHECK(optim::constant(0.3)(7) == 0.3);
  CHECK(optim::exponential_decay(0.5, 10, 0.1)(20) == Approx(0.005));
  CHECK(optim::exponential_decay(0.5, 10, 0.1)(5) == Approx(0.5 * std::sqrt(0.1)));
  CHECK(optim::exponential_decay(0.5, 10, 0.1, true)(19) == Approx(0.05));
  auto const cosine = optim::cosine_decay(1, 100, 0.2);
  CHECK(cosine(0) == 1);
  CHECK(cosine(50) == Approx(0.6));
  CHECK(cosine(100) == Approx(0.2));
  CHECK(cosine(1000) == Approx(0.2));
  auto const warm = optim::warmup_cosine(0, 1, 10, 110, 0.1);
  CHECK(warm(0) == 0);
  CHECK(warm(5) == Approx(0.5));
  CHECK(warm(10) == Approx(1));
  CHECK(warm(60) == Approx(0.55));
  CHECK(warm(200) == Approx(0.1));
  CHECK(optim::warmup_cosine(0.5, 1, 0, 10)(0) == 1);
  auto const steps = optim::piecewise(0.1, {{1000, 0.01}, {2000, 0.001}});
  CHECK(steps(999) == 0.1);
  CHECK(steps(1000) == 0.01);
  CHECK(steps(5000) == 0.001);
  // The same on tensors.
  CHECK(steps(fm::tensor<double>({0, 1500}))(1) == 0.01);
  CHECK(warm(fm::tensor<double>({5, 60}))(0) == Approx(0.5));
  CHECK_THROWS_WITH(optim::cosine_decay(1, 0), Contains("cosine_decay: steps is 0; it must be above 0"));
  CHECK_THROWS_AS(optim::warmup_cosine(0, 1, 10, 10), fm::value_error);
  CHECK_THROWS_WITH(optim::piecewise(0.1, {{5, 1}, {5, 2}}), Contains("piecewise: step 5 comes after step 5"));
  // The first step sees 0.
  auto const sgd = optim::sgd(optim::piecewise(1, {{1, 0.5}}));
  auto const p = fm::tensor<double>({1});
  auto const [u, state] = sgd.update(p, sgd.init(p), p);
  CHECK(u(0) == -1);
  CHECK(sgd.update(p, state, p).first(0) == -0.5);
}
