// fmod/transforms/lift.hpp: lift, zeros_like, ones_like: what a loop over differentiated values starts from
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/transforms/call.hpp>

namespace fm {

struct lift_function {
  /// h, leaf by leaf, as constants of the highest level among the leaves of the others: `auto h = fm::lift(h0, p, x)` has the
  /// type that a loop `h = step(p, h, x)` assigns to it.
  template <class Tree, class... Others> auto operator()(Tree const& h, Others const&...) const {
    using Ref = transforms::highest_leaf<Tree, Others...>;
    return tree::map(
        [](auto const& leaf) {
          using L = std::remove_cvref_t<decltype(leaf)>;
          if constexpr (!Real<tower::element_t<L>>)
            return leaf;
          else
            return tower::lift<transforms::lifted_t<Ref, L>>(leaf);
        },
        h);
  }
};
inline constexpr lift_function lift{};

/// Zeros (ones) of the type and shape of x, leaf by leaf: constants at x's own level.
struct zeros_like_function {
  template <class Tree> auto operator()(Tree const& x) const {
    return tree::map([](auto const& leaf) { return tower::full_like(leaf, 0); }, x);
  }
};
struct ones_like_function {
  template <class Tree> auto operator()(Tree const& x) const {
    return tree::map([](auto const& leaf) { return tower::full_like(leaf, 1); }, x);
  }
};
inline constexpr zeros_like_function zeros_like{};
inline constexpr ones_like_function ones_like{};

}  // namespace fm
