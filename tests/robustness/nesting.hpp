// nesting.hpp: derivatives by a mode that is a template argument, for the tests of nested transforms
// SPDX-License-Identifier: MIT
#pragma once
#include "support.hpp"

namespace nesting {

enum class mode { forward, reverse };

/// The derivative of f(x, constants...) by x.
template <mode M, class F, class X, class... C> auto d(F const& f, X const& x, C const&... constants) {
  if constexpr (M == mode::forward)
    return fm::jvp(f, x, fm::ones_like(fm::value_of(x)), constants...).second;
  else
    return fm::grad(f)(x, constants...);
}
/// Calls f<outer mode, inner mode>() for each of the four pairs.
template <class F> void for_each_pair_of_modes(F const& f) {
  f.template operator()<mode::forward, mode::forward>();
  f.template operator()<mode::forward, mode::reverse>();
  f.template operator()<mode::reverse, mode::forward>();
  f.template operator()<mode::reverse, mode::reverse>();
}
inline double number(double x) { return x; }
inline double number(fm::Tensor<double> const& x) { return x.item(); }

}  // namespace nesting
