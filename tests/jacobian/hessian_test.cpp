// tests/jacobian/hessian_test.cpp: hessian, and Jacobians inside and outside of other transforms
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
struct Cubic {
  template <class X> auto operator()(X const& x) const { return fm::sum(x * x * x) + fm::prod(x); }
};

}  // namespace

TEST_CASE("hessian: all compositions agree, and with the closed form", "[jacobian]") {
  auto const x = fm::tensor<double>({2, 0, 3});
  // Of prod alone the Hessian is [[0, 3, 0], [3, 0, 2], [0, 2, 0]]; the cubes add 6 x on the diagonal.
  auto const want = fm::tensor<double>({{12, 3, 0}, {3, 0, 2}, {0, 2, 18}});
  CHECK(lanes::close(fm::hessian(Cubic{})(x), want, tight));
  CHECK(lanes::close(fm::jacfwd(fm::grad(Cubic{}))(x), want, tight));
  CHECK(lanes::close(fm::jacrev(fm::grad(Cubic{}))(x), want, tight));
  CHECK(lanes::close(fm::jacfwd(fm::jacfwd(Cubic{}))(x), want, tight));
  CHECK(lanes::close(fm::jacrev(fm::jacfwd(Cubic{}))(x), want, tight));
  CHECK(lanes::close(fm::jacrev(fm::jacrev(Cubic{}))(x), want, tight));
  CHECK(lanes::close(fm::vmap([&](auto const& v) { return fm::hvp(Cubic{})(x, v); })(fm::eye<double>(3)), want, tight));
  // Third derivatives, and the Hessian of a function with several results.
  CHECK(fm::jacfwd(fm::hessian(Cubic{}))(x)(0, 1, 2) == 1);
  CHECK(fm::hessian(Mixed{})(x).shape() == fm::Shape{4, 3, 3});
}
TEST_CASE("the Hessian of a classifier's loss", "[jacobian]") {
  auto const loss = [](auto const& z) { return fm::nn::cross_entropy(z, fm::full<int64_t>({}, 2)); };
  auto const h = fm::hessian(loss)(fm::tensor<double>({1, 2, 3}));
  auto const want = fm::tensor<double>({{.081925069064993228, -.022033044520174296, -.059892024544818932},
                                        {-.022033044520174296, .18483644650997872, -.16280340198980442},
                                        {-.059892024544818932, -.16280340198980442, .22269542653462336}});
  CHECK(lanes::close(h, want, 1e-15));
  CHECK(lanes::close(fm::vmap(fm::hessian(loss))(fm::tensor<double>({{1, 2, 3}, {1, 2, 3}}))[1], want, 1e-15));
  auto const even = fm::hessian([](auto const& z) {
    return fm::nn::cross_entropy(z, fm::tensor<double>({1, 0}));
  })(fm::tensor<double>({.5, .5}));
  CHECK(lanes::close(even, fm::tensor<double>({{.25, -.25}, {-.25, .25}}), 1e-15));
}
TEST_CASE("Hessian of a tree: products of leaves, zeros of full shape", "[jacobian]") {
  auto const p =
      fm::dict("w"_n = check::some_tensor<double>({2, 2}, 1), "b"_n = check::some_tensor<double>({3}, 2), "s"_n = 2.0);
  auto const h =
      fm::hessian([](auto const& q) { return fm::sum(q["b"_n] * q["b"_n]) * q["s"_n] + fm::sum(q["w"_n]); })(p);
  CHECK(lanes::close(h["b"_n]["b"_n], 4.0 * fm::eye<double>(3), tight));
  CHECK(lanes::close(h["b"_n]["s"_n], 2.0 * p["b"_n], tight));
  CHECK(lanes::close(h["s"_n]["b"_n], 2.0 * p["b"_n], tight));
  CHECK(h["s"_n]["s"_n] == 0.0);
  CHECK(h["w"_n]["w"_n].shape() == fm::Shape{2, 2, 2, 2});
  CHECK(lanes::close(h["w"_n]["b"_n], fm::zeros<double>({2, 2, 3}), 0));
  CHECK(lanes::close(h["b"_n]["w"_n], fm::zeros<double>({3, 2, 2}), 0));
}
TEST_CASE("Jacobians inside and outside other transforms", "[jacobian]") {
  auto const xs = check::some_tensor<double>({3, 3}, 1);
  auto const loop = [](auto const& f, auto const& x) { return fm::vmap_loop(f)(x); };
  CHECK(lanes::close(fm::vmap(fm::jacfwd(Mixed{}))(xs), loop(fm::jacfwd(Mixed{}), xs), tight));
  CHECK(lanes::close(fm::vmap(fm::jacrev(Mixed{}))(xs), loop(fm::jacrev(Mixed{}), xs), tight));
  CHECK(lanes::close(fm::vmap(fm::hessian(Cubic{}))(xs), loop(fm::hessian(Cubic{}), xs), tight));
  // A Jacobian of a vmap is block diagonal.
  auto const j = fm::jacrev(fm::vmap(Mixed{}))(xs);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k)
      CHECK(
          lanes::close(fm::index(j[i], k, 1), i == k ? fm::jacfwd(Mixed{})(xs[i]) : fm::zeros<double>({4, 3}), tight));
  CHECK(lanes::close(fm::jacfwd(fm::vmap(Mixed{}))(xs), j, tight));
  auto const norm = [](auto const& x) { return fm::sum(fm::square(fm::jacrev(Mixed{})(x))); };
  auto const forward = [](auto const& x) { return fm::sum(fm::square(fm::jacfwd(Mixed{})(x))); };
  CHECK(lanes::close(fm::grad(norm)(xs[0]), fm::grad(forward)(xs[0]), 1e-11));
  fm::check_grads(norm, xs[0], {.order = 1});
}
