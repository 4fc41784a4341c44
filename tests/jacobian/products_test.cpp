// tests/jacobian/products_test.cpp: linear_transpose, Gauss-Newton and Fisher products against the matrices
// SPDX-License-Identifier: MIT
#include "vmap/same.hpp"

using namespace fm::literals;
using T = fm::Tensor<double>;

TEST_CASE("the transpose of a linear function", "[jacobian]") {
  auto const a = check::some_tensor<double>({2, 3}, 1), ct = check::some_tensor<double>({2}, 2),
             x = check::some_tensor<double>({3}, 3);
  auto const f = [&](auto const& v) { return fm::matmul(a, v); };
  auto const t = fm::linear_transpose(f, x);
  CHECK(lanes::close(t(ct), fm::matmul(ct, a), 1e-13));
  // Twice is the function itself.
  auto const twice = fm::linear_transpose([&](auto const& c) { return t(c); }, ct);
  CHECK(lanes::close(twice(x), f(x), 1e-13));
  auto const trees = fm::linear_transpose([](auto const& p) { return fm::cumsum(p["a"_n]) + fm::sum(p["b"_n]); },
                                          fm::dict("a"_n = x, "b"_n = ct));
  auto const d = trees(x);
  CHECK(lanes::close(d["b"_n], fm::full({2}, fm::sum(x).item()), 1e-13));
  CHECK(lanes::close(d["a"_n], fm::flip(fm::cumsum(fm::flip(x))), 1e-13));
}
TEST_CASE("Gauss-Newton product", "[jacobian]") {
  auto const p = fm::dict("w"_n = check::some_tensor<double>({2, 3}, 1), "b"_n = check::some_tensor<double>({2}, 2));
  auto const v = fm::dict("w"_n = check::some_tensor<double>({2, 3}, 3), "b"_n = check::some_tensor<double>({2}, 4));
  auto const x = check::some_tensor<double>({4, 3}, 5);
  auto const model = [](auto const& q, auto const& z) {
    return fm::tanh(fm::matmul(z, q["w"_n], false, true) + q["b"_n]);
  };
  auto const loss = [](auto const& y) { return fm::sum(fm::exp(y)) + fm::square(fm::sum(y)); };
  auto const product = fm::gauss_newton_product(model, loss)(p, v, x);

  auto const j = fm::jacrev(model)(p, x);
  T const flat = fm::concat(1, fm::reshape(j["w"_n], {8, 6}), fm::reshape(j["b"_n], {8, 2}));
  T const h = fm::reshape(fm::hessian(loss)(model(p, x)), {8, 8});
  auto const [u, unravel] = fm::tree::ravel(v);
  auto const want = unravel(fm::matmul(fm::matmul(flat, h, true), fm::matmul(flat, u)));
  CHECK(lanes::close(product["w"_n], want["w"_n], 1e-12));
  CHECK(lanes::close(product["b"_n], want["b"_n], 1e-12));
  CHECK(fm::tree::dot(v, product).item() > 0);
}
TEST_CASE("Fisher product is the mean of outer products of gradients of each sample", "[jacobian]") {
  auto const w = check::some_tensor<double>({3}, 1), v = check::some_tensor<double>({3}, 2),
             xs = check::some_tensor<double>({5, 3}, 3);
  auto const one = [](auto const& p, auto const& x) { return fm::logsigmoid(fm::sum(p * x)); };
  auto const all = fm::vmap(one, fm::in_axes<fm::none, 0>);
  auto const g = fm::vmap(fm::grad(one), fm::in_axes<fm::none, 0>)(w, xs);
  CHECK(lanes::close(fm::fisher_product(all)(w, v, xs), fm::matmul(fm::matmul(g, v), g) * 0.2, 1e-13));
}
