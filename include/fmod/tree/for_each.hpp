// fmod/tree/for_each.hpp: for_each, for_each_with_path, count, paths, leaves, reduce: trees read leaf by leaf
// SPDX-License-Identifier: MIT
#pragma once
#include <initializer_list>

#include <fmod/tree/map.hpp>

namespace fm::tree {
namespace detail {

template <class P, class F, class T, class... O> constexpr void visit_node(P way, F& f, T&& t, O&&... o);

struct nothing {  // takes the place of a dictionary in walk_dicts
  constexpr nothing() = default;
  constexpr nothing(std::initializer_list<int>) {}
};
template <class P, class F> struct visit_fields {
  P way;
  F& f;
  template <class... Fields> using result = nothing;
  template <class... X> constexpr int operator()(std::string_view name, X&&... x) const {
    return detail::visit_node(way(name), f, std::forward<X>(x)...), 0;
  }
};
template <class P, class F, std::size_t... I, class T, class... O>
constexpr void visit_parts(std::index_sequence<I...>, [[maybe_unused]] P way, [[maybe_unused]] F& f,
                           [[maybe_unused]] T&& t, [[maybe_unused]] O&&... o) {
  using V = std::remove_cvref_t<T>;
  [[maybe_unused]] const auto one = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) FM_LAMBDA_INLINE {
    detail::visit_node(way(names_of<V>::view[J]), f, record<V>::template get<J>(std::forward<T>(t)),
                       detail::matching<V, J>(std::forward<O>(o))...);
  };
  (one(std::integral_constant<std::size_t, I>{}), ...);
}
template <class P, class F, class T, class... O>
constexpr void visit_node([[maybe_unused]] P way, [[maybe_unused]] F& f, T&& t, [[maybe_unused]] O&&... o) {
  using V = std::remove_cvref_t<T>;
  constexpr kind k = kind_of<V>;
  if constexpr (k == kind::leaf) {
    static_cast<void>(way.call(f, std::forward<T>(t), std::forward<O>(o)...));
  } else if constexpr (k == kind::dict) {
    detail::walk_dicts(visit_fields<P, F>{way, f}, std::forward<T>(t), std::forward<O>(o)...);
  } else if constexpr (detail::is_record(k)) {
    detail::visit_parts(indices_of<V>{}, way, f, std::forward<T>(t), std::forward<O>(o)...);
  } else if constexpr (detail::is_sequence(k) || k == kind::foreign) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(t.size()); ++i)
      detail::visit_node(way(i), f, detail::element(std::forward<T>(t), i), detail::element(std::forward<O>(o), i)...);
  } else if constexpr (k == kind::optional) {
    if (t) detail::visit_node(way, f, detail::content(std::forward<T>(t)), detail::content(std::forward<O>(o))...);
  }
}

template <class T> constexpr std::size_t count_leaves([[maybe_unused]] const T& t) {
  if constexpr (is_fixed<T>) {
    return leaf_count<T>;
  } else {
    if constexpr (kind_of<T> == kind::vector)
      if constexpr (is_fixed<typename T::value_type>) return t.size() * leaf_count<typename T::value_type>;
    std::size_t n = 0;
    const auto add = [&](const auto&) { ++n; };
    detail::visit_node(no_path{}, add, t);
    return n;
  }
}

template <class T> constexpr auto tuple_of_leaves(T&& t) {
  if constexpr (is_leaf<std::remove_cvref_t<T>>)
    return std::tuple<std::remove_cvref_t<T>>(std::forward<T>(t));
  else if constexpr (kind_of<std::remove_cvref_t<T>> == kind::none)
    return std::tuple<>{};
  else {
    using V = std::remove_cvref_t<T>;
    const auto parts = [&]<std::size_t... I>(std::index_sequence<I...>) {
      if constexpr (kind_of<V> == kind::array)
        return std::tuple_cat(detail::tuple_of_leaves(detail::element(std::forward<T>(t), I))...);
      else
        return std::tuple_cat(detail::tuple_of_leaves(record<V>::template get<I>(std::forward<T>(t)))...);
    };
    if constexpr (kind_of<V> == kind::array)
      return parts(std::make_index_sequence<std::tuple_size_v<V>>{});
    else
      return parts(indices_of<V>{});
  }
}

// The type that an accumulator of type A settles to when it meets leaves of these types.
template <class F, class A, class... L> struct settled { using type = A; };
template <class F, class A, class L, class... Rest>
struct settled<F, A, L, Rest...>
    : settled<F, std::decay_t<decltype(std::declval<F&>()(std::declval<A>(), std::declval<L>()))>, Rest...> {};
template <class F, class A, class T, class List> struct accumulator;
template <class F, class A, class T, class... L> struct accumulator<F, A, T, types<L...>> {
  using type = typename settled<F, A, like<T, L>...>::type;
  static constexpr bool stays =
      (std::is_same_v<std::decay_t<decltype(std::declval<F&>()(std::declval<type>(), std::declval<like<T, L>>()))>,
                      type> &&
       ...);
};

}  // namespace detail

/// Calls `f(leaf, leaves of the others...)` for each leaf, in order. Other trees as in `map`.
template <class F, class T, class... O> constexpr void for_each(F&& f, T&& t, O&&... others) {
  using V = std::remove_cvref_t<T>;
  if constexpr (!(detail::fits<detail::map_rule, V, std::remove_cvref_t<O>> && ...)) {
    (detail::explain<"", detail::map_rule, V, std::remove_cvref_t<O>>(), ...);
  } else {
    (detail::check_lengths(t, others), ...);
    detail::visit_node(detail::no_path{}, f, std::forward<T>(t), std::forward<O>(others)...);
  }
}

/// Calls `f(std::string_view path, leaf, leaves...)` for each leaf. The view lives as in `map_with_path`.
template <class F, class T, class... O> constexpr void for_each_with_path(F&& f, T&& t, O&&... others) {
  using V = std::remove_cvref_t<T>;
  if constexpr (!(detail::fits<detail::map_rule, V, std::remove_cvref_t<O>> && ...)) {
    (detail::explain<"", detail::map_rule, V, std::remove_cvref_t<O>>(), ...);
  } else {
    (detail::check_lengths(t, others), ...);
    detail::with_way<V>(
        [&](auto way) { return detail::visit_node(way, f, std::forward<T>(t), std::forward<O>(others)...); });
  }
}

/// The number of leaves.
template <class T> constexpr std::size_t count(const T& t) { return detail::count_leaves(t); }

/// The dotted paths of all leaves, in order.
template <class T> std::vector<std::string> paths(const T& t) {
  std::vector<std::string> r;
  r.reserve(tree::count(t));
  tree::for_each_with_path([&](std::string_view path, const auto&) { r.emplace_back(path); }, t);
  return r;
}

/// All leaves in order: a std::vector if they are of one type, otherwise a std::tuple. Leaves of a temporary are moved.
template <class T> constexpr auto leaves(T&& t) {
  using V = std::remove_cvref_t<T>;
  using found = leaf_types<V>;
  if constexpr (found::size == 1) {
    std::vector<typename detail::part_<0, found>::type> r;
    r.reserve(tree::count(t));
    tree::for_each([&]<class L>(L&& leaf) { r.push_back(std::forward<L>(leaf)); }, std::forward<T>(t));
    return r;
  } else if constexpr (is_fixed<V>) {
    return detail::tuple_of_leaves(std::forward<T>(t));
  } else {
    static_assert(
        wrong::leaves_of_several_types<V, found>,
        "fm::tree::leaves: leaves of several types, and the type of the tree does not fix how many; use for_each");
    return wrong::poison{};
  }
}

/// Folds the leaves in order: `f(f(f(init, leaf0), leaf1), ...)`. The result may have another type than `init`, but then every
/// further leaf must keep it.
///
/// Throws: value_error if there is no leaf and the result would have another type than `init`.
template <class F, class A, class T> constexpr auto reduce(F&& f, A&& init, T&& t) {
  using V = std::remove_cvref_t<T>;
  using found = detail::accumulator<F, std::decay_t<A>, T&&, leaf_types<V>>;
  using R = typename found::type;
  if constexpr (!found::stays) {
    static_assert(wrong::accumulator_changes_type<std::decay_t<A>, R, leaf_types<V>>,
                  "fm::tree::reduce: the accumulator keeps changing its type from leaf to leaf");
    return wrong::poison{};
  } else if constexpr (std::is_same_v<R, std::decay_t<A>>) {
    R r = std::forward<A>(init);
    tree::for_each([&]<class L>(L&& leaf) { r = f(std::move(r), std::forward<L>(leaf)); }, std::forward<T>(t));
    return r;
  } else {
    std::optional<R> r;
    tree::for_each(
        [&]<class L>(L&& leaf) {
          if (r)
            r = f(*std::move(r), std::forward<L>(leaf));
          else
            r.emplace(f(std::forward<A>(init), std::forward<L>(leaf)));
        },
        std::forward<T>(t));
    if (!r) detail::no_leaves();
    return *std::move(r);
  }
}

}  // namespace fm::tree
