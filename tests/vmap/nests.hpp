// tests/vmap/nests.hpp: nests of transforms around a function of one tensor, by vmap and by the loop
// SPDX-License-Identifier: MIT
#pragma once
#include "vmap/same.hpp"

namespace lanes {

template <class F> struct Gradient {
  F f;
  template <class X> auto operator()(X const& x) const { return fm::grad(Scalar<F>{f})(x); }
};

/// What check_lanes does not see: Jacobians, maps of maps, gradients of mapped gradients, pullbacks.
template <class Map, class F> Found nests_of(F const& f, T const& xs) {
  Found found;
  auto const in = fm::in_axes<0>;
  auto const g = Gradient<F>{f};
  keep(found, "map of jacrev", Map::over(fm::jacrev(f), in)(xs));
  keep(found, "map of hessian", Map::over(fm::hessian(Scalar<F>{f}), in)(xs));
  keep(found, "map of map", Map::over(Map::over(f, in), fm::in_axes<1>)(fm::stack(1, xs, 0.5 * xs)));
  auto const penalty = [g](auto const& v) { return fm::sum(fm::square(Map::over(g, fm::in_axes<0>)(v))); };
  keep(found, "grad of map of grad", fm::grad(penalty)(xs));
  auto const value = [f](auto const& v) { return weighed{}(Map::over(f, fm::in_axes<0>)(v)); };
  keep(found, "hvp of map", fm::hvp(value)(xs, fm::cos(xs)));
  auto const whole = Map::over(f, in);
  auto const [y, pull] = fm::vjp(whole, xs);
  keep(found, "pullback of map", pull(y));
  keep(found, "pushforward of map", fm::linearize(whole, xs).second(fm::sin(xs)));
  return found;
}
template <class F> void check_nests(std::string const& what, F const& f, T const& xs, double tolerance = 1e-10) {
  compare(what, nests_of<by_vmap>(f, xs), nests_of<by_loop>(f, xs), tolerance);
}

}  // namespace lanes
