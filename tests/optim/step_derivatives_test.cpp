// tests/optim/step_derivatives_test.cpp: derivatives of two steps of every optimizer by gradients and parameters, in every mode
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <fmod/optim/optim.hpp>
#include <fmod/transforms/transforms.hpp>

namespace {

using fm::Tensor;
namespace optim = fm::optim;

enum class optimizer { sgd, momentum, adamw, clipped, not_clipped };

/// Two steps whose gradients, parameters and so states depend on x. One function with a switch: its transforms are compiled once.
struct Steps {
  optimizer which;
  template <class X> auto operator()(X const& x) const {
    switch (which) {
      case optimizer::sgd:
        return run(x, optim::sgd(0.7));
      case optimizer::momentum:
        return run(x, optim::sgd(0.7, {.momentum = 0.9, .nesterov = true, .weight_decay = 0.1}));
      case optimizer::adamw:
        return run(x, optim::adamw(0.1, {.b1 = 0.8, .b2 = 0.9, .eps = 1e-2, .eps_root = 1e-3}));
      case optimizer::clipped:
        return run(x, optim::chain(optim::clip_by_global_norm(1), optim::sgd(0.7)));
      case optimizer::not_clipped:
        return run(x, optim::chain(optim::clip_by_global_norm(100), optim::sgd(0.7)));
    }
    return fm::sum(x);
  }

 private:
  template <class X, class O> static auto run(X const& x, O const& o) {
    auto const p = fm::sin(x);
    auto const [u, state] = o.update(fm::exp(x), o.init(x), p);
    auto const u2 = o.update(fm::square(x), state, optim::apply_updates(p, u)).first;
    return fm::sum(fm::mul(fm::sin(u2), fm::exp(u)));
  }
};

}  // namespace

TEST_CASE("steps of every optimizer: jvp, grad, grad of grad, jvp of grad, jvp of jvp", "[optim]") {
  auto const x = fm::tensor<double>({0.5, -1.5, 0.1}), v = fm::tensor<double>({1, 0.5, -0.75}),
             w = fm::tensor<double>({-0.25, 1, 0.5});
  double const h = 1e-5;
  auto const at = [&](double t) { return fm::add(x, fm::mul(t, v)); };
  for (auto which :
       {optimizer::sgd, optimizer::momentum, optimizer::adamw, optimizer::clipped, optimizer::not_clipped}) {
    CAPTURE(static_cast<int>(which));
    Steps const f{which};
    double const along = fm::tree::dot(fm::grad(f)(x), v).item();
    CHECK((f(at(h)).item() - f(at(-h)).item()) / (2 * h) == Approx(along).epsilon(1e-7).margin(1e-7));
    CHECK(fm::jvp(f, x, v).second.item() == Approx(along).margin(1e-13));
    double const second = fm::tree::dot(fm::hvp(f)(x, v), w).item();
    CHECK((fm::tree::dot(fm::grad(f)(at(h)), w).item() - fm::tree::dot(fm::grad(f)(at(-h)), w).item()) / (2 * h) ==
          Approx(second).epsilon(1e-7).margin(1e-7));
    auto const reverse_twice = fm::grad([&](auto const& y) { return fm::tree::dot(fm::grad(f)(y), w); })(x);
    CHECK(fm::tree::dot(reverse_twice, v).item() == Approx(second).margin(1e-11));
    CHECK(fm::jvp([&](auto const& y) { return fm::jvp(f, y, w).second; }, x, v).second.item() ==
          Approx(second).margin(1e-11));
  }
}

TEST_CASE("clipping a zero gradient has the derivative of doing nothing", "[clip]") {
  auto const clip = optim::clip_by_global_norm(1);
  auto const f = [&](auto const& g) { return clip.update(g, clip.init(g), g).first; };
  CHECK(fm::jvp(f, fm::zeros<double>({2}), fm::tensor<double>({1, 2})).second(1) == 2);
  CHECK(fm::grad([&](auto const& g) { return fm::sum(f(g)); })(fm::zeros<double>({2}))(1) == 1);
}
