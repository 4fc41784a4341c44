// laws_test.cpp: linearity of jvp and pullbacks, the inner product identity, linearize against jvp; trees of every kind
// SPDX-License-Identifier: MIT
#include <fmod/fmod.hpp>
#include <support/catch.hpp>

#include <boost/hana/define_struct.hpp>

using namespace fm::literals;

namespace {
/// A user's own parameters, a Hana Struct.
template <class T> struct Layer { BOOST_HANA_DEFINE_STRUCT(Layer, (T, weight), (T, bias)); };
using Tensor = fm::Tensor<double>;

template <class Tree> auto scaled(double s, Tree const& t) {
  return fm::tree::map([&](auto const& x) { return std::remove_cvref_t<decltype(x)>(s * x); }, t);
}
template <class Tree> auto sum_of(Tree const& a, Tree const& b) {
  return fm::tree::map([](auto const& x, auto const& y) { return std::remove_cvref_t<decltype(x)>(x + y); }, a, b);
}
template <class Tree> double inner(Tree const& a, Tree const& b) {
  double total = 0;
  fm::tree::for_each(
      [&](auto const& x, auto const& y) {
        if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(x)>>)
          total += x * y;
        else
          total += fm::sum(x * y).item();
      },
      a, b);
  return total;
}
template <class Tree> double distance(Tree const& a, Tree const& b) {
  auto const difference = sum_of(a, scaled(-1, b));
  return std::sqrt(inner(difference, difference));
}
/// Other numbers in the same structure.
template <class Tree> auto varied(Tree const& t, double seed) {
  return fm::tree::map(
      [&](auto const& x) { return std::remove_cvref_t<decltype(x)>(fm::sin(x * (1.7 + seed) + seed)); }, t);
}

template <class F, class X> void check_laws(F const& f, X const& x) {
  auto const u = varied(x, 0.3), v = varied(x, 1.1);
  auto const [y, ju] = fm::jvp(f, x, u);
  auto const jv = fm::jvp(f, x, v).second;
  CHECK(distance(y, f(x)) == 0);
  // Linear: J(2 u - 3 v) = 2 J u - 3 J v.
  CHECK(distance(fm::jvp(f, x, sum_of(scaled(2, u), scaled(-3, v))).second, sum_of(scaled(2, ju), scaled(-3, jv))) <
        1e-12);
  // linearize is jvp, and its map is linear.
  auto const [yl, push] = fm::linearize(f, x);
  CHECK(distance(yl, y) == 0);
  CHECK(distance(push(u), ju) < 1e-13);
  CHECK(distance(push(v), jv) < 1e-13);
  CHECK(distance(push(sum_of(u, v)), sum_of(ju, jv)) < 1e-12);
  // <ct, J u> = <J^T ct, u>.
  auto const [yv, pullback] = fm::vjp(f, x);
  CHECK(distance(yv, y) == 0);
  auto const ct = varied(y, 0.7), other = varied(y, 2.0);
  CHECK(inner(ct, ju) == Approx(inner(pullback(ct), u)).epsilon(1e-12));
  CHECK(inner(ct, jv) == Approx(inner(pullback(ct), v)).epsilon(1e-12));
  CHECK(distance(pullback(sum_of(ct, scaled(4, other))), sum_of(pullback(ct), scaled(4, pullback(other)))) < 1e-12);
  // The gradient of <ct, f> is the pullback of ct.
  auto const along = [&](auto const& z) {
    auto total = fm::lift(fm::scalar(0.0), z);
    fm::tree::for_each([&](auto const& leaf, auto const& c) { total = total + fm::sum(leaf * c); }, f(z), ct);
    return total;
  };
  CHECK(distance(fm::grad(along)(x), pullback(ct)) < 1e-12);
  // The Hessian is symmetric: <u, H v> = <v, H u>; and H v is the derivative of the gradient by differences.
  auto const hu = fm::hvp(along)(x, u), hv = fm::hvp(along)(x, v);
  CHECK(inner(u, hv) == Approx(inner(v, hu)).epsilon(1e-11).margin(1e-12));
  double const h = 1e-5;
  auto const ahead = fm::grad(along)(sum_of(x, scaled(h, u))), behind = fm::grad(along)(sum_of(x, scaled(-h, u)));
  CHECK(distance(scaled(1 / (2 * h), sum_of(ahead, scaled(-1, behind))), hu) < 1e-7);
}
Tensor const w = fm::tensor<double>({{0.5, -1, 2}, {1.5, 0.25, -0.75}}), b = fm::tensor<double>({0.1, -0.2, 0.3});
}  // namespace

TEST_CASE("a tensor", "[laws]") {
  check_laws([](auto const& x) { return fm::tanh(fm::matmul(x, x, false, true)) * fm::sum(x); }, w);
}
TEST_CASE("a number, with a result of several parts", "[laws]") {
  check_laws([](auto const& x) { return std::tuple(x * x, fm::dict("s"_n = fm::sin(x), "t"_n = b * x)); }, 0.8);
}
TEST_CASE("a dictionary, nested, with a vector of layers", "[laws]") {
  auto const p = fm::dict("in"_n = fm::dict("w"_n = w, "b"_n = b),
                          "layers"_n = std::vector{fm::dict("g"_n = b), fm::dict("g"_n = b * 2.0)}, "scale"_n = 1.5);
  check_laws(
      [](auto const& q) {
        auto y = fm::exp(q["in.b"_n]) * fm::matmul(fm::ones<double>({2}), q["in.w"_n]);
        for (auto const& layer : q["layers"_n]) y = fm::sin(y * layer["g"_n]) + y;
        return y * q["scale"_n];
      },
      p);
}
TEST_CASE("vectors, tuples, pairs and arrays", "[laws]") {
  check_laws([](auto const& v) { return std::pair(v[0] * v[1], fm::cos(v[2])); }, std::vector{b, b * 2.0, b - 1.0});
  check_laws(
      [](auto const& t) {
        auto const& [x, y, z] = t;
        return fm::sum(x) * y * z[0] + z[1];
      },
      std::tuple(w, b, std::array{1.5, -0.5}));
  check_laws(
      [](auto const& p) {
        return std::array{p.first * p.second, p.first / (2.0 + p.second * p.second)};
      },
      std::pair(0.5, 1.25));
}
TEST_CASE("a user's struct", "[laws]") {
  check_laws([](auto const& p) { return fm::tanh(p.weight) * p.bias; }, Layer<Tensor>{w, b});
  auto const g = fm::grad([](auto const& p) { return p.weight * p.bias; })(Layer<double>{3, 4});
  STATIC_REQUIRE(std::is_same_v<std::remove_cvref_t<decltype(g)>, Layer<double>>);
  CHECK(g.weight == 4);
  CHECK(g.bias == 3);
  auto const nested = fm::grad([](auto const& q) { return fm::sum(q["fc"_n].weight) * q["s"_n]; })(
      fm::dict("fc"_n = Layer<Tensor>{w, b}, "s"_n = 2.0));
  CHECK(nested["fc"_n].weight(0, 0) == 2);
  CHECK(nested["fc"_n].bias(2) == 0);
}
TEST_CASE("optional parts and none", "[laws]") {
  using Optional = std::optional<Tensor>;
  auto const f = [](auto const& p) { return p.second ? fm::sum(p.first * *p.second) : fm::sum(p.first); };
  auto const with = fm::grad(f)(std::pair(b, Optional(b)));
  CHECK(with.second->shape() == b.shape());
  CHECK(with.second.value()(1) == b(1));
  CHECK(!fm::grad(f)(std::pair(b, Optional())).second);
  auto const g = fm::grad([](auto const& q) { return fm::sum(q["x"_n]); })(fm::dict("x"_n = b, "y"_n = fm::none));
  CHECK(g["y"_n] == fm::none);
}
