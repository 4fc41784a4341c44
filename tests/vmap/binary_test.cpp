// tests/vmap/binary_test.cpp: ops of two arguments that broadcast, and products, under vmap: every choice of what is mapped
// SPDX-License-Identifier: MIT
#include "vmap/same.hpp"

namespace {

enum binary_op { add, sub, mul, div, zero_mul, fmod, remainder, xlogy, atan2, hypot, maximum, minimum, fmax, fmin, gate, pow, where, clamp, compare, elementwise, operators, count };
struct formula {
  auto operator()(auto const& x, auto const& y) const { return fm::mul(fm::sin(x), fm::exp(y)); }
};
struct Binary {
  int op;
  template <class X, class Y> auto operator()(X const& x, Y const& y) const {
    using R = decltype(fm::add(x, y));
    return R(run<R>(x, y));
  }
  template <class R, class X, class Y> R run(X const& x, Y const& y) const {
    switch (op) {
      case add: return fm::add(x, y);
      case sub: return fm::sub(x, y);
      case mul: return fm::mul(x, y);
      case div: return fm::div(x, y);
      case zero_mul: return fm::zero_mul(x, y);
      case fmod: return fm::fmod(x, y);
      case remainder: return fm::remainder(x, y);
      case xlogy: return fm::xlogy(x, y);
      case atan2: return fm::atan2(x, y);
      case hypot: return fm::hypot(x, y);
      case maximum: return fm::maximum(x, y);
      case minimum: return fm::minimum(x, y);
      case fmax: return fm::fmax(x, y);
      case fmin: return fm::fmin(x, y);
      case gate: return fm::gate(x + y, y - 0.5);
      case pow: return fm::pow(x, y);
      case where: return fm::where(fm::less(x, y), x, y * y);
      case clamp: return fm::clamp(x, 0.2, y);
      case compare:
        return fm::where(fm::equal(x, y), x, y) + fm::where(fm::not_equal(x, y), x, 0.0) + fm::where(fm::less_equal(x, y), 1.0, y) +
               fm::where(fm::greater(x, y), x, y) + fm::where(fm::greater_equal(x, y), x, 2 * y);
      case elementwise: return fm::elementwise(formula{}, x, y);
      default: return x * y - x / (y + 1.0) + 2 * y;
    }
  }
};
struct Product {
  bool tx, ty;
  template <class X, class Y> auto operator()(X const& x, Y const& y) const { return fm::matmul(x, y, tx, ty); }
};
struct Joined {
  int op;
  template <class X, class Y> auto operator()(X const& x, Y const& y) const {
    switch (op) {
      case 0: return fm::concat(0, x, y, x);
      case 1: return fm::concat(-1, x, y);
      case 2: return fm::stack(1, x, y);
      default: return fm::linear_scan(x, y, 0);
    }
  }
};
struct Vectors {
  int op;
  template <class X, class Y> auto operator()(X const& x, Y const& y) const {
    if (op == 0) return fm::outer(x, y);
    return fm::dot(x, y);
  }
};

// What is mapped: both, or one of them; the lanes of a mapped argument stand first, or at another axis.
template <class F> void every_choice(std::string const& what, F const& f, fm::Shape const& x, fm::Shape const& y) {
  auto const positive = [](fm::Shape const& s, unsigned salt) { return fm::abs(check::some_tensor<double>(s, salt)); };
  fm::Shape xs{3}, ys{3};
  for (int64_t n : x) xs.push_back(n);
  for (int64_t n : y) ys.push_back(n);
  auto const a = positive(xs, 1), b = positive(ys, 2);
  lanes::check_lanes(what + ", both", f, fm::in_axes<0, 0>, a, b);
  lanes::check_lanes(what + ", first", f, fm::in_axes<0, fm::none>, a, positive(y, 3));
  lanes::check_lanes(what + ", second", f, fm::in_axes<fm::none, 0>, positive(x, 4), b);
}

}  // namespace

TEST_CASE("every op of two arguments under vmap is the loop", "[vmap]") {
  for (int op = 0; op < count; ++op) {
    std::string const name = "op " + std::to_string(op);
    every_choice(name + " equal shapes", Binary{op}, {2, 3}, {2, 3});
    every_choice(name + " rank 2 and 1", Binary{op}, {2, 3}, {3});
    every_choice(name + " rank 0 and 2", Binary{op}, {}, {2, 2});
    every_choice(name + " rank 0", Binary{op}, {}, {});
    every_choice(name + " column and row", Binary{op}, {2, 1}, {1, 3});
  }
}
TEST_CASE("products under vmap are the loop", "[vmap]") {
  for (int t = 0; t < 4; ++t) {
    bool const tx = (t & 1) != 0, ty = (t & 2) != 0;
    std::string const name = "matmul " + std::to_string(t);
    auto const left = [&](int64_t m, int64_t k) { return tx ? fm::Shape{k, m} : fm::Shape{m, k}; };
    auto const right = [&](int64_t k, int64_t n) { return ty ? fm::Shape{n, k} : fm::Shape{k, n}; };
    every_choice(name, Product{tx, ty}, left(2, 3), right(3, 4));
    every_choice(name + " one row", Product{tx, ty}, left(1, 3), right(3, 4));
    every_choice(name + " one column", Product{tx, ty}, left(2, 3), right(3, 1));
    every_choice(name + " nothing inside", Product{tx, ty}, left(2, 0), right(0, 2));
  }
  every_choice("vector and matrix", Product{false, false}, {3}, {3, 2});
  every_choice("matrix and vector", Product{false, false}, {2, 3}, {3});
  every_choice("vectors", Product{false, false}, {3}, {3});
  every_choice("batch and matrix", Product{false, false}, {2, 2, 3}, {3, 2});
  every_choice("matrix and batch", Product{false, false}, {2, 3}, {2, 3, 2});
  every_choice("batches that broadcast", Product{false, false}, {2, 1, 2, 3}, {2, 3, 2});
}
TEST_CASE("joins, recurrences and vector products under vmap are the loop", "[vmap]") {
  for (int op = 0; op < 4; ++op) every_choice("joined " + std::to_string(op), Joined{op}, {2, 3}, {2, 3});
  every_choice("joined of other sizes", Joined{0}, {1, 3}, {2, 3});
  for (int op = 0; op < 2; ++op) every_choice("vectors " + std::to_string(op), Vectors{op}, {3}, {3});
}
TEST_CASE("axes of in and out", "[vmap]") {
  auto const x = check::some_tensor<double>({2, 3, 4}, 1), y = check::some_tensor<double>({4, 3}, 2);
  lanes::check_lanes("axes 1 and -1", Binary{mul}, fm::in_axes<1, -1>, x, y);
  auto const f = [](auto const& a, auto const& b) { return a * fm::sum(b); };
  auto const front = fm::vmap(f, fm::in_axes<0, fm::none>)(x, y);
  auto const back = fm::vmap(f, fm::in_axes<0, fm::none>, fm::out_axes<-1>)(x, y), middle = fm::vmap(f, fm::in_axes<0, fm::none>, fm::out_axes<1>)(x, y);
  CHECK(lanes::close(fm::permute(back, {2, 0, 1}), front, 0));
  CHECK(lanes::close(fm::permute(middle, {1, 0, 2}), front, 0));
  CHECK(lanes::close(fm::vmap_loop(f, fm::in_axes<0, fm::none>, fm::out_axes<1>)(x, y), middle, 1e-12));
}
