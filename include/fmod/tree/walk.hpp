// fmod/tree/walk.hpp: what map and for_each share: walking dictionaries side by side, and how a path comes along
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/config.hpp>
#include <fmod/tree/structure.hpp>

namespace fm::tree::detail {

// ---- a way tells how a path comes along while a tree is walked: `way(name)` is the way to a part; at a leaf, `call` calls f
struct no_path {
  template <class T, class... O> static constexpr bool stops = is_leaf<T>;
  template <class F, class... L> constexpr decltype(auto) call(F& f, L&&... leaves) const {
    return f(std::forward<L>(leaves)...);
  }
  template <class Name> constexpr no_path operator()(Name) const { return {}; }
};
struct both_sides : no_path {  // for combine: f also sees what meets none
  template <class T, class... O>
  static constexpr bool stops = is_leaf<T> || kind_of<T> == kind::none || ((kind_of<O> == kind::none) || ...);
  template <class Name> constexpr both_sides operator()(Name) const { return {}; }
};
template <class T> struct table_path {  // fixed trees: leaves are met in the order of T's path table
  std::size_t* leaf;
  template <class U, class... O> static constexpr bool stops = is_leaf<U>;
  template <class F, class... L> constexpr decltype(auto) call(F& f, L&&... leaves) const {
    return f(path_table<T>::get((*leaf)++), std::forward<L>(leaves)...);
  }
  template <class Name> constexpr table_path operator()(Name) const { return *this; }
};
struct buffer_path {  // others: the path is in a buffer on the stack of the caller
  char* text;
  std::size_t size;
  template <class T, class... O> static constexpr bool stops = is_leaf<T>;
  template <class F, class... L> constexpr decltype(auto) call(F& f, L&&... leaves) const {
    return f(std::string_view(text, size), std::forward<L>(leaves)...);
  }
  template <class Name> constexpr buffer_path operator()(Name name) const {
    return {text, detail::push(text, size, name)};
  }
};

// ---- parts of sequences and optionals; a prefix is its own part
template <class C, class V = std::remove_cvref_t<C>> struct value_in { using type = like<C, typename V::value_type>; };
template <class C, class V>
requires is_prefix<V>
struct value_in<C, V> {
  using type = const V&;
};
template <class C> using value_like = typename value_in<C>::type;

template <class C> constexpr value_like<C&&> element(C&& c, [[maybe_unused]] std::size_t i) {
  using V = std::remove_cvref_t<C>;
  if constexpr (is_prefix<V>)
    return c;
  else if constexpr (kind_of<V> == kind::foreign)
    return static_cast<value_like<C&&>>(foreign<V>::at(c, i));
  else
    return static_cast<value_like<C&&>>(c[i]);
}
template <class C> constexpr value_like<C&&> content(C&& c) {
  if constexpr (is_prefix<std::remove_cvref_t<C>>)
    return c;
  else
    return static_cast<value_like<C&&>>(*c);
}

// ---- zip(tags, g, dicts...): G::result<Field<N, type of g(...)>...>{{g(name, value, other values...)}...}, in order.
// Dictionaries with the same names in the same order, nearly always: then functions are instantiated per type of value, not
// per name. The overloads are alike; a pack for each dictionary cannot be written otherwise.
template <class... D> inline constexpr bool can_zip = false;
template <class D, class... E>
requires(is_dict<D> && sizeof...(E) <= 3) inline constexpr bool can_zip<D, E...> = ([]<class X>(tag<X>) {
  if constexpr (is_dict<X>)
    return std::is_same_v<names_of<D>, names_of<X>>;
  else
    return false;
}(tag<E>{}) && ...);

template <class G, fixed_string... N, class... U, class T>
constexpr auto zip(tag<Dict<Field<N, U>...>>, [[maybe_unused]] G g, [[maybe_unused]] T&& t) {
  return typename G::template result<
      Field<N, decltype(g(N.view(), static_cast<T&&>(t).fm::template Field<N, U>::value))>...>{
      {g(N.view(), static_cast<T&&>(t).fm::template Field<N, U>::value)}...};
}
template <class G, fixed_string... N, class... U, class... U1, class T, class T1>
constexpr auto zip(tag<Dict<Field<N, U>...>>, tag<Dict<Field<N, U1>...>>, [[maybe_unused]] G g, [[maybe_unused]] T&& t,
                   [[maybe_unused]] T1&& t1) {
  return typename G::template result<Field<N, decltype(g(N.view(), static_cast<T&&>(t).fm::template Field<N, U>::value,
                                                         static_cast<T1&&>(t1).fm::template Field<N, U1>::value))>...>{
      {g(N.view(), static_cast<T&&>(t).fm::template Field<N, U>::value,
         static_cast<T1&&>(t1).fm::template Field<N, U1>::value)}...};
}
template <class G, fixed_string... N, class... U, class... U1, class... U2, class T, class T1, class T2>
constexpr auto zip(tag<Dict<Field<N, U>...>>, tag<Dict<Field<N, U1>...>>, tag<Dict<Field<N, U2>...>>,
                   [[maybe_unused]] G g, [[maybe_unused]] T&& t, [[maybe_unused]] T1&& t1, [[maybe_unused]] T2&& t2) {
  return typename G::template result<Field<N, decltype(g(N.view(), static_cast<T&&>(t).fm::template Field<N, U>::value,
                                                         static_cast<T1&&>(t1).fm::template Field<N, U1>::value,
                                                         static_cast<T2&&>(t2).fm::template Field<N, U2>::value))>...>{
      {g(N.view(), static_cast<T&&>(t).fm::template Field<N, U>::value,
         static_cast<T1&&>(t1).fm::template Field<N, U1>::value,
         static_cast<T2&&>(t2).fm::template Field<N, U2>::value)}...};
}
template <class G, fixed_string... N, class... U, class... U1, class... U2, class... U3, class T, class T1, class T2,
          class T3>
constexpr auto zip(tag<Dict<Field<N, U>...>>, tag<Dict<Field<N, U1>...>>, tag<Dict<Field<N, U2>...>>,
                   tag<Dict<Field<N, U3>...>>, [[maybe_unused]] G g, [[maybe_unused]] T&& t, [[maybe_unused]] T1&& t1,
                   [[maybe_unused]] T2&& t2, [[maybe_unused]] T3&& t3) {
  return typename G::template result<Field<N, decltype(g(N.view(), static_cast<T&&>(t).fm::template Field<N, U>::value,
                                                         static_cast<T1&&>(t1).fm::template Field<N, U1>::value,
                                                         static_cast<T2&&>(t2).fm::template Field<N, U2>::value,
                                                         static_cast<T3&&>(t3).fm::template Field<N, U3>::value))>...>{
      {g(N.view(), static_cast<T&&>(t).fm::template Field<N, U>::value,
         static_cast<T1&&>(t1).fm::template Field<N, U1>::value, static_cast<T2&&>(t2).fm::template Field<N, U2>::value,
         static_cast<T3&&>(t3).fm::template Field<N, U3>::value)}...};
}
// Other cases, one part at a time: another order of names, a prefix, more than three others. Inlined, because the type of the
// whole dictionary stands in the symbol of each part.
template <class T, class G, fixed_string... N, std::size_t... I, class X, class... O>
constexpr auto zip_by_name(name_list<N...>, std::index_sequence<I...>, [[maybe_unused]] G g, [[maybe_unused]] X&& t,
                           [[maybe_unused]] O&&... o) {
  const auto one = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) FM_LAMBDA_INLINE -> decltype(auto) {
    return g(names_of<T>::view[J], record<T>::template get<J>(std::forward<X>(t)),
             detail::matching<T, J>(std::forward<O>(o))...);
  };
  return typename G::template result<Field<N, decltype(one(std::integral_constant<std::size_t, I>{}))>...>{
      {one(std::integral_constant<std::size_t, I>{})}...};
}
template <class G, class T, class... O> constexpr auto walk_dicts(G g, T&& t, O&&... o) {
  using V = std::remove_cvref_t<T>;
  if constexpr (can_zip<V, std::remove_cvref_t<O>...>)
    return detail::zip(tag<V>{}, tag<std::remove_cvref_t<O>>{}..., g, std::forward<T>(t), std::forward<O>(o)...);
  else
    return detail::zip_by_name<V>(names_of<V>{}, indices_of<V>{}, g, std::forward<T>(t), std::forward<O>(o)...);
}

}  // namespace fm::tree::detail
