// tests/vmap/implicit_test.cpp: roots, fixed points and linear systems under vmap
// SPDX-License-Identifier: MIT
#include "vmap/nests.hpp"

namespace {

using T = fm::Tensor<double>;

struct Implicit {
  int op;
  template <class X> X operator()(X const& x) const {
    switch (op) {
      case 0:  // y^3 + y = x
        return fm::root([](auto const& y, auto const& p) { return y * y * y + y - p; }, fm::zeros_like(x), x);
      case 1:  // y = sin(y) / 2 + x
        return fm::fixed_point([](auto const& y, auto const& p) { return 0.5 * fm::sin(y) + p; }, x, x);
      default:  // (4 + x x^T) y = x
        return fm::linear_solve([](auto const& y, auto const& p) { return 4.0 * y + p * fm::sum(p * y); }, x, x);
    }
  }
};

}  // namespace

TEST_CASE("implicit functions under vmap", "[vmap][root][fixed_point][linear]") {
  auto const x = check::some_tensor<double>({3, 2}, 1);
  for (int op = 0; op < 3; ++op)
    lanes::check_lanes<true>("equation " + std::to_string(op), Implicit{op}, fm::in_axes<0>, x);
}

TEST_CASE("each lane takes as many steps as it needs", "[vmap][fixed_point]") {
  // x = a x + 1 takes about log(1e-10) / log(a) steps.
  auto const f = [](auto const& a) {
    return fm::fixed_point([](auto const& x, auto const& p) { return p * x + 1.0; }, fm::zeros_like(a), a);
  };
  auto const a = fm::tensor<double>({0.1, 0.99, 0.5});
  CHECK(lanes::close(fm::vmap(f)(a), fm::vmap_loop(f)(a), 0));
  CHECK(lanes::close(fm::vmap(fm::grad(f))(a), fm::square(1.0 / (1.0 - a)), 1e-6));
  // One that does not converge is an error, as it is alone.
  CHECK_THROWS_WITH(fm::vmap(f)(fm::tensor<double>({0.5, 2.0})), Catch::Contains("fixed_point: no convergence"));
}

TEST_CASE("only the start is mapped: each lane finds the root that is next to it", "[vmap][root]") {
  auto const f = [](auto const& start, auto const& p) {
    return fm::root([](auto const& x, auto const& s) { return x * x - s; }, start, p);
  };
  auto const starts = fm::tensor<double>({1, -1, 3});
  auto const map = fm::vmap(f, fm::in_axes<0, fm::none>);
  CHECK(lanes::close(map(starts, 4.0), fm::tensor<double>({2, -2, 2}), 1e-14));
  // dx/ds = 1 / (2 x)
  CHECK(fm::grad<1>([&](auto const& s, auto const& p) { return fm::sum(map(s, p)); })(starts, 4.0) ==
        Approx(0.25).epsilon(1e-13));
  CHECK(fm::jvp([&](auto const& p, auto const& s) { return fm::sum(fm::square(map(s, p))); }, 4.0, 1.0, starts)
            .second.item() == Approx(3).epsilon(1e-13));
}
