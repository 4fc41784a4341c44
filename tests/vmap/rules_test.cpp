// tests/vmap/rules_test.cpp: functions with derivative rules of their own, and checkpoints, under vmap
// SPDX-License-Identifier: MIT
#include "vmap/nests.hpp"

namespace {

using T = fm::Tensor<double>;

// Rules that lie (by a factor) show that they are what is used.
auto const jvp_tripled =
    fm::custom_jvp([](auto const& x) { return fm::sin(x); },
                   [](auto const& x, auto const& dx) { return std::pair(fm::sin(x), 3 * fm::cos(x) * dx); });
auto const vjp_doubled = fm::custom_vjp(
    [](auto const& x, auto const& y) { return std::pair(fm::sin(x) * y, fm::sum(x)); },
    [](auto const& x, auto const& y) { return std::pair(std::pair(fm::sin(x) * y, fm::sum(x)), std::pair(x, y)); },
    [](auto const& kept, auto const& ct) {
      auto const& [x, y] = kept;
      return std::tuple(2 * fm::cos(x) * y * ct.first + ct.second, 2 * fm::sum(fm::sin(x) * ct.first));
    });

struct Rules {
  int op;
  template <class X> X operator()(X const& x) const {
    switch (op) {
      case 0:
        return jvp_tripled(x) * x;
      case 1:
        return vjp_doubled(x, fm::sum(x)).first + vjp_doubled(x * x, fm::scalar(2.0)).second;
      default:
        return fm::checkpoint([](auto const& v) { return fm::sin(fm::sum(v)) * v; })(x);
    }
  }
};

}  // namespace

TEST_CASE("custom rules and checkpoints under vmap", "[vmap][custom]") {
  auto const x = check::some_tensor<double>({3, 2, 2}, 1);
  for (int op = 0; op < 3; ++op) lanes::check_lanes("rule " + std::to_string(op), Rules{op}, fm::in_axes<0>, x);
}
