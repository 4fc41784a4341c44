// tests/vmap/same.hpp: vmap against vmap_loop: the value, and every derivative inside and outside of it
// SPDX-License-Identifier: MIT
//
// What is computed is written once, for a Map that is either of the two. The loop sees plain tensors, so it is the oracle.
#pragma once
#include <fmod/fmod.hpp>

#include "support/catch.hpp"
#include "support/check_op.hpp"

namespace lanes {

using T = fm::Tensor<double>;

struct by_vmap {
  template <class F, auto... I, auto... O> static auto over(F f, fm::InAxes<I...> in, fm::OutAxes<O...> out = {}) {
    return fm::vmap(f, in, out);
  }
};
struct by_loop {
  template <class F, auto... I, auto... O> static auto over(F f, fm::InAxes<I...> in, fm::OutAxes<O...> out = {}) {
    return fm::vmap_loop(f, in, out);
  }
};

/// Tensors by name, to be compared.
using Found = std::vector<std::pair<std::string, T>>;
inline bool close(T const& a, T const& b, double tolerance) {
  if (!(a.shape() == b.shape())) return false;
  for (int64_t i = 0; i < a.size(); ++i) {
    double const x = a.data()[i], y = b.data()[i];
    if (!(std::fabs(x - y) <= tolerance * std::max(1.0, std::fabs(y))) && !(std::isnan(x) && std::isnan(y)) && x != y)
      return false;
  }
  return true;
}
inline void compare(std::string const& what, Found const& vmapped, Found const& looped, double tolerance) {
  REQUIRE(vmapped.size() == looped.size());
  for (std::size_t i = 0; i < vmapped.size(); ++i) {
    INFO(what << ", " << vmapped[i].first << "\nvmap " << vmapped[i].second << "\nloop " << looped[i].second);
    CHECK(close(vmapped[i].second, looped[i].second, tolerance));
  }
}
template <class Tree> void keep(Found& found, std::string const& name, Tree const& t) {
  fm::tree::for_each_with_path(
      [&](std::string_view path, auto const& leaf) {
        if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(leaf)>>)
          found.emplace_back(name + " " + std::string(path), fm::scalar(static_cast<double>(leaf)));
        else
          found.emplace_back(name + " " + std::string(path), fm::cast<double>(leaf));
      },
      t);
}

/// A number that every element of the result has its own part in.
struct weighed {
  template <class Y> auto operator()(Y const& y) const {
    return fm::sum(
        fm::mul(y, fm::cast<fm::tower::element_t<Y>>(check::some_tensor<double>(fm::tower::shape_of(y), 5))));
  }
};
template <class F> struct Scalar {
  F f;
  template <class... X> auto operator()(X const&... x) const { return weighed{}(f(x...)); }
};
template <class F> struct Tangent {  // of f(x..., dx...) along dx
  F f;
  template <class X, class D> auto operator()(X const& x, D const& dx) const { return fm::jvp(f, x, dx).second; }
  template <class X, class Y, class D, class E>
  auto operator()(X const& x, Y const& y, D const& dx, E const& dy) const {
    return fm::jvp(f, fm::args(x, y), fm::args(dx, dy)).second;
  }
};
template <class F, std::size_t N> auto gradient(F const& f) {
  if constexpr (N == 1)
    return fm::grad(Scalar<F>{f});
  else
    return fm::grad<0, 1>(Scalar<F>{f});
}

template <class Map, class F, auto... I> auto mapped(F const& f, fm::InAxes<I...>) {
  return Map::over(f, fm::in_axes<I...>);
}

/// f under Map, with derivatives by all arguments.
template <class Map, bool Second, class F, auto... I, class... X>
Found all_of(F const& f, fm::InAxes<I...> in, X const&... x) {
  Found found;
  constexpr std::size_t n = sizeof...(X);
  std::tuple<X...> const dx{check::some_tensor<typename X::value_type>(x.shape(), 3)...};
  auto const whole = Map::over(f, in);
  keep(found, "value", whole(x...));
  keep(found, "grad of map", gradient<std::remove_const_t<decltype(whole)>, n>(whole)(x...));
  keep(found, "map of grad", Map::over(gradient<F, n>(f), in)(x...));
  std::apply(
      [&](auto const&... d) {
        keep(found, "jvp of map", Tangent<std::remove_const_t<decltype(whole)>>{whole}(x..., d...));
        keep(found, "map of jvp", Map::over(Tangent<F>{f}, fm::in_axes<I..., I...>)(x..., d...));
        if constexpr (Second) {
          auto const g = gradient<F, n>(f);
          keep(found, "map of jvp of grad",
               Map::over(Tangent<std::remove_const_t<decltype(g)>>{g}, fm::in_axes<I..., I...>)(x..., d...));
          auto const inner = Map::over(g, in);
          keep(found, "jvp of map of grad", Tangent<std::remove_const_t<decltype(inner)>>{inner}(x..., d...));
        }
      },
      dx);
  return found;
}
template <bool Second = false, class F, auto... I, class... X>
void check_lanes(std::string const& what, F const& f, fm::InAxes<I...> in, X const&... x) {
  compare(what, all_of<by_vmap, Second>(f, in, x...), all_of<by_loop, Second>(f, in, x...), 1e-11);
}

/// What is mapped: both, or one of them.
template <class F> void every_choice(std::string const& what, F const& f, fm::Shape const& x, fm::Shape const& y) {
  auto const positive = [](fm::Shape const& s, unsigned salt) { return fm::abs(check::some_tensor<double>(s, salt)); };
  fm::Shape xs{3}, ys{3};
  for (int64_t n : x) xs.push_back(n);
  for (int64_t n : y) ys.push_back(n);
  auto const a = positive(xs, 1), b = positive(ys, 2);
  check_lanes(what + ", both", f, fm::in_axes<0, 0>, a, b);
  check_lanes(what + ", first", f, fm::in_axes<0, fm::none>, a, positive(y, 3));
  check_lanes(what + ", second", f, fm::in_axes<fm::none, 0>, positive(x, 4), b);
}

}  // namespace lanes
