// tests/vmap/trees_test.cpp: trees under vmap, ensembles, gradients of each sample, loops, values of other calls
// SPDX-License-Identifier: MIT
#include "vmap/same.hpp"

using namespace fm::literals;
using T = fm::Tensor<double>;

TEST_CASE("trees go in and come out", "[vmap]") {
  auto const p = fm::dict(
      "layer"_n = std::vector{fm::dict("w"_n = check::some_tensor<double>({3, 2, 2}, 1)),
                              fm::dict("w"_n = check::some_tensor<double>({3, 2, 2}, 2))},
      "pair"_n = std::pair(check::some_tensor<double>({3}, 3), std::array{check::some_tensor<float>({3, 2}, 4)}),
      "maybe"_n = std::optional(check::some_tensor<double>({3, 1}, 5)));
  auto const f = [](auto const& q, auto const& x) {
    auto h = x;
    auto y = fm::lift(h, q);
    for (auto const& layer : q["layer"_n]) y = fm::tanh(fm::matmul(y, layer["w"_n]));
    return fm::dict("out"_n = y * q["pair"_n].first, "same"_n = h, "number"_n = 2.5, "whole"_n = 7,
                    "aux"_n = std::tuple(q["pair"_n].second[0], q["maybe"_n]));
  };
  auto const x = check::some_tensor<double>({2}, 6);
  lanes::Found vmapped, looped;
  auto const r = fm::vmap(f, fm::in_axes<0, fm::none>)(p, x);
  lanes::keep(vmapped, "tree", r);
  lanes::keep(looped, "tree", fm::vmap_loop(f, fm::in_axes<0, fm::none>)(p, x));
  lanes::compare("tree", vmapped, looped, 1e-13);
  CHECK(r["same"_n].shape() == fm::Shape{3, 2});
  CHECK(r["number"_n].shape() == fm::Shape{3});
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(r["whole"_n])>, fm::Tensor<int64_t>>);
  // Gradients of a tree in each lane.
  auto const loss = [f](auto const& q, auto const& z) { return fm::sum(f(q, z)["out"_n]); };
  lanes::Found g, h;
  lanes::keep(g, "grad", fm::vmap(fm::grad(loss), fm::in_axes<0, fm::none>)(p, x));
  lanes::keep(h, "grad", fm::vmap_loop(fm::grad(loss), fm::in_axes<0, fm::none>)(p, x));
  lanes::compare("gradient of a tree", g, h, 1e-13);
}
TEST_CASE("an ensemble is vmap over stacked parameters; gradients of each sample are vmap of grad", "[vmap]") {
  auto const model = fm::nn::sequential("fc1"_n = fm::nn::Linear{3, 4}, fm::tanh, "fc2"_n = fm::nn::Linear{4, 2});
  auto const keys = fm::random::split(fm::random::key(0), 3);
  std::vector const members{fm::init<double>(model, keys[0]), fm::init<double>(model, keys[1]),
                            fm::init<double>(model, keys[2])};
  auto const x = check::some_tensor<double>({5, 3}, 1);
  auto const labels = fm::tensor<int64_t>({0, 1, 1, 0, 1});
  auto const run = [&model](auto const& p, auto const& z) { return fm::functional_call(model, p, z); };
  auto const ensemble = fm::vmap(run, fm::in_axes<0, fm::none>)(fm::tree::stack(members), x);
  for (std::size_t i = 0; i < 3; ++i) CHECK(lanes::close(ensemble[static_cast<int>(i)], run(members[i], x), 1e-14));

  auto const loss = [&run](auto const& p, auto const& z, auto const& label) {
    return fm::nn::cross_entropy(run(p, z), label);
  };
  auto const each = fm::vmap(fm::grad(loss), fm::in_axes<fm::none, 0, 0>)(members[0], x, labels);
  for (int64_t i = 0; i < 5; ++i) {
    auto const g = fm::grad(loss)(members[0], x[i], labels[i]);
    fm::tree::for_each([&](auto const& all, auto const& one) { CHECK(lanes::close(all[i], one, 1e-13)); }, each, g);
  }
  CHECK_THROWS_WITH(fm::vmap(fm::grad(loss), fm::in_axes<fm::none, 0, 0>)(members[0], x, labels + int64_t{1}),
                    Catch::Contains("cross_entropy: the label at (1) is 2, outside [0, 2)"));
  // Their mean is the gradient of the mean.
  auto const whole = fm::grad(loss)(members[0], x, labels);
  fm::tree::for_each([](auto const& all, auto const& one) { CHECK(lanes::close(fm::mean(all, 0), one, 1e-13)); }, each,
                     whole);
}
TEST_CASE("one training step for each member of an ensemble", "[vmap]") {
  auto const loss = [](auto const& p, auto const& x) { return fm::sum(fm::square(fm::sin(p["w"_n]) * x)); };
  auto const optimizer = fm::optim::adam(0.1);
  auto const step = [&](auto const& p, auto const& x) {
    auto const [updates, state] = optimizer.update(fm::grad(loss)(p, x), optimizer.init(p), p);
    return fm::optim::apply_updates(p, updates);
  };
  auto const p = fm::dict("w"_n = check::some_tensor<double>({3, 4}, 1));
  auto const x = check::some_tensor<double>({4}, 2);
  CHECK(lanes::close(fm::vmap(step, fm::in_axes<0, fm::none>)(p, x)["w"_n],
                     fm::vmap_loop(step, fm::in_axes<0, fm::none>)(p, x)["w"_n], 1e-14));
}
TEST_CASE("a loop starts from a value of the right type", "[vmap]") {
  auto const power = [](auto const& x) {
    auto h = fm::ones_like(x);
    for (int i = 0; i < 3; ++i) h = h * x + fm::zeros_like(x);
    h += 1.0;
    return h;
  };
  auto const x = check::some_tensor<double>({3, 2}, 1);
  CHECK(lanes::close(fm::vmap(power)(x), x * x * x + 1.0, 1e-15));
  CHECK(lanes::close(fm::vmap(fm::grad([power](auto const& z) { return fm::sum(power(z)); }))(x), 3.0 * x * x, 1e-14));
}
TEST_CASE("values of two calls do not mix", "[vmap]") {
  auto const x = check::some_tensor<double>({3, 2}, 1);
  static std::optional<fm::tower::Batched<T, fm::tower::Frame<1, 7, fm::tower::mode::lanes>>> kept;
  kept.emplace(x, 3, 1);
  auto const other = decltype(kept)::value_type(x, 3, 2);
  CHECK_THROWS_WITH(*kept + other, Catch::Contains("two different calls"));
}
