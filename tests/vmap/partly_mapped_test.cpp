// tests/vmap/partly_mapped_test.cpp: tree ops with arguments and results of every kind: numbers, integers, what has no lanes
// SPDX-License-Identifier: MIT
#include "vmap/nests.hpp"

using namespace fm::literals;

namespace {

using T = fm::Tensor<double>;

// Of a number, a tensor and an integer; two results, one of which takes no part of the tensor.
auto const value = [](auto const& p, auto const& x, auto const& i) {
  return fm::dict("y"_n = p * x * fm::sum(fm::take(x, i)), "q"_n = p * p, "i"_n = i);
};
auto const by_checkpoint = fm::checkpoint(value);
auto const by_jvp =
    fm::custom_jvp(value, [](auto const& p, auto const& x, auto const& i, auto const& dp, auto const& dx, auto const&) {
      auto const s = fm::sum(fm::take(x, i));
      return std::pair(value(p, x, i), fm::dict("y"_n = dp * x * s + p * dx * s + p * x * fm::sum(fm::take(dx, i)),
                                                "q"_n = 2.0 * p * dp, "i"_n = fm::zero));
    });
auto const by_vjp = fm::custom_vjp(
    value, [](auto const& p, auto const& x, auto const& i) { return std::pair(value(p, x, i), std::tuple(p, x, i)); },
    [](auto const& kept, auto const& ct) {
      auto const& [p, x, i] = kept;
      auto const s = fm::sum(fm::take(x, i));
      auto const along = fm::sum(ct["y"_n] * x);
      return std::tuple(along * s + 2.0 * p * ct["q"_n],
                        ct["y"_n] * p * s + fm::scatter_add(fm::broadcast_to(along * p, {1}), i, 3), fm::zero);
    });
template <class Op> struct Weighed {
  Op op;
  template <class P, class X, class I> auto operator()(P const& p, X const& x, I const& i) const {
    auto const r = op(p, x, i);
    return fm::sum(fm::square(r["y"_n])) + r["q"_n] * fm::sum(x) + fm::sum(fm::cast<double>(r["i"_n]));
  }
};

// Everything that is mapped or not, with derivatives by p and x together.
template <class Map, class F, class In, class P>
lanes::Found all_of(F const& f, In in, P const& p, T const& x, fm::Tensor<int64_t> const& i) {
  lanes::Found found;
  auto const whole = [&](auto const& q, auto const& z, auto const& j) {
    return fm::sum(fm::square(Map::over(f, in)(q, z, j)));
  };
  lanes::keep(found, "map", Map::over(f, in)(p, x, i));
  lanes::keep(found, "map of grad", Map::over(fm::grad<0, 1>(f), in)(p, x, i));
  lanes::keep(found, "grad of map", fm::grad<0, 1>(whole)(p, x, i));
  lanes::keep(found, "jvp of map", fm::jvp(whole, fm::args(p, x), fm::args(fm::cos(p), fm::sin(x)), i).second);
  return found;
}
template <class Op> void check_all(std::string const& what, Op const& op) {
  Weighed<Op> const f{op};
  auto const xs = check::some_tensor<double>({4, 3}, 1), ps = check::some_tensor<double>({4}, 2);
  auto const is = fm::tensor<int64_t>({{0}, {2}, {1}, {2}}), one = fm::tensor<int64_t>({1});
  auto const check = [&](char const* which, auto in, auto const& p, T const& x, fm::Tensor<int64_t> const& i) {
    lanes::compare(what + ", " + which, all_of<lanes::by_vmap>(f, in, p, x, i), all_of<lanes::by_loop>(f, in, p, x, i),
                   1e-12);
  };
  check("all", fm::in_axes<0, 0, 0>, ps, xs, is);
  check("x, and a number", fm::in_axes<fm::none, 0, fm::none>, 0.7, xs, one);
}

}  // namespace

TEST_CASE("some arguments are mapped, to a checkpoint", "[vmap][checkpoint]") {
  check_all("checkpoint", by_checkpoint);
}
TEST_CASE("some arguments are mapped, to a custom jvp", "[vmap][custom]") { check_all("custom_jvp", by_jvp); }
TEST_CASE("some arguments are mapped, to a custom vjp", "[vmap][custom]") { check_all("custom_vjp", by_vjp); }
