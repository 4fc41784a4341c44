// fmod/tree/partition.hpp: partition a tree in two, each with fm::none where the other has the leaf; combine them again
// SPDX-License-Identifier: MIT
//
//   auto [floats, rest] = fm::tree::partition<std::is_floating_point>(t);          by a trait of the leaf type
//   auto [trained, frozen] = fm::tree::partition(mask, params);                   mask: a tree of std::true_type, false_type
//   fm::tree::combine(trained, frozen) == params
//
// fm::none is a tree without leaves, so map, grad and optimizers pass it by.
#pragma once
#include <fmod/tree/map.hpp>

namespace fm::tree {

/// In a mask, one std::true_type or std::false_type stands for a whole subtree.
template <bool B> inline constexpr bool is_prefix<std::bool_constant<B>> = true;

namespace detail {

template <class Mask> inline constexpr bool is_mask = !is_leaf<Mask> && kind_of<Mask> != kind::none;
template <bool B> inline constexpr bool is_mask<std::bool_constant<B>> = true;

template <template <class> class Trait> struct by_trait {
  template <class L> constexpr std::bool_constant<static_cast<bool>(Trait<L>::value)> operator()(const L&) const {
    return {};
  }
};

/// Whether a predicate selects leaves of type L.
template <class Pred, class L> constexpr bool selects() {
  if constexpr (requires { Pred{}.template operator()<L>(); })
    return static_cast<bool>(Pred{}.template operator()<L>());
  else if constexpr (requires(const Pred& p, const L& leaf) { std::bool_constant<decltype(p(leaf))::value>{}; })
    return decltype(std::declval<const Pred&>()(std::declval<const L&>()))::value;
  else {
    static_assert(wrong::not_a_predicate<Pred, L>,
                  "fm::tree::partition: the choice must be made by type: pred(leaf) returns std::true_type or "
                  "std::false_type, or "
                  "pred is []<class Leaf>() { return ...; }, or a mask of such constants is given");
    return false;
  }
}
template <bool Keep, class L> constexpr auto keep_if(L&& leaf) {
  if constexpr (Keep)
    return std::remove_cvref_t<L>(std::forward<L>(leaf));
  else
    return none_t{};
}

}  // namespace detail

/// Splits a tree: pair(selected, rest), both of the structure of `t`, with `fm::none` for the leaves of the other side. Which
/// leaves are selected is known at compile time: `choice` is a predicate of the leaf's type or a mask, a tree of
/// std::true_type and std::false_type in which one constant may stand for a subtree.
template <class Choice, class T> constexpr auto partition([[maybe_unused]] const Choice& choice, T&& t) {
  if constexpr (detail::is_mask<Choice>) {
    const auto side =
        [&]<bool Side>(std::bool_constant<Side>) {  // a leaf not kept is not touched, so both sides may move
          return tree::map(
              []<class L, bool B>(L&& leaf, const std::bool_constant<B>&) {
                return detail::keep_if<B == Side>(std::forward<L>(leaf));
              },
              std::forward<T>(t), choice);
        };
    using pair = std::pair<decltype(side(std::true_type{})), decltype(side(std::false_type{}))>;
    return pair{side(std::true_type{}), side(std::false_type{})};
  } else {
    const auto side = [&]<bool Side>(std::bool_constant<Side>) {
      return tree::map(
          []<class L>(L&& leaf) {
            return detail::keep_if<detail::selects<Choice, std::remove_cvref_t<L>>() == Side>(std::forward<L>(leaf));
          },
          std::forward<T>(t));
    };
    using pair = std::pair<decltype(side(std::true_type{})), decltype(side(std::false_type{}))>;
    return pair{side(std::true_type{}), side(std::false_type{})};
  }
}
/// The same by a trait of the leaf type: `partition<std::is_floating_point>(t)`.
template <template <class> class Trait, class T> constexpr auto partition(T&& t) {
  return tree::partition(detail::by_trait<Trait>{}, std::forward<T>(t));
}

/// The inverse of partition: what is `fm::none` in one tree is taken from the other. Two values at one place do not compile.
template <class A, class B> constexpr auto combine(A&& a, B&& b) {
  using V = std::remove_cvref_t<A>;
  using W = std::remove_cvref_t<B>;
  if constexpr (!detail::fits<detail::combine_rule, V, W>) {
    detail::explain<"", detail::combine_rule, V, W>();
    return wrong::poison{};
  } else {
    detail::check_lengths(a, b);
    const auto choose = []<class X, class Y>(X&& x, Y&& y) {
      if constexpr (std::is_same_v<std::remove_cvref_t<X>, none_t>)
        return std::remove_cvref_t<Y>(std::forward<Y>(y));
      else
        return std::remove_cvref_t<X>(std::forward<X>(x));
    };
    return detail::map_node(detail::both_sides{}, choose, std::forward<A>(a), std::forward<B>(b));
  }
}

}  // namespace fm::tree
