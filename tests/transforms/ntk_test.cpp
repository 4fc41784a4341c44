// tests/transforms/ntk_test.cpp: the empirical tangent kernel against products of Jacobians and of vjp with jvp
// SPDX-License-Identifier: MIT
#include <fmod/fmod.hpp>
#include <support/catch.hpp>

using namespace fm::literals;

namespace {
using T = fm::Tensor<double>;
auto const model = [](auto const& p, auto const& x) { return fm::tanh(fm::matmul(x, p["w"_n]) + p["b"_n]) * p["s"_n]; };
auto const params = fm::dict("w"_n = fm::tensor<double>({{0.3, -0.2}, {0.5, 0.1}, {-0.4, 0.7}}),
                             "b"_n = fm::tensor<double>({0.1, -0.3}), "s"_n = 1.5);
auto const x1 = fm::tensor<double>({{1, 2, 3}, {-1, 0.5, 2}}),
           x2 = fm::tensor<double>({{0, 1, -1}, {2, 1, 0}, {1, 1, 1}});

double largest_difference(T const& a, T const& b) { return fm::max(fm::abs(a - b)).item(); }
}  // namespace

TEST_CASE("the empirical tangent kernel is the product of Jacobians [functorch#417]", "[ntk]") {
  auto const k = fm::empirical_ntk(model, params, x1, x2);
  REQUIRE(k.shape() == fm::Shape{2, 3, 2, 2});
  for (int64_t i = 0; i < 2; ++i)
    for (int64_t j = 0; j < 3; ++j) {
      auto const a = fm::jacfwd(model)(params, x1[i]), b = fm::jacfwd(model)(params, x2[j]);
      auto want = fm::zeros<double>({2, 2});
      fm::tree::for_each(
          [&](auto const& u, auto const& v) {
            int64_t const n = u.size() / 2;
            want = want + fm::matmul(fm::reshape(u, {2, n}), fm::reshape(v, {2, n}), false, true);
          },
          a, b);
      CHECK(largest_difference(k[i][j], want) < 1e-13);
    }
}

TEST_CASE("the empirical tangent kernel is vmap of vmap of jvp of vjp", "[ntk]") {
  auto const pair_kernel = [](auto const& a, auto const& b) {
    auto const along = [&](auto const& ct, auto const& u, auto const& v) {
      auto const back = fm::vjp(model, params, v).second(ct);
      return fm::jvp(model, params, back, u).second;
    };
    return fm::vmap(along, fm::in_axes<0, fm::none, fm::none>, fm::out_axes<1>)(fm::eye<double>(2), a, b);
  };
  auto const all = fm::vmap(fm::vmap(pair_kernel, fm::in_axes<fm::none, 0>), fm::in_axes<0, fm::none>)(x1, x2);
  CHECK(largest_difference(fm::empirical_ntk(model, params, x1, x2), all) < 1e-13);
}

TEST_CASE("the kernel of a number is a matrix, and is differentiable", "[ntk]") {
  auto const f = [](auto const& p, auto const& x) { return fm::sum(p * p * x); };  // J = 2 p x
  auto const p = fm::tensor<double>({1, 2, 3});
  auto const k = fm::empirical_ntk(f, p, x1, x1);
  REQUIRE(k.shape() == fm::Shape{2, 2});
  CHECK(k(0, 1) == k(1, 0));
  CHECK(k(0, 0) == 4 * (1 * 1 + 4 * 4 + 9 * 9));
  // d/dp sum of K = 8 p (sum of x)^2
  auto const g = fm::grad([&](auto const& q) { return fm::sum(fm::empirical_ntk(f, q, x1, x1)); })(p);
  CHECK(largest_difference(g, 8.0 * p * fm::square(fm::sum(x1, 0))) < 1e-11);
}
