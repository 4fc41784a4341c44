// fmod/tree/edit.hpp: new dictionaries from old: with (Dict::with), merge, without; same_names
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/tree/lookup.hpp>

namespace fm {

template <class D, class O> constexpr auto merge(D&& d, O&& overrides);

namespace tree::detail {

// ---- put<N>(container, f): the container with its part N replaced by f(part)
template <bool Here, class X, class F> constexpr decltype(auto) pick(X&& x, [[maybe_unused]] F& f) {
  if constexpr (Here)
    return f(std::forward<X>(x));
  else
    return std::forward<X>(x);
}
template <fixed_string P, fixed_string... N, class... T, class C, class F>
constexpr auto put_in_dict(tag<Dict<Field<N, T>...>>, C&& c, F& f) {
  return Dict<Field<N, std::remove_cvref_t<decltype(detail::pick<std::is_same_v<name<N>, name<P>>>(
                           std::forward<C>(c).fm::template Field<N, T>::value, f))>>...>{
      {detail::pick<std::is_same_v<name<N>, name<P>>>(std::forward<C>(c).fm::template Field<N, T>::value, f)}...};
}
template <std::size_t At, std::size_t... I, class C, class F>
constexpr auto put_in_tuple(std::index_sequence<I...>, C&& c, F& f) {
  using V = std::remove_cvref_t<C>;
  using R = types<std::remove_cvref_t<decltype(detail::pick<I == At>(std::get<I>(std::forward<C>(c)), f))>...>;
  const auto build = [&]<class... X>(types<X...>) {
    using result = typename std::conditional_t<kind_of<V> == kind::pair, pair_of<X...>, tuple_of<X...>>::type;
    return result{detail::pick<I == At>(std::get<I>(std::forward<C>(c)), f)...};
  };
  return build(R{});
}
template <fixed_string N, fixed_string Whole, class C, class F> constexpr auto put(C&& c, F& f) {
  using V = std::remove_cvref_t<C>;
  constexpr kind k = kind_of<V>;
  if constexpr (k == kind::dict || k == kind::tuple || k == kind::pair) {
    constexpr std::size_t i = detail::find<names_of<V>>(N.view());
    if constexpr (i == npos) {
      detail::missing<V, N>();
      return wrong::poison{};
    } else if constexpr (k == kind::dict) {
      return detail::put_in_dict<N>(tag<V>{}, std::forward<C>(c), f);
    } else {
      return detail::put_in_tuple<i>(indices_of<V>{}, std::forward<C>(c), f);
    }
  } else {
    V r(std::forward<C>(c));
    auto&& part = detail::component<N, Whole>(r);
    using old = std::remove_cvref_t<decltype(part)>;
    using now = std::remove_cvref_t<decltype(f(std::move(part)))>;
    if constexpr (std::is_same_v<old, now>)
      part = f(std::move(part));
    else if constexpr (!std::is_same_v<old, wrong::poison> && !std::is_same_v<now, wrong::poison>)
      static_assert(
          wrong::type_must_stay<wrong::show<N>, old, now>,
          "fm::dict: below a vector, array, optional or aggregate a new value must have the type of the old one");
    return r;
  }
}

template <fixed_string P, fixed_string Whole, class C, class V> constexpr auto with(C&& c, V&& value) {
  using path = split<P>;
  if constexpr (path::dotted) {
    auto below = [&](auto&& part) {
      return detail::with<path::tail, Whole>(std::forward<decltype(part)>(part), std::forward<V>(value));
    };
    return detail::put<path::head, Whole>(std::forward<C>(c), below);
  } else {
    auto here = [&](auto&&) -> V&& { return std::forward<V>(value); };
    return detail::put<P, Whole>(std::forward<C>(c), here);
  }
}

// ---- merge
template <std::size_t I, class A, class B, fixed_string... N>
constexpr auto merge_parts(A&& a, B&& b, name_list<N...> names);
template <class A, class B> constexpr auto overridden(A&& a, B&& b) {
  using X = std::remove_cvref_t<A>;
  using Y = std::remove_cvref_t<B>;
  if constexpr (is_dict<X> && is_dict<Y>)
    return fm::merge(std::forward<A>(a), std::forward<B>(b));
  else if constexpr (is_dict<Y> && !is_leaf<X>)
    return detail::merge_parts<0>(std::forward<A>(a), std::forward<B>(b), names_of<Y>{});
  else {
    if constexpr (is_leaf<X> != is_leaf<Y> || is_dict<X>)
      static_assert(wrong::different_structure<X, Y>,
                    "fm::merge: a dictionary or other container on one side, a single value on the other");
    return std::forward<B>(b);
  }
}
// "0", "1", ... in the overrides of a vector or tuple: one part after the other. (By index: clang 14 crashes on <N, Rest...>.)
template <fixed_string N, class A, class B> constexpr auto merge_part(name<N>, A&& a, B&& b) {
  auto one = [&](auto&& part) {
    return detail::overridden(std::forward<decltype(part)>(part), detail::field<N>(std::forward<B>(b)));
  };
  return detail::put<N, N>(std::forward<A>(a), one);
}
template <std::size_t I, class A, class B, fixed_string... N>
constexpr auto merge_parts(A&& a, [[maybe_unused]] B&& b, [[maybe_unused]] name_list<N...> names) {
  if constexpr (I == sizeof...(N))
    return std::forward<A>(a);
  else
    return detail::merge_parts<I + 1>(detail::merge_part(nth<I, name<N>...>{}, std::forward<A>(a), std::forward<B>(b)),
                                      std::forward<B>(b), names);
}
template <fixed_string N, class X, class O> constexpr decltype(auto) merged(X&& x, O&& o) {
  if constexpr (has_field<std::remove_cvref_t<O>, N>)
    return detail::overridden(std::forward<X>(x), detail::field<N>(std::forward<O>(o)));
  else
    return std::forward<X>(x);
}
template <fixed_string... N, class... T, class D, class O>
constexpr auto merge_dicts(tag<Dict<Field<N, T>...>>, D&& d, O&& o) {
  return Dict<Field<N, std::remove_cvref_t<decltype(detail::merged<N>(
                           std::forward<D>(d).fm::template Field<N, T>::value, std::forward<O>(o)))>>...>{
      {detail::merged<N>(std::forward<D>(d).fm::template Field<N, T>::value, std::forward<O>(o))}...};
}
template <class D, fixed_string N> constexpr void need() {
  if constexpr (!has_field<D, N>) detail::missing<D, N>();
}
template <class D, fixed_string... N> constexpr bool need_all(name_list<N...>) {
  (detail::need<D, N>(), ...);
  return (has_field<D, N> && ...);
}

// ---- without
template <std::size_t Drop, std::size_t... I>
std::index_sequence<(I < Drop ? I : I + 1)...> skip(std::index_sequence<I...>);
template <fixed_string... N, class... T, class D, std::size_t... I>
constexpr auto subset(tag<Dict<Field<N, T>...>>, [[maybe_unused]] D&& d, std::index_sequence<I...>) {
  return Dict<nth<I, Field<N, T>...>...>{{record<Dict<Field<N, T>...>>::template get<I>(std::forward<D>(d))}...};
}
template <fixed_string P, class C> constexpr auto without(C&& c) {
  using V = std::remove_cvref_t<C>;
  using path = split<P>;
  if constexpr (path::dotted) {
    auto below = [](auto&& part) { return detail::without<path::tail>(std::forward<decltype(part)>(part)); };
    return detail::put<path::head, P>(std::forward<C>(c), below);
  } else if constexpr (!is_dict<V>) {
    static_assert(wrong::not_a_dict<wrong::show<P>, V>, "fm::without: only a dictionary can lose a name");
    return wrong::poison{};
  } else if constexpr (!has_field<V, P>) {
    detail::missing<V, P>();
    return wrong::poison{};
  } else {
    using rest = decltype(detail::skip<detail::find<names_of<V>>(P.view())>(std::make_index_sequence<V::size() - 1>{}));
    return detail::subset(tag<V>{}, std::forward<C>(c), rest{});
  }
}

}  // namespace tree::detail

/// A new dictionary: `d`, with the values of `overrides` where it has them, recursively. Names of `overrides` that `d` does not
/// have do not compile; "0", "1", ... are the parts of a vector or tuple. Moves from temporaries.
template <class D, class O> [[nodiscard]] constexpr auto merge(D&& d, O&& overrides) {
  using V = std::remove_cvref_t<D>;
  using W = std::remove_cvref_t<O>;
  if constexpr (!tree::detail::is_dict<V> || !tree::detail::is_dict<W>) {
    static_assert(wrong::not_a_dict<V, W>, "fm::merge: takes two dictionaries");
    return wrong::poison{};
  } else if constexpr (!tree::detail::need_all<V>(typename W::names{})) {
    return wrong::poison{};
  } else {
    return tree::detail::merge_dicts(tree::detail::tag<V>{}, std::forward<D>(d), std::forward<O>(overrides));
  }
}

/// A new dictionary that lacks a name or dotted path.
template <class D, fixed_string P> [[nodiscard]] constexpr auto without(D&& d, name<P>) {
  return tree::detail::without<P>(std::forward<D>(d));
}

/// Whether two dictionary types have the same names, in any order.
template <class A, class B>
inline constexpr bool same_names = tree::detail::same_list<typename A::names, typename B::names>;

/// The same as a compile-time error that lists what only one of them has.
template <class A, class B> constexpr bool require_same_names() {
  using L = typename A::names;
  using M = typename B::names;
  if constexpr (!same_names<A, B>)
    static_assert(wrong::different_names<typename tree::detail::lacking<L, M>::template list<wrong::only_in_first>,
                                         typename tree::detail::lacking<M, L>::template list<wrong::only_in_second>>,
                  "fm: the two dictionaries do not have the same names");
  return true;
}

}  // namespace fm
