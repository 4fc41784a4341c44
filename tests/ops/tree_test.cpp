// tests/ops/tree_test.cpp: arithmetic on trees, and that each of its functions can be differentiated
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <fmod/ops/tree.hpp>
#include <fmod/transforms/transforms.hpp>

#include <cmath>

using namespace fm::literals;

namespace {

using Catch::Matchers::Contains;
using fm::Tensor;

auto sample() {
  return fm::dict("w"_n = fm::tensor<double>({{1, -2}, {3, 4}}),
                  "layers"_n = std::vector{fm::dict("b"_n = fm::tensor<double>({5, 6})),
                                           fm::dict("b"_n = fm::tensor<double>({-7}))},
                  "s"_n = 2.0);
}
auto other() {
  return fm::dict(
      "w"_n = fm::tensor<double>({{10, 20}, {30, 40}}),
      "layers"_n = std::vector{fm::dict("b"_n = fm::tensor<double>({1, 2})), fm::dict("b"_n = fm::tensor<double>({3}))},
      "s"_n = 0.5);
}

}  // namespace

TEST_CASE("sums, differences, products and multiples go leaf by leaf", "[tree]") {
  auto const a = sample(), b = other();
  auto const sum = fm::tree::add(a, b);
  static_assert(std::is_same_v<std::remove_const_t<decltype(sum)>, std::remove_const_t<decltype(a)>>);
  CHECK(sum["w"_n](1, 0) == 33);
  CHECK(sum["layers.1.b"_n](0) == -4);
  CHECK(sum["s"_n] == 2.5);
  CHECK(fm::tree::sub(a, b)["w"_n](0, 1) == -22);
  CHECK(fm::tree::mul(a, b)["layers.0.b"_n](1) == 12);
  CHECK(fm::tree::scale(3, a)["w"_n](0, 1) == -6);
  CHECK(fm::tree::scale(fm::scalar(3.0), a)["s"_n].item() == 6);
  CHECK(fm::tree::neg(a)["s"_n] == -2);
  CHECK(fm::tree::zeros_like(a)["layers.0.b"_n](0) == 0);
  CHECK(fm::tree::ones_like(a)["layers.0.b"_n].shape() == fm::Shape{2});
}

TEST_CASE("leaves do not broadcast", "[tree]") {
  auto const a = sample();
  auto const b = a.with("w"_n = fm::tensor<double>({1, 2}));
  CHECK_THROWS_WITH(fm::tree::add(a, b),
                    Contains("tree::add: shapes differ at \"w\": the first tree has (2, 2), the other (2)"));
  CHECK_THROWS_AS(fm::tree::dot(a, b), fm::shape_error);
}

TEST_CASE("dot and norm take all elements together", "[tree]") {
  auto const a = sample(), b = other();
  CHECK(fm::tree::dot(a, b).item() == 10 - 40 + 90 + 160 + 5 + 12 - 21 + 1);
  CHECK(fm::tree::norm(a).item() == Approx(std::sqrt(1 + 4 + 9 + 16 + 25 + 36 + 49 + 4)));
  CHECK(fm::tree::norm(std::pair(3.0, -4.0)) == 5.0);
  // float beside double: double. Large values do not overflow.
  auto const mixed = fm::dict("a"_n = fm::tensor<float>({3e30f, 0}), "b"_n = fm::tensor<double>({4e30}));
  CHECK(fm::tree::norm(mixed).item() == Approx(5e30));
  static_assert(std::is_same_v<decltype(fm::tree::norm(mixed)), Tensor<double>>);
  auto const floats = fm::dict("a"_n = fm::tensor<float>({3e30f, 4e30f}));
  CHECK(fm::tree::norm(floats).item() == Approx(5e30f));
  CHECK(fm::tree::norm(fm::dict()) == 0);
}

TEST_CASE("norm has gradient x / norm, and 0 at 0", "[tree]") {
  auto const norm = [](auto const& t) { return fm::tree::norm(t); };
  auto const a = fm::dict("x"_n = fm::tensor<double>({3, 0}), "y"_n = fm::scalar(4.0));
  auto const g = fm::grad(norm)(a);
  CHECK(g["x"_n](0) == Approx(0.6));
  CHECK(g["x"_n](1) == 0);
  CHECK(g["y"_n].item() == Approx(0.8));
  auto const h = fm::hvp(norm)(a, fm::dict("x"_n = fm::tensor<double>({1, 1}), "y"_n = fm::scalar(0.0)));
  CHECK(h["x"_n](0) == Approx(0.2 - 0.6 * 0.6 / 5));
  CHECK(h["x"_n](1) == Approx(0.2));
  CHECK(h["y"_n].item() == Approx(-0.6 * 0.8 / 5));
  auto const zero = fm::grad(norm)(fm::tree::zeros_like(a));
  CHECK(zero["x"_n](0) == 0);
  CHECK(zero["y"_n].item() == 0);
}

TEST_CASE("dot is bilinear to every order", "[tree]") {
  auto const a = sample();
  auto const f = [](auto const& t) { return fm::tree::dot(t, fm::tree::mul(t, t)); };  // sum of cubes
  auto const g = fm::grad(f)(a);
  CHECK(g["w"_n](0, 1) == Approx(12));
  CHECK(g["s"_n] == Approx(12));
  auto const h = fm::hvp(f)(a, other());
  CHECK(h["w"_n](0, 1) == Approx(6 * -2 * 20));
  CHECK(h["layers.1.b"_n](0) == Approx(6 * -7 * 3));
  auto const again = fm::grad([&](auto const& t) { return fm::tree::dot(fm::grad(f)(t), other()); })(a);
  CHECK(again["w"_n](0, 1) == Approx(h["w"_n](0, 1)));
  CHECK(again["s"_n] == Approx(h["s"_n]));
}

TEST_CASE("a tree as one vector, and back", "[tree]") {
  auto const a = sample();
  auto const [v, unravel] = fm::tree::ravel(a);
  REQUIRE(v.shape() == fm::Shape{8});
  double const want[] = {1, -2, 3, 4, 5, 6, -7, 2};
  for (int i = 0; i < 8; ++i) CHECK(v(i) == want[i]);
  auto const back = unravel(v);
  static_assert(std::is_same_v<std::remove_const_t<decltype(back)>, std::remove_const_t<decltype(a)>>);
  CHECK(back["w"_n](1, 1) == 4);
  CHECK(back["layers.1.b"_n].shape() == fm::Shape{1});
  CHECK(back["s"_n] == 2);
  CHECK_THROWS_WITH(unravel(fm::zeros<double>({9})), Contains("unravel: the vector is (9), the tree holds 8 elements"));

  // A derivative by the vector is the vector of derivatives.
  auto const f = [](auto const& t) { return fm::tree::dot(t, fm::tree::mul(t, t)); };
  auto const by_vector = fm::grad([&f, &unravel = unravel](auto const& x) { return f(unravel(x)); })(v);
  auto const by_tree = fm::tree::ravel(fm::grad(f)(a)).first;
  for (int i = 0; i < 8; ++i) CHECK(by_vector(i) == Approx(by_tree(i)));
  auto const twice =
      fm::hvp([&f, &unravel = unravel](auto const& x) { return f(unravel(x)); })(v, fm::ones<double>({8}));
  for (int i = 0; i < 8; ++i) CHECK(twice(i) == Approx(6 * want[i]));
  // And through ravel itself.
  auto const g = fm::grad([](auto const& t) {
    auto const x = fm::tree::ravel(t).first;
    return fm::sum(fm::mul(x, x));
  })(a);
  CHECK(g["layers.0.b"_n](1) == 12);
  CHECK(g["s"_n] == 4);

  auto const empty = fm::tree::ravel(std::vector<Tensor<float>>{});
  CHECK(empty.first.shape() == fm::Shape{0});
  CHECK(empty.second(empty.first).empty());
}

TEST_CASE("numbers take the element type of the tensors when raveled", "[tree]") {
  auto const t = fm::dict("n"_n = 0.5, "x"_n = fm::tensor<float>({1, 2}));
  auto const [v, unravel] = fm::tree::ravel(t);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(v)>, Tensor<float>>);
  static_assert(std::is_same_v<decltype(unravel(v)["n"_n]), double>);
  CHECK(unravel(v)["n"_n] == 0.5);
}

TEST_CASE("trees stack to one with a leading axis, and come back", "[tree]") {
  auto const a = fm::dict("w"_n = fm::tensor<double>({1, 2}), "s"_n = 3.0);
  auto const b = fm::dict("w"_n = fm::tensor<double>({10, 20}), "s"_n = 30.0);
  auto const s = fm::tree::stack(std::vector{a, b, a});
  CHECK(s["w"_n].shape() == fm::Shape{3, 2});
  CHECK(s["w"_n](1, 1) == 20);
  CHECK(s["s"_n].shape() == fm::Shape{3});
  auto const rows = fm::tree::unstack(s);
  REQUIRE(rows.size() == 3);
  CHECK(rows[1]["w"_n](0) == 10);
  CHECK(rows[2]["s"_n].item() == 3);

  CHECK_THROWS_WITH(fm::tree::stack(std::vector{a, b.with("w"_n = fm::tensor<double>({1}))}),
                    Contains("tree::stack: shapes differ at \"w\""));
  CHECK_THROWS_AS(fm::tree::stack(std::vector<Tensor<float>>{}), fm::value_error);
  CHECK_THROWS_WITH(fm::tree::unstack(s.with("s"_n = fm::tensor<double>({1}))),
                    Contains("leading sizes differ at \"s\": the leaf is (1), leaves before it lead with 3"));
  CHECK_THROWS_WITH(fm::tree::unstack(s.with("w"_n = fm::scalar(1.0))), Contains("no leading axis at \"w\""));

  auto const g = fm::grad([](auto const& t) {
    return fm::sum(fm::square(fm::tree::stack(std::vector{t, t})["w"_n]));
  })(a);
  CHECK(g["w"_n](1) == 8);
}

TEST_CASE("all_finite looks through boxes", "[tree]") {
  CHECK(fm::tree::all_finite(sample()));
  CHECK_FALSE(fm::tree::all_finite(sample().with("s"_n = INFINITY * 1.0)));
  CHECK_FALSE(fm::tree::all_finite(sample().with("w"_n = fm::tensor<double>({1, NAN}))));
  CHECK(fm::tree::all_finite(std::pair(1, fm::tensor<fm::int64_t>({1, 2}))));
  bool inside = false;
  fm::grad([&inside](auto const& x) {
    inside = fm::tree::all_finite(std::pair(x, fm::exp(x)));
    return x;
  })(1.0);
  CHECK(inside);
}
