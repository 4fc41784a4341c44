// tests/vmap/binary_test.cpp: elementwise ops of two arguments under vmap: every choice of what is mapped
// SPDX-License-Identifier: MIT
#include "vmap/same.hpp"

namespace {

enum binary_op {
  add,
  sub,
  mul,
  div,
  zero_mul,
  fmod,
  remainder,
  xlogy,
  atan2,
  hypot,
  maximum,
  minimum,
  fmax,
  fmin,
  gate,
  pow,
  where,
  clamp,
  compare,
  elementwise,
  operators,
  count
};
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
      case add:
        return fm::add(x, y);
      case sub:
        return fm::sub(x, y);
      case mul:
        return fm::mul(x, y);
      case div:
        return fm::div(x, y);
      case zero_mul:
        return fm::zero_mul(x, y);
      case fmod:
        return fm::fmod(x, y);
      case remainder:
        return fm::remainder(x, y);
      case xlogy:
        return fm::xlogy(x, y);
      case atan2:
        return fm::atan2(x, y);
      case hypot:
        return fm::hypot(x, y);
      case maximum:
        return fm::maximum(x, y);
      case minimum:
        return fm::minimum(x, y);
      case fmax:
        return fm::fmax(x, y);
      case fmin:
        return fm::fmin(x, y);
      case gate:
        return fm::gate(x + y, y - 0.5);
      case pow:
        return fm::pow(x, y);
      case where:
        return fm::where(fm::less(x, y), x, y * y);
      case clamp:
        return fm::clamp(x, 0.2, y);
      case compare:
        return fm::where(fm::equal(x, y), x, y) + fm::where(fm::not_equal(x, y), x, 0.0) +
               fm::where(fm::less_equal(x, y), 1.0, y) + fm::where(fm::greater(x, y), x, y) +
               fm::where(fm::greater_equal(x, y), x, 2 * y);
      case elementwise:
        return fm::elementwise(formula{}, x, y);
      default:
        return x * y - x / (y + 1.0) + 2 * y;
    }
  }
};
}  // namespace

TEST_CASE("every op of two arguments under vmap is the loop", "[vmap]") {
  for (int op = 0; op < count; ++op) {
    std::string const name = "op " + std::to_string(op);
    lanes::every_choice(name + " equal shapes", Binary{op}, {2, 3}, {2, 3});
    lanes::every_choice(name + " rank 2 and 1", Binary{op}, {2, 3}, {3});
    lanes::every_choice(name + " rank 0 and 2", Binary{op}, {}, {2, 2});
    lanes::every_choice(name + " rank 0", Binary{op}, {}, {});
    lanes::every_choice(name + " column and row", Binary{op}, {2, 1}, {1, 3});
  }
}
TEST_CASE("axes of in and out", "[vmap]") {
  auto const x = check::some_tensor<double>({2, 3, 4}, 1), y = check::some_tensor<double>({4, 3}, 2);
  lanes::check_lanes("axes 1 and -1", Binary{mul}, fm::in_axes<1, -1>, x, y);
  auto const f = [](auto const& a, auto const& b) { return a * fm::sum(b); };
  auto const front = fm::vmap(f, fm::in_axes<0, fm::none>)(x, y);
  auto const back = fm::vmap(f, fm::in_axes<0, fm::none>, fm::out_axes<-1>)(x, y),
             middle = fm::vmap(f, fm::in_axes<0, fm::none>, fm::out_axes<1>)(x, y);
  CHECK(lanes::close(fm::permute(back, {2, 0, 1}), front, 0));
  CHECK(lanes::close(fm::permute(middle, {1, 0, 2}), front, 0));
  CHECK(lanes::close(fm::vmap_loop(f, fm::in_axes<0, fm::none>, fm::out_axes<1>)(x, y), middle, 1e-12));
}
