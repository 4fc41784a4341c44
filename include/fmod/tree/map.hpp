// fmod/tree/map.hpp: tree::map and tree::map_with_path: a tree of the same structure with other leaves
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/tree/leaf_types.hpp>
#include <fmod/tree/walk.hpp>

namespace fm::tree {
namespace detail {

template <class P, class F, class T, class... O> constexpr auto map_node(P way, F& f, T&& t, O&&... o);

template <class P, class F> struct map_fields {  // the G of walk_dicts
  P way;
  F& f;
  template <class... Fields> using result = Dict<Fields...>;
  template <class... X> constexpr auto operator()(std::string_view name, X&&... x) const {
    return detail::map_node(way(name), f, std::forward<X>(x)...);
  }
};

template <class P, class F, std::size_t... I, class T, class... O>
constexpr auto map_tuple(std::index_sequence<I...>, [[maybe_unused]] P way, [[maybe_unused]] F& f,
                         [[maybe_unused]] T&& t, [[maybe_unused]] O&&... o) {
  using V = std::remove_cvref_t<T>;
  [[maybe_unused]] const auto one = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) FM_LAMBDA_INLINE {
    return detail::map_node(way(names_of<V>::view[J]), f, std::get<J>(std::forward<T>(t)),
                            detail::matching<V, J>(std::forward<O>(o))...);
  };
  using result =
      std::conditional_t<kind_of<V> == kind::pair, pair_of<decltype(one(std::integral_constant<std::size_t, I>{}))...>,
                         tuple_of<decltype(one(std::integral_constant<std::size_t, I>{}))...>>;
  return typename result::type{one(std::integral_constant<std::size_t, I>{})...};
}

template <class P, class F, class T, class... O>
using mapped_value = decltype(detail::map_node(std::declval<P>(), std::declval<F&>(), std::declval<value_like<T>>(),
                                               std::declval<value_like<O>>()...));

template <class P, class F, std::size_t... I, class T, class... O>
constexpr auto map_array(std::index_sequence<I...>, [[maybe_unused]] P way, [[maybe_unused]] F& f,
                         [[maybe_unused]] T&& t, [[maybe_unused]] O&&... o) {
  [[maybe_unused]] const auto one = [&](std::size_t i) {  // not in place: I and O would be expanded together
    return detail::map_node(way(i), f, detail::element(std::forward<T>(t), i),
                            detail::element(std::forward<O>(o), i)...);
  };
  return std::array<mapped_value<P, F, T&&, O&&...>, sizeof...(I)>{{one(I)...}};
}

// ---- users' aggregates. A<T...> becomes A<U...>, where U is what map makes of a T; the members must then have the types that
// map makes of them. Template arguments that are no leaves of the aggregate stay.
template <class A> struct arguments { static constexpr bool known = false; };
template <template <class...> class A, class... X> struct arguments<A<X...>> {
  static constexpr bool known = true;
  using list = types<X...>;
  template <class... Y> using with = A<Y...>;
};
template <class Like, std::size_t I> struct argument_like {
  using type = like<Like, typename part_<I, typename arguments<std::remove_cvref_t<Like>>::list>::type>;
};
template <class Like, std::size_t I>
requires is_prefix<std::remove_cvref_t<Like>>
struct argument_like<Like, I> {
  using type = const std::remove_cvref_t<Like>&;
};
template <class X, class Leaves> inline constexpr bool is_one_of = false;
template <class X, class... Leaves>
inline constexpr bool is_one_of<X, types<Leaves...>> = (std::is_same_v<X, Leaves> || ...);

template <std::size_t I, class X, class P, class F, class T, class... O> constexpr auto new_argument() {
  if constexpr (is_leaf<X> && !is_one_of<X, leaf_types<std::remove_cvref_t<T>>>)
    return tag<X>{};
  else
    return tag<decltype(detail::map_node(std::declval<P>(), std::declval<F&>(),
                                         std::declval<typename argument_like<T, I>::type>(),
                                         std::declval<typename argument_like<O, I>::type>()...))>{};
}
template <class X> X untag(tag<X>);
template <class P, class F, class T, class... O, std::size_t... I, class... X>
constexpr auto new_aggregate(std::index_sequence<I...>, types<X...>) {
  return tag<typename arguments<std::remove_cvref_t<T>>::template with<decltype(detail::untag(
      detail::new_argument<I, X, P, F, T, O...>()))...>>{};
}
template <class R, class P, class F, class T, class... O, std::size_t... I>
constexpr auto map_members(tag<R>, std::index_sequence<I...>, P way, F& f, T&& t, O&&... o) {
  using V = std::remove_cvref_t<T>;
  const auto one = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) FM_LAMBDA_INLINE {
    return detail::map_node(way(names_of<V>::view[J]), f, record<V>::template get<J>(std::forward<T>(t)),
                            detail::matching<V, J>(std::forward<O>(o))...);
  };
  using made = types<decltype(one(std::integral_constant<std::size_t, I>{}))...>;
  if constexpr (std::is_same_v<made, parts_of<R>>) {  // g++ would only warn and narrow
    return R{one(std::integral_constant<std::size_t, I>{})...};
  } else {
    static_assert(
        wrong::aggregate_cannot_be_rebuilt<V, R, parts_of<R>, made>,
        "fm::tree::map: the new leaves do not fit the aggregate (it must be a template of types only, and every leaf "
        "member must be of a template parameter's type)");
    return wrong::poison{};
  }
}
template <class P, class F, class T, class... O> constexpr auto map_aggregate(P way, F& f, T&& t, O&&... o) {
  using V = std::remove_cvref_t<T>;
  if constexpr (arguments<V>::known) {
    using list = typename arguments<V>::list;
    using result = decltype(detail::new_aggregate<P, F, T&&, O&&...>(std::make_index_sequence<list::size>{}, list{}));
    return detail::map_members(result{}, indices_of<V>{}, way, f, std::forward<T>(t), std::forward<O>(o)...);
  } else {
    return detail::map_members(tag<V>{}, indices_of<V>{}, way, f, std::forward<T>(t), std::forward<O>(o)...);
  }
}

template <class P, class F, class T, class... O>
constexpr auto map_node(P way, F& f, T&& t, [[maybe_unused]] O&&... o) {
  using V = std::remove_cvref_t<T>;
  constexpr kind k = kind_of<V>;
  if constexpr (P::template stops<V, std::remove_cvref_t<O>...>) {
    if constexpr (std::is_void_v<decltype(way.call(f, std::forward<T>(t), std::forward<O>(o)...))>) {
      static_assert(wrong::function_returns_nothing<F, V>,
                    "fm::tree::map: the function returns nothing; use fm::tree::for_each");
      return wrong::poison{};
    } else {
      return way.call(f, std::forward<T>(t), std::forward<O>(o)...);
    }
  } else if constexpr (k == kind::none) {
    return none_t{};
  } else if constexpr (k == kind::dict) {
    return detail::walk_dicts(map_fields<P, F>{way, f}, std::forward<T>(t), std::forward<O>(o)...);
  } else if constexpr (k == kind::tuple || k == kind::pair) {
    return detail::map_tuple(indices_of<V>{}, way, f, std::forward<T>(t), std::forward<O>(o)...);
  } else if constexpr (k == kind::array) {
    return detail::map_array(std::make_index_sequence<std::tuple_size_v<V>>{}, way, f, std::forward<T>(t),
                             std::forward<O>(o)...);
  } else if constexpr (k == kind::vector) {
    std::vector<mapped_value<P, F, T&&, O&&...>> r;
    r.reserve(t.size());
    for (std::size_t i = 0; i < t.size(); ++i)
      r.push_back(detail::map_node(way(i), f, detail::element(std::forward<T>(t), i),
                                   detail::element(std::forward<O>(o), i)...));
    return r;
  } else if constexpr (k == kind::foreign) {
    auto r = foreign<V>::template like<mapped_value<P, F, T&&, O&&...>>(t);
    for (std::size_t i = 0; i < static_cast<std::size_t>(t.size()); ++i)
      foreign<decltype(r)>::at(r, i) = detail::map_node(way(i), f, detail::element(std::forward<T>(t), i),
                                                        detail::element(std::forward<O>(o), i)...);
    return r;
  } else if constexpr (k == kind::optional) {
    using result = std::optional<mapped_value<P, F, T&&, O&&...>>;
    return t ? result{detail::map_node(way, f, detail::content(std::forward<T>(t)),
                                       detail::content(std::forward<O>(o))...)}
             : result{};
  } else {
    return detail::map_aggregate(way, f, std::forward<T>(t), std::forward<O>(o)...);
  }
}

/// Checks structure, then `walk(way)` with the way that brings paths along.
template <class V, class W> constexpr auto with_way(const W& walk) {
  if constexpr (is_fixed<V>) {
    std::size_t leaf = 0;
    return walk(table_path<V>{&leaf});
  } else {
    char text[shape<V>::longest + 1];
    return walk(buffer_path{text, 0});
  }
}

}  // namespace detail

/// A tree like `t` whose leaves are `f(leaf, leaves of the others at the same place...)`. Leaves may change their type. Leaves
/// of a temporary tree are moved into `f`.
///
/// Prefix:  a value in another tree whose type has `is_prefix` stands for the whole subtree there.
/// Errors:  trees of different structure do not compile; the error has the path and what differs.
/// Throws:  shape_error with the path, before `f` is called, if vectors differ in length or optionals in being set.
template <class F, class T, class... O> constexpr auto map(F&& f, T&& t, O&&... others) {
  using V = std::remove_cvref_t<T>;
  if constexpr (!(detail::fits<detail::map_rule, V, std::remove_cvref_t<O>> && ...)) {
    (detail::explain<"", detail::map_rule, V, std::remove_cvref_t<O>>(), ...);
    return wrong::poison{};
  } else {
    (detail::check_lengths(t, others), ...);
    return detail::map_node(detail::no_path{}, f, std::forward<T>(t), std::forward<O>(others)...);
  }
}

/// The same with `f(std::string_view path, leaf, leaves...)`. The view lives for ever if `is_fixed` holds for the type of the
/// tree, otherwise during the call of `f`.
template <class F, class T, class... O> constexpr auto map_with_path(F&& f, T&& t, O&&... others) {
  using V = std::remove_cvref_t<T>;
  if constexpr (!(detail::fits<detail::map_rule, V, std::remove_cvref_t<O>> && ...)) {
    (detail::explain<"", detail::map_rule, V, std::remove_cvref_t<O>>(), ...);
    return wrong::poison{};
  } else {
    (detail::check_lengths(t, others), ...);
    return detail::with_way<V>(
        [&](auto way) { return detail::map_node(way, f, std::forward<T>(t), std::forward<O>(others)...); });
  }
}

}  // namespace fm::tree
