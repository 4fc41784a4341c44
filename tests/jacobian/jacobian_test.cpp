// tests/jacobian/jacobian_test.cpp: jacfwd and jacrev: closed forms, each other, trees, numbers, values asked for
// SPDX-License-Identifier: MIT
#include "vmap/same.hpp"

using namespace fm::literals;
using T = fm::Tensor<double>;

namespace {

constexpr double tight = 1e-12;

struct Mixed {
  template <class X> auto operator()(X const& x) const {
    return fm::concat(0, fm::sin(x) * fm::sum(x), fm::reshape(fm::logsumexp(x), {1}));
  }
};

/// 2 x, and a list of what it was evaluated on. Its derivatives do not evaluate it.
struct Counted {
  static constexpr char const* name = "counted";
  static constexpr unsigned keep = fm::tower::keep_none;
  using batching = fm::tower::aligned;
  static inline std::vector<fm::Shape> seen;
  template <class X> auto eval(X x) const {
    seen.push_back(x.shape());
    return x * 2.0;
  }
  template <std::size_t, class D, class Z, class X> auto jvp(D d, Z const&, X const&) const { return d * 2.0; }
  template <std::size_t, class C, class Z, class X> auto vjp(C ct, Z const&, X const&) const { return ct * 2.0; }
};

}  // namespace

TEST_CASE("a Jacobian is made of the known derivatives", "[jacobian]") {
  auto const x = fm::tensor<double>({0.3, -0.7, 1.1});
  auto const a = check::some_tensor<double>({2, 3}, 1);
  auto const linear = [&](auto const& v) { return fm::matmul(a, v); };
  CHECK(lanes::close(fm::jacfwd(linear)(x), a, tight));
  CHECK(lanes::close(fm::jacrev(linear)(x), a, tight));
  CHECK(lanes::close(fm::jacfwd(Mixed{})(x), fm::jacrev(Mixed{})(x), tight));
  T want = fm::vmap([&](auto const& d) { return fm::jvp(Mixed{}, x, d).second; }, fm::out_axes<1>)(fm::eye<double>(3));
  CHECK(lanes::close(fm::jacfwd(Mixed{})(x), want, tight));
  auto const pull = fm::vjp(Mixed{}, x).second;
  CHECK(lanes::close(fm::jacrev(Mixed{})(x), fm::vmap(pull)(fm::eye<double>(4)), tight));
}
TEST_CASE("leaf shapes are result.shape + x.shape", "[jacobian]") {
  auto const x = check::some_tensor<double>({2, 3}, 1);
  auto const f = [](auto const& v) { return fm::transpose(v) * 2.0; };
  auto const j = fm::jacfwd(f)(x);
  REQUIRE(j.shape() == fm::Shape{3, 2, 2, 3});
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 2; ++k)
      for (int a = 0; a < 2; ++a)
        for (int b = 0; b < 3; ++b) CHECK(j(i, k, a, b) == (i == b && k == a ? 2.0 : 0.0));
  CHECK(lanes::close(fm::jacrev(f)(x), j, 0));
  CHECK(fm::jacrev([](auto const& v) { return fm::sum(v); })(x).shape() == fm::Shape{2, 3});
  CHECK(fm::jacfwd([](auto const& v) { return fm::reshape(fm::sum(v), {1}); })(x).shape() == fm::Shape{1, 2, 3});
  CHECK(fm::jacfwd(f)(fm::zeros<double>({0, 3})).shape() == fm::Shape{3, 0, 0, 3});
  CHECK(fm::jacrev(f)(fm::zeros<double>({0, 3})).shape() == fm::Shape{3, 0, 0, 3});
}
TEST_CASE("trees give products of trees, and blocks without a relation are zeros of full shape", "[jacobian]") {
  auto const p =
      fm::dict("w"_n = check::some_tensor<double>({2, 2}, 1), "b"_n = check::some_tensor<double>({3}, 2), "s"_n = 1.5);
  auto const f = [](auto const& q) {
    return std::pair(fm::sin(q["w"_n]) * q["s"_n],
                     fm::dict("sum"_n = fm::sum(q["b"_n] * q["b"_n]), "which"_n = fm::argmax(q["b"_n])));
  };
  auto const forward = fm::jacfwd(f)(p), reverse = fm::jacrev(f)(p);
  auto const agree = [](auto const& a, auto const& b) {
    fm::tree::for_each([](auto const& x, auto const& y) { CHECK(lanes::close(x, y, tight)); }, a, b);
  };
  agree(forward.first["w"_n], reverse.first["w"_n]);
  for (auto const& j : {forward.first, reverse.first}) {
    CHECK(j["w"_n].shape() == fm::Shape{2, 2, 2, 2});
    CHECK(j["b"_n].shape() == fm::Shape{2, 2, 3});
    CHECK(lanes::close(j["b"_n], fm::zeros<double>({2, 2, 3}), 0));
    CHECK(lanes::close(j["s"_n], fm::sin(p["w"_n]), tight));
  }
  for (auto const& j : {forward.second["sum"_n], reverse.second["sum"_n]}) {
    CHECK(lanes::close(j["b"_n], 2.0 * p["b"_n], tight));
    CHECK(lanes::close(j["w"_n], fm::zeros<double>({2, 2}), 0));
  }
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(forward.second["which"_n])>, fm::Zero>,
                "an index has no derivative");
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(reverse.second["which"_n])>, fm::Zero>);
}
TEST_CASE("vectors of layers, optionals and numbers", "[jacobian]") {
  std::vector const layers{check::some_tensor<double>({2}, 1), check::some_tensor<double>({3}, 2)};
  auto const f = [](auto const& l) { return std::vector{fm::sum(l[0]) * l[1], l[0] * l[0]}; };
  auto const forward = fm::jacfwd(f)(layers), reverse = fm::jacrev(f)(layers);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 2; ++j) CHECK(lanes::close(forward[i][j], reverse[i][j], tight));
  CHECK(forward[0][1].shape() == fm::Shape{3, 3});
  CHECK(forward[1][1].shape() == fm::Shape{2, 3});

  auto const cube = [](auto const& x) { return x * x * x; };
  CHECK(fm::jacfwd(cube)(2.0) == 12.0);
  CHECK(fm::jacrev(cube)(2.0) == 12.0);
  CHECK(fm::hessian(cube)(2.0) == 12.0);
  static_assert(std::is_same_v<decltype(fm::hessian(cube)(2.0)), double>);
  auto const curve = [](auto const& t) { return fm::sin(t * fm::tensor<double>({1, 2})); };
  CHECK(lanes::close(fm::jacfwd(curve)(0.5), fm::tensor<double>({std::cos(0.5), 2 * std::cos(1.0)}), tight));
  CHECK(lanes::close(fm::jacrev(curve)(0.5), fm::tensor<double>({std::cos(0.5), 2 * std::cos(1.0)}), tight));
  CHECK(fm::jacrev(fm::sum)(fm::ones<float>({2})).shape() == fm::Shape{2});
  static_assert(std::is_same_v<decltype(fm::jacfwd(fm::tanh)(fm::ones<float>({2}))), fm::Tensor<float>>);
}
TEST_CASE("a Jacobian's function may look at values", "[jacobian]") {
  auto const f = [](auto const& x) {
    auto u = x;
    while (fm::value_of(fm::sum(u * u)) > 0.5) u = u * 0.5;
    if (fm::sum(u) > 0.0) return u * u;
    return u * 3.0;
  };
  auto const x = fm::tensor<double>({0.3, -0.7, 1.1});
  auto const want = fm::tensor<double>({{0.15, 0, 0}, {0, -0.35, 0}, {0, 0, 0.55}});
  CHECK(lanes::close(fm::jacfwd(f)(x), want, tight));
  CHECK(lanes::close(fm::jacrev(f)(x), want, tight));
  auto const power = [](auto const& t) {  // y = 1; while (y < 10) y *= t, at 2
    auto y = fm::ones_like(t);
    while (y < 10.0) y = y * t;
    return y;
  };
  CHECK(fm::jacfwd(power)(2.0) == 32);
  CHECK(fm::jacrev(power)(2.0) == 32);
  CHECK(fm::hessian(power)(2.0) == 48);
}
TEST_CASE("results that are constants have zeros of full shape", "[jacobian]") {
  auto const x = check::some_tensor<double>({2}, 1);
  auto const f = [](auto const& v) { return std::tuple(v * v, fm::ones<double>({3}), 2.0, fm::stop_gradient(v)); };
  auto const zero_blocks = [](auto const& j) {
    CHECK(lanes::close(std::get<1>(j), fm::zeros<double>({3, 2}), 0));
    CHECK(lanes::close(std::get<2>(j), fm::zeros<double>({2}), 0));
    CHECK(lanes::close(std::get<3>(j), fm::zeros<double>({2, 2}), 0));
  };
  zero_blocks(fm::jacfwd(f)(x));
  zero_blocks(fm::jacrev(f)(x));
  CHECK(lanes::close(std::get<0>(fm::jacrev(f)(x)), std::get<0>(fm::jacfwd(f)(x)), tight));
  CHECK(lanes::close(fm::jacrev([](auto const&) { return fm::ones<double>({3}); })(x), fm::zeros<double>({3, 2}), 0));
}
TEST_CASE("arguments by number, further arguments, captures", "[jacobian]") {
  auto const f = [](auto const& a, auto const& b, auto const& c) { return fm::outer(a * c, b); };
  auto const a = check::some_tensor<double>({2}, 1), b = check::some_tensor<double>({3}, 2);
  CHECK(fm::jacfwd(f)(a, b, 2.0).shape() == fm::Shape{2, 3, 2});
  CHECK(fm::jacfwd<1>(f)(a, b, 2.0).shape() == fm::Shape{2, 3, 3});
  CHECK(lanes::close(fm::jacrev<1>(f)(a, b, 2.0), fm::jacfwd<1>(f)(a, b, 2.0), tight));
  CHECK(lanes::close(fm::jacrev<2>(f)(a, b, 2.0), fm::outer(a, b), tight));
  CHECK(lanes::close(fm::hessian<2>([](auto const& x, auto const& y, auto const& z) {
                       return fm::sum(x * y) * fm::exp(z);
                     })(a, a, 0.0),
                     fm::sum(a * a), tight));
  auto const outer = [&](auto const& w) {
    auto const inner = [&](auto const& x) { return fm::sum(x * w) * x; };
    return fm::sum(fm::jacrev(inner)(a, fm::capturing(w)));
  };
  auto const explicit_outer = [&](auto const& w) {
    return fm::sum(fm::jacrev([](auto const& x, auto const& v) { return fm::sum(x * v) * x; })(a, w));
  };
  CHECK(lanes::close(fm::grad(outer)(a), fm::grad(explicit_outer)(a), tight));
}
TEST_CASE("Jacobians run the function once, on values without lanes", "[jacobian]") {
  int runs = 0;
  auto const f = [&runs](auto const& x) { return ++runs, fm::tower::apply(Counted{}, x * x); };
  Counted::seen.clear();
  fm::jacrev(f)(fm::ones<double>({5}));
  CHECK(runs == 1);
  CHECK(Counted::seen == std::vector{fm::Shape{5}});
  fm::jacfwd(f)(fm::ones<double>({5}));
  CHECK(runs == 2);
  CHECK(Counted::seen == std::vector{fm::Shape{5}, fm::Shape{5}});
  fm::hessian([&](auto const& x) { return fm::sum(f(x)); })(fm::ones<double>({5}));
  CHECK(runs == 3);
  CHECK(Counted::seen == std::vector{fm::Shape{5}, fm::Shape{5}, fm::Shape{5}});
}
