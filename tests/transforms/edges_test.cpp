// edges_test.cpp: empty tensors, rank 0, integer leaves, zero tangents, argument numbers, auxiliary results
// SPDX-License-Identifier: MIT
#include <fmod/fmod.hpp>
#include <support/catch.hpp>

using namespace fm::literals;

namespace {
bool equal(fm::Tensor<double> const& x, fm::Tensor<double> const& y) {
  return x.shape() == y.shape() && std::equal(x.span().begin(), x.span().end(), y.span().begin());
}
auto const x3 = fm::tensor<double>({1, 2, 3});
}  // namespace

TEST_CASE("empty tensors", "[edges]") {
  auto const none = fm::zeros<double>({0});
  auto const [value, gradient] = fm::value_and_grad([](auto const& x) { return fm::sum(x * x); })(none);
  CHECK(value.item() == 0);
  CHECK(gradient.shape() == fm::Shape{0});
  CHECK(fm::jvp([](auto const& x) { return fm::sum(x); }, none, none).second.item() == 0);
  CHECK(fm::value_and_grad([](auto const& x) { return fm::prod(x); })(none).first.item() == 1);
  CHECK(fm::value_and_grad([](auto const& x) { return fm::norm(x); })(none).first.item() == 0);
  CHECK(fm::grad([](auto const& x) { return fm::norm(x); })(none).size() == 0);
  auto const flat = fm::zeros<double>({0, 3});
  auto const product = [](auto const& x) { return fm::sum(fm::matmul(x, x, true, false)); };
  CHECK(fm::grad(product)(flat).shape() == fm::Shape{0, 3});
  CHECK(fm::hvp(product)(flat, flat).shape() == fm::Shape{0, 3});
  // An empty part beside another: concat, slices, sums over an axis without elements.
  auto const joined = [](auto const& x) { return fm::sum(fm::square(fm::concat(0, fm::slice(x, 0, 0, 0), x))); };
  CHECK(equal(fm::grad(joined)(x3), fm::tensor<double>({2, 4, 6})));
  auto const rows = [](auto const& x) { return fm::sum(fm::sum(x, 0) + 1.0); };
  CHECK(fm::value_and_grad(rows)(flat).first.item() == 3);
  CHECK(fm::vjp([](auto const& x) { return x; }, none).second(none).shape() == fm::Shape{0});
  // No leaves at all.
  std::vector<double> const nothing;
  CHECK(fm::grad([](auto const&) { return 1.0; })(nothing).empty());
  CHECK(fm::grad([](auto const& p, auto const& x) { return fm::sum(x) * double(p.size()); })(nothing, x3).empty());
}

TEST_CASE("rank 0, and numbers beside tensors", "[edges]") {
  auto const cube = [](auto const& x) { return x * x * x; };
  CHECK(fm::grad(cube)(fm::scalar(2.0)).shape() == fm::Shape{});
  CHECK(fm::grad(cube)(fm::scalar(2.0)).item() == 12);
  CHECK(fm::grad(cube)(2.0f) == 12.0f);
  STATIC_REQUIRE(std::is_same_v<decltype(fm::grad(cube)(2.0f)), float>);
  STATIC_REQUIRE(std::is_same_v<decltype(fm::grad(cube)(fm::scalar(2.0f))), fm::Tensor<float>>);
  // A number that meets a tensor gets its cotangent as a number.
  auto const scaled = [](auto const& s, auto const& x) { return fm::sum(s * x); };
  auto const [ds, dx] = fm::grad<0, 1>(scaled)(2.0, x3);
  STATIC_REQUIRE(std::is_same_v<std::remove_cvref_t<decltype(ds)>, double>);
  CHECK(ds == 6);
  CHECK(equal(dx, fm::full(fm::Shape{3}, 2.0)));
  CHECK(fm::jvp(scaled, fm::args(2.0, x3), fm::args(1.0, fm::zero)).second.item() == 6);
  // A double with a float tensor computes in float, and its gradient is a double.
  auto const narrow = fm::grad<0, 1>(scaled)(2.0, fm::tensor<float>({1, 2, 3}));
  STATIC_REQUIRE(std::is_same_v<std::remove_cvref_t<decltype(narrow)>, std::tuple<double, fm::Tensor<float>>>);
  CHECK(std::get<0>(narrow) == 6);
}

TEST_CASE("functions that do not depend on their argument", "[edges]") {
  CHECK(fm::grad([](auto const&) { return 3.0; })(2.0) == 0);
  CHECK(equal(fm::grad([](auto const&) { return 3.0; })(x3), fm::zeros<double>({3})));
  CHECK(equal(fm::grad([](auto const& x) { return fm::sum(fm::floor(x)); })(x3), fm::zeros<double>({3})));
  auto const [y, dy] = fm::jvp([](auto const&) { return x3; }, x3, x3);
  CHECK(equal(y, x3));
  CHECK(equal(dy, fm::zeros<double>({3})));
  auto const [z, pullback] = fm::vjp([](auto const& x) { return std::pair(x * 2.0, x3); }, x3);
  CHECK(equal(z.second, x3));
  CHECK(equal(pullback(std::pair(x3, x3)), fm::tensor<double>({2, 4, 6})));
  CHECK(equal(pullback(std::pair(fm::zero, x3)), fm::zeros<double>({3})));
  CHECK(equal(fm::grad([](auto const& x) { return fm::sum(fm::stop_gradient(x) * x); })(x3), x3));
  CHECK(fm::hvp([](auto const& x) { return fm::sum(x); })(x3, x3)(0) == 0);
}

TEST_CASE("several arguments: args, zero, constants, argument numbers", "[edges]") {
  auto const f = [](auto const& x, auto const& y, auto const& z) { return fm::sum(x * y) + fm::sum(y) * z; };
  auto const y3 = fm::tensor<double>({4, 5, 6});
  CHECK(fm::jvp(f, fm::args(x3, y3), fm::args(x3, fm::zero), 2.0).second.item() == 32);
  CHECK(fm::jvp(f, fm::args(x3, y3), fm::args(fm::zero, y3), 2.0).second.item() == 32 + 30);
  CHECK(fm::jvp(f, fm::args(x3, y3, 2.0), fm::args(fm::zero, fm::zero, 1.0)).second.item() == 15);
  CHECK(fm::jvp(f, fm::args(x3, y3, 2.0), fm::args(fm::zero, fm::zero, fm::zero)).second.item() == 0);
  CHECK(equal(fm::grad(f)(x3, y3, 2.0), y3));
  CHECK(equal(fm::grad<1>(f)(x3, y3, 2.0), fm::tensor<double>({3, 4, 5})));
  CHECK(fm::grad<2>(f)(x3, y3, 2.0) == 15);
  auto const g = fm::grad<2, 0>(f)(x3, y3, 2.0);
  CHECK(std::get<0>(g) == 15);
  CHECK(equal(std::get<1>(g), y3));
  auto const [value, all] = fm::value_and_grad<0, 1, 2>(f)(x3, y3, 2.0);
  CHECK(value.item() == 62);
  CHECK(std::get<2>(all) == 15);
  auto const [z, pullback] = fm::vjp(f, fm::args(x3, y3), 2.0);
  auto const [ctx, cty] = pullback(fm::scalar(1.0));
  CHECK(equal(ctx, y3));
  CHECK(equal(cty, fm::tensor<double>({3, 4, 5})));
  auto const push = fm::linearize(f, fm::args(x3, y3), 2.0).second;
  CHECK(push(x3, y3).item() == 32 + 62);
  CHECK(push(x3, fm::zero).item() == 32);
  // A zero for a leaf, and for a subtree.
  auto const p = fm::dict("a"_n = fm::dict("w"_n = x3, "b"_n = y3), "c"_n = 2.0);
  auto const h = [](auto const& q) { return fm::sum(q["a.w"_n] * q["a.b"_n]) * q["c"_n]; };
  CHECK(fm::jvp(h, p, fm::dict("a"_n = fm::zero, "c"_n = 1.0)).second.item() == 32);
  CHECK(fm::jvp(h, p, fm::dict("a"_n = fm::dict("w"_n = x3, "b"_n = fm::zero), "c"_n = fm::zero)).second.item() == 64);
  CHECK(fm::linearize(h, p).second(fm::dict("a"_n = fm::zero, "c"_n = 1.0)).item() == 32);
}

TEST_CASE("integer leaves ride along with zero tangents", "[edges]") {
  auto const index = fm::tensor<fm::int64_t>({0, 2});
  auto const p = fm::dict("x"_n = x3, "i"_n = index);
  auto const f = [](auto const& q) { return fm::take(q["x"_n], q["i"_n]); };
  auto const [y, dy] = fm::jvp(f, p, fm::dict("x"_n = x3, "i"_n = fm::zero));
  CHECK(equal(y, fm::tensor<double>({1, 3})));
  CHECK(equal(dy, fm::tensor<double>({1, 3})));
  // An integer result: its tangent is the symbolic zero, and a cotangent for it may be that too.
  auto const sorted = [](auto const& x) { return std::pair(fm::sort(x), fm::argsort(x)); };
  auto const tangent = fm::jvp(sorted, x3, x3).second;
  STATIC_REQUIRE(std::is_same_v<std::remove_cvref_t<decltype(tangent.second)>, fm::Zero>);
  auto const pullback = fm::vjp(sorted, x3).second;
  CHECK(equal(pullback(std::pair(x3, fm::zero)), x3));
  // As a further argument they need no tangent.
  CHECK(equal(fm::grad([](auto const& x, auto const& i) { return fm::sum(fm::take(x, i)); })(x3, index),
              fm::tensor<double>({1, 0, 1})));
  CHECK(fm::jvp([](auto const& x, int n, bool twice) { return (twice ? 2.0 : 1.0) * fm::pow(x, n); }, 3.0, 1.0, 2, true)
            .second == 12);
}

TEST_CASE("auxiliary results", "[edges]") {
  auto const f = [](auto const& x) {
    auto const y = x * x;
    return std::pair(fm::sum(y), fm::dict("y"_n = y, "n"_n = 7, "t"_n = std::tuple(fm::sum(x), true)));
  };
  auto const [gradient, aux] = fm::grad(f, fm::has_aux)(x3);
  CHECK(equal(gradient, fm::tensor<double>({2, 4, 6})));
  STATIC_REQUIRE(std::is_same_v<std::remove_cvref_t<decltype(aux["y"_n])>, fm::Tensor<double>>);
  CHECK(equal(aux["y"_n], fm::tensor<double>({1, 4, 9})));
  CHECK(aux["n"_n] == 7);
  auto const [result, g] = fm::value_and_grad(f, fm::has_aux)(x3);
  CHECK(result.first.item() == 14);
  CHECK(std::get<0>(result.second["t"_n]).item() == 6);
  CHECK(equal(g, gradient));
  auto const [y, pullback, more] = fm::vjp(f, x3, fm::has_aux);
  CHECK(y.item() == 14);
  CHECK(equal(pullback(fm::scalar(0.5)), x3));
  CHECK(equal(more["y"_n], fm::tensor<double>({1, 4, 9})));
  auto const two = [](auto const& x, auto const& c) { return std::pair(fm::sum(x * c), c); };
  CHECK(std::get<2>(fm::vjp(two, x3, 3.0, fm::has_aux)) == 3);
  auto const g1 = fm::grad<1>(two, fm::has_aux)(x3, 3.0);
  CHECK(g1.first == 6);
  // Under an outer transform an aux result keeps the outer box.
  auto const nested = [&](auto const& x) { return fm::sum(fm::grad(f, fm::has_aux)(x).second["y"_n]); };
  CHECK(equal(fm::grad(nested)(x3), fm::tensor<double>({2, 4, 6})));
}

TEST_CASE("what a transform leaves alone: captured plain values and closures", "[edges]") {
  double const scale = 3;
  auto const weights = fm::tensor<double>({1, 0, -1});
  auto const f = [&](auto const& x) { return fm::sum(x * x * weights) * scale; };
  CHECK(equal(fm::grad(f)(x3), fm::tensor<double>({6, 0, -18})));
  CHECK(equal(fm::grad([&](auto const& x) { return f(x) + f(2.0 * x); })(x3), fm::tensor<double>({30, 0, -90})));
}
