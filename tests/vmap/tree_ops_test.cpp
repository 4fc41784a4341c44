// tests/vmap/tree_ops_test.cpp: what tree ops do beside vmap: Taylor series, Jacobians, messages, results without lanes
// SPDX-License-Identifier: MIT
#include "vmap/same.hpp"

namespace {

using T = fm::Tensor<double>;

auto const square =
    fm::custom_vjp([](auto const& x) { return x * x; }, [](auto const& x) { return std::pair(x * x, x); },
                   [](auto const& x, auto const& ct) { return 2 * x * ct; });
auto const cube_root = [](auto const& x) {
  return fm::root([](auto const& y, auto const& p) { return y * y * y - p; }, fm::ones_like(x), x);
};

}  // namespace

TEST_CASE("Taylor series of a map and maps of Taylor series", "[vmap][jet]") {
  auto const x = fm::tensor<double>({1, 2, 3}), v = fm::tensor<double>({1, -1, 2});
  auto const check = [&](auto const& f) {
    auto const alone = [&](auto const& a, auto const& d) { return fm::jet(f, a, d, 3); };
    auto const whole = fm::jet(fm::vmap(f), x, v, 3), each = fm::vmap(alone)(x, v), want = fm::vmap_loop(alone)(x, v);
    for (std::size_t k = 0; k < 4; ++k) {
      CHECK(lanes::close(whole[k], want[k], 1e-12));
      CHECK(lanes::close(each[k], want[k], 1e-12));
    }
  };
  check([](auto const& a) { return square(square(a)); });
  check(fm::checkpoint([](auto const& a) { return square(a) * a; }));
  check(cube_root);
}

TEST_CASE("a Jacobian inside of which a value is asked for, differentiated from outside", "[jacobian][checkpoint]") {
  auto const f = fm::checkpoint([](auto const& x) { return fm::value_of(fm::sum(x)) > 0 ? x * x * x : x; });
  auto const x = fm::tensor<double>({1, 2}), v = fm::tensor<double>({3, 5});
  auto const traces = [&](auto const& jacobian) {
    return [jacobian](auto const& a) { return fm::sum(fm::square(jacobian(a))); };  // 9 (x^4 + y^4)
  };
  auto const forward = traces(fm::jacfwd(f));
  auto const reverse = traces(fm::jacrev(f));
  auto const want = 36.0 * x * x * x;
  CHECK(lanes::close(fm::grad(forward)(x), want, 1e-13));
  CHECK(lanes::close(fm::grad(reverse)(x), want, 1e-13));
  CHECK(fm::jvp(forward, x, v).second.item() == Approx(fm::sum(want * v).item()).epsilon(1e-13));
  CHECK(fm::jvp(reverse, x, v).second.item() == Approx(fm::sum(want * v).item()).epsilon(1e-13));
  // The value that a rule returns is asked for.
  auto const g = [](auto const& a) {
    auto const y = square(a);
    return fm::value_of(fm::sum(y)) > 0 ? y * a : a;
  };
  CHECK(lanes::close(fm::grad(traces(fm::jacrev(g)))(x), want, 1e-13));
  CHECK(lanes::close(fm::grad(traces(fm::jacfwd(g)))(x), want, 1e-13));
}

TEST_CASE("a rule that answers in each lane although its value does not depend on the lane", "[vmap][custom]") {
  // Straight through: the value is a constant, the derivative that of the identity.
  auto const through = fm::custom_vjp([](auto const& x) { return fm::ones_like(x); },
                                      [](auto const& x) { return std::pair(fm::ones_like(x), fm::none); },
                                      [](auto const&, auto const& ct) { return ct; });
  auto const weights = fm::tensor<double>({1, 2, 3});
  auto const g = fm::grad([&](auto const& x) {
    return fm::sum(fm::vmap([&](auto const& a, auto const& w) { return through(a) * w; })(x, weights));
  })(fm::zeros<double>({3}));
  CHECK(lanes::close(g, weights, 0));
  auto const push = fm::custom_jvp([](auto const& x) { return fm::ones_like(x); },
                                   [](auto const& x, auto const& dx) { return std::pair(fm::ones_like(x), dx); });
  auto const d = fm::jvp(fm::vmap([&](auto const& a) { return push(a); }), fm::zeros<double>({3}), weights).second;
  CHECK(lanes::close(d, weights, 0));
}

TEST_CASE("messages of rules have the shapes of one lane", "[vmap][custom]") {
  auto const f = fm::custom_vjp([](auto const& x) { return fm::sum(x); },
                                [](auto const& x) { return std::pair(fm::sum(x), fm::none); },
                                [](auto const&, auto const& ct) { return ct; });
  auto const g = fm::custom_jvp([](auto const& x) { return 2 * x; },
                                [](auto const& x, auto const& dx) { return std::pair(2 * x, fm::sum(dx)); });
  auto const x = fm::ones<double>({3, 2});
  auto const want = Catch::Contains("custom_vjp: the cotangent at 0 that its rule returned is (), the value is (2)");
  CHECK_THROWS_AS(fm::vmap(fm::grad(f))(x), fm::shape_error);
  CHECK_THROWS_WITH(fm::vmap(fm::grad(f))(x), want);
  CHECK_THROWS_WITH(fm::grad([&](auto const& v) { return fm::sum(fm::vmap(f)(v)); })(x), want);
  CHECK_THROWS_WITH(fm::jvp(fm::vmap(g), x, x),
                    Catch::Contains("custom_jvp: the tangent that its rule returned is (), the value is (2)"));
}
