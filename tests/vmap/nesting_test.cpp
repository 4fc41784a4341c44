// tests/vmap/nesting_test.cpp: vmap inside and around derivatives and itself, in every order
// SPDX-License-Identifier: MIT
#include <thread>

#include "vmap/same.hpp"

namespace {

using T = fm::Tensor<double>;

/// A function of an example and of weights that takes many kinds of op: a product, a nonlinearity, a reduction, a selection.
struct Model {
  template <class X, class W> auto operator()(X const& x, W const& w) const {
    auto const h = fm::tanh(fm::matmul(x, w));
    return fm::sum(fm::where(h > 0.1, h, h * h)) + fm::logsumexp(h) * fm::maximum(fm::sum(x), 0.3);
  }
};
/// Nests of transforms, each written once for vmap and for the loop.
template <class Map> struct Nest {
  static auto per_example() { return Map::over(fm::grad<1>(Model{}), fm::in_axes<0, fm::none>); }
  // jvp of vmap of vjp: the change of every per-example gradient along a direction of the weights.
  T jvp_of_map_of_vjp(T const& xs, T const& w, T const& dw) const {
    auto const f = [](auto const& v, auto const& x) {
      auto const g = [](auto const& a, auto const& b) {
        auto const [y, pull] = fm::vjp([](auto const& c, auto const& d) { return Model{}(d, c); }, b, a);
        return pull(fm::ones_like(y));
      };
      return Map::over(g, fm::in_axes<0, fm::none>)(x, v);
    };
    return fm::jvp(f, w, dw, xs).second;
  }
  T grad_of_map_of_grad(T const& xs, T const& w) const {
    auto const norms = [](auto const& v, auto const& x) {
      auto const g = Map::over(fm::grad<1>(Model{}), fm::in_axes<0, fm::none>)(x, v);
      return fm::sum(fm::square(g));
    };
    return fm::grad(norms)(w, xs);
  }
  T map_of_hvp(T const& xs, T const& w, T const& v) const {
    auto const f = [](auto const& x, auto const& p, auto const& d) {
      return fm::hvp([](auto const& q, auto const& z) { return Model{}(z, q); })(p, d, x);
    };
    return Map::over(f, fm::in_axes<0, fm::none, fm::none>)(xs, w, v);
  }
  T map_of_map_of_grad(T const& xs, T const& ws) const {
    auto const inner = Map::over(fm::grad<1>(Model{}), fm::in_axes<0, fm::none>);
    return Map::over(inner, fm::in_axes<fm::none, 0>)(xs, ws);
  }
  T map_of_grad_of_map(T const& xs, T const& ws) const {
    auto const f = [](auto const& w, auto const& x) {
      return fm::mean(fm::square(Map::over(Model{}, fm::in_axes<0, fm::none>)(x, w)));
    };
    return Map::over(fm::grad(f), fm::in_axes<0, fm::none>)(ws, xs);
  }
  T grad_of_map_of_map(T const& xs, T const& ws) const {
    auto const f = [](auto const& x, auto const& w) {
      return fm::sum(
          fm::square(Map::over(Map::over(Model{}, fm::in_axes<fm::none, 0>), fm::in_axes<0, fm::none>)(x, w)));
    };
    return fm::grad(f)(xs, ws);
  }
  T map_of_linearize(T const& xs, T const& w) const {
    auto const f = [](auto const& x, auto const& p) {
      auto const [y, push] = fm::linearize(Model{}, x, p);
      return push(x) * y;
    };
    return Map::over(f, fm::in_axes<0, fm::none>)(xs, w);
  }
  T map_of_pullback(T const& x, T const& cts) const {
    auto const [y, pull] = fm::vjp([](auto const& a) { return fm::tanh(fm::outer(a, a)); }, x);
    static_cast<void>(y);
    return Map::over(pull, fm::in_axes<0>)(cts);
  }
  T jvp_of_map_of_pullback(T const& x, T const& cts) const {
    auto const [y, pull] = fm::vjp([](auto const& a) { return fm::tanh(fm::outer(a, a)); }, x);
    static_cast<void>(y);
    return fm::jvp(Map::over(pull, fm::in_axes<0>), cts, fm::sin(cts)).second;
  }
  T grad_of_map_of_pullback(T const& x, T const& cts) const {
    auto const [y, pull] = fm::vjp([](auto const& a) { return fm::tanh(fm::outer(a, a)); }, x);
    static_cast<void>(y);
    return fm::grad([p = pull](auto const& c) { return fm::sum(fm::square(Map::over(p, fm::in_axes<0>)(c))); })(cts);
  }
  T third_order(T const& xs, T const& w) const {
    auto const cube = [](auto const& p, auto const& x) {
      return fm::sum(fm::exp(fm::matmul(x, p)) * fm::sum(p * p * p));
    };
    auto const directional = [cube](auto const& p, auto const& x) {
      return fm::jvp(fm::grad(cube), p, fm::sin(p), x).second;
    };
    auto const f = [directional](auto const& x, auto const& p) {
      return fm::jvp(directional, p, fm::cos(p), x).second;
    };
    return Map::over(f, fm::in_axes<0, fm::none>)(xs, w);
  }
};

}  // namespace

TEST_CASE("vmap nests with derivatives in every order", "[vmap]") {
  auto const xs = check::some_tensor<double>({4, 3}, 1), w = check::some_tensor<double>({3, 2}, 2),
             dw = check::some_tensor<double>({3, 2}, 3);
  auto const ws = check::some_tensor<double>({2, 3, 2}, 4), cts = check::some_tensor<double>({5, 3, 3}, 5);
  Nest<lanes::by_vmap> const v;
  Nest<lanes::by_loop> const l;
#define SAME(...) lanes::compare(#__VA_ARGS__, {{"", v.__VA_ARGS__}}, {{"", l.__VA_ARGS__}}, 1e-11)
  SAME(per_example()(xs, w));
  SAME(jvp_of_map_of_vjp(xs, w, dw));
  SAME(grad_of_map_of_grad(xs, w));
  SAME(map_of_hvp(xs, w, dw));
  SAME(map_of_map_of_grad(xs, ws));
  SAME(map_of_grad_of_map(xs, ws));
  SAME(grad_of_map_of_map(xs, ws));
  SAME(map_of_linearize(xs, w));
  SAME(map_of_pullback(w[0] * 2.0 + fm::zeros<double>({2}), fm::slice(fm::slice(cts, 1, 0, 2), 2, 0, 2)));
  SAME(jvp_of_map_of_pullback(xs[0], cts));
  SAME(grad_of_map_of_pullback(xs[0], cts));
  SAME(third_order(xs, fm::reshape(w, {3, 2})));
#undef SAME
}
TEST_CASE("the empirical kernel by vmap of vmap is the product of Jacobians", "[vmap]") {
  auto const a = check::some_tensor<double>({3, 3}, 1), b = check::some_tensor<double>({2, 3}, 2),
             w = check::some_tensor<double>({3, 2}, 3);
  auto const kernel = [&w](auto const& x, auto const& y) {
    auto const f = [](auto const& p, auto const& z) { return Model{}(z, p); };
    return fm::jvp(f, w, fm::grad(f)(w, x), y, fm::capturing(x)).second;
  };
  auto const k = fm::vmap(fm::vmap(kernel, fm::in_axes<fm::none, 0>), fm::in_axes<0, fm::none>)(a, b);
  auto const j = [&w](T const& x) {
    return fm::reshape(fm::vmap(fm::grad<1>(Model{}), fm::in_axes<0, fm::none>)(x, w), {x.shape()[0], 6});
  };
  CHECK(lanes::close(k, fm::matmul(j(a), j(b), false, true), 1e-12));
}
TEST_CASE("vmap runs on several threads at once", "[vmap]") {
  auto const x = check::some_tensor<double>({8, 3}, 1), w = check::some_tensor<double>({3, 2}, 2);
  auto const want = fm::vmap(fm::grad<1>(Model{}), fm::in_axes<0, fm::none>)(x, w);
  std::vector<std::thread> threads;
  std::vector<int> right(4);
  for (std::size_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 20; ++i)
        right[t] += lanes::close(fm::vmap(fm::grad<1>(Model{}), fm::in_axes<0, fm::none>)(x, w), want, 0) ? 1 : 0;
    });
  for (auto& t : threads) t.join();
  for (int r : right) CHECK(r == 20);
}
