// tests/tower/outer_test.cpp: outer products of mapped vectors are computed when they are read, and norms do not read them
// SPDX-License-Identifier: MIT
#include "vmap/same.hpp"

using namespace fm::literals;
using lanes::T;

namespace {

auto const loss = [](auto const& p, auto const& x) {
  auto const h = fm::tanh(fm::matmul(x, p["w1"_n], false, true) + p["b1"_n]);
  return fm::sum(fm::sin(fm::matmul(p["w2"_n], h)));
};
auto parameters() {
  return fm::dict("w1"_n = check::some_tensor<double>({3, 2}, 1), "b1"_n = check::some_tensor<double>({3}, 2),
                  "w2"_n = check::some_tensor<double>({4, 3}, 3));
}
T const xs = check::some_tensor<double>({5, 2}, 4);
constexpr auto in = fm::in_axes<fm::none, 0>;

/// What is made of the gradient of one example, by Map over the examples.
template <class Map> struct Made {
  template <class F, class P> static auto of_each(F const& f, P const& p) {
    auto const one = [&](auto const& q, auto const& x) { return f(fm::grad(loss)(q, x)); };
    return Map::over(one, in)(p, xs);
  }
  /// All of it, so that a second transform can stand outside.
  template <class P> auto operator()(P const& p) const {
    auto const norms = of_each([](auto const& g) { return fm::tree::norm(g); }, p);
    auto const kept = of_each([](auto const& g) { return fm::norm(g["w1"_n], {0, 1}, fm::keepdims); }, p);
    auto const rows = of_each([](auto const& g) { return fm::norm(g["w1"_n], 1); }, p);
    auto const clipped = of_each([](auto const& g) { return fm::tree::scale(1.0 / fm::tree::norm(g), g); }, p);
    auto const twice = of_each([](auto const& g) { return g["w2"_n] * g["w2"_n] + fm::exp(g["w2"_n]); }, p);
    return std::tuple(norms, kept, rows, clipped, twice);
  }
};
template <class Map> lanes::Found found() {
  lanes::Found all;
  auto const p = parameters();
  Made<Map> const made;
  lanes::keep(all, "value", made(p));
  auto const dp = fm::tree::map([](auto const& w) { return check::some_tensor<double>(w.shape(), 7); }, p);
  lanes::keep(all, "jvp", fm::jvp(made, p, dp).second);
  auto const total = [&](auto const& q) {
    auto const all = made(q);
    return fm::tree::dot(
        all, fm::tree::map([](auto const& y) { return check::some_tensor<double>(fm::tower::shape_of(y), 5); }, all));
  };
  lanes::keep(all, "grad", fm::grad(total)(p));
  return all;
}

}  // namespace

TEST_CASE("gradients of each example, read in every way", "[outer]") {
  lanes::compare("outer", found<lanes::by_vmap>(), found<lanes::by_loop>(), 1e-11);
}
TEST_CASE("a norm inside vmap can be differentiated there", "[outer]") {
  auto const p = parameters();
  auto const norm = [](auto const& q, auto const& x) { return fm::tree::norm(fm::grad(loss)(q, x)); };
  auto const g = fm::vmap(fm::grad<1>(norm), in)(p, xs), want = fm::vmap_loop(fm::grad<1>(norm), in)(p, xs);
  CHECK(lanes::close(g, want, 1e-12));
  auto const by_p = fm::vmap(fm::grad(norm), in)(p, xs), want_by_p = fm::vmap_loop(fm::grad(norm), in)(p, xs);
  CHECK(lanes::close(by_p["w1"_n], want_by_p["w1"_n], 1e-12));
  CHECK(lanes::close(by_p["w2"_n], want_by_p["w2"_n], 1e-12));
}
TEST_CASE("outer products in a vmap of a vmap, transposed and not, of integers", "[outer]") {
  T const a = check::some_tensor<double>({4, 3, 2}, 1), b = check::some_tensor<double>({4, 3, 5}, 2);
  auto const norm = [](auto const& x, auto const& y) {
    return fm::norm(fm::matmul(fm::expand_dims(x, 1), fm::expand_dims(y, 0)));
  };
  CHECK(lanes::close(fm::vmap(fm::vmap(norm))(a, b), fm::norm(a, -1) * fm::norm(b, -1), 1e-14));
  auto const product = [](auto const& x, auto const& y) {
    return fm::matmul(fm::expand_dims(x, 0), fm::expand_dims(y, 1), true, true);
  };
  T const want = fm::expand_dims(a, -1) * fm::expand_dims(b, 2);
  CHECK(lanes::close(fm::vmap(fm::vmap(product))(a, b), want, 0));
  auto const i = fm::cast<int64_t>(10 * a), j = fm::cast<int64_t>(10 * b);
  CHECK(lanes::close(fm::cast<double>(fm::vmap(fm::vmap(product))(i, j)),
                     fm::cast<double>(fm::expand_dims(i, -1) * fm::expand_dims(j, 2)), 0));
  CHECK(fm::vmap(norm)(fm::zeros<double>({0, 2}), fm::zeros<double>({0, 5})).shape() == fm::Shape{0});
  CHECK(fm::vmap(product)(fm::zeros<double>({0, 2}), fm::zeros<double>({0, 5})).shape() == fm::Shape{0, 2, 5});
  // The norm of the factors does not overflow where that of the product does not.
  auto const tall = fm::full<double>({1, 2}, 1e200), small = fm::full<double>({1, 3}, 1e-200);
  CHECK(lanes::close(fm::vmap(norm)(tall, small), fm::full<double>({1}, std::sqrt(6.0)), 1e-14));
}
TEST_CASE("norms of many gradients need no memory for them", "[outer]") {
  int64_t const batch = 64, n = 128;
  auto const w = fm::ones<double>({n, n});
  auto const x = check::some_tensor<double>({batch, n}, 1);
  auto const f = [](auto const& v, auto const& one) { return fm::sum(fm::tanh(fm::matmul(v, one))); };
  auto const norm = [&](auto const& v, auto const& one) { return fm::norm(fm::grad(f)(v, one)); };
  fm::memory::reset_peak();
  auto const before = fm::memory::stats().peak;
  auto const norms = fm::vmap(norm, in)(w, x);
  auto const product = static_cast<std::size_t>(batch * n * n) * sizeof(double);
  CHECK(fm::memory::stats().peak - before < product / 4);
  CHECK(lanes::close(norms, fm::vmap_loop(norm, in)(w, x), 1e-13));
}
