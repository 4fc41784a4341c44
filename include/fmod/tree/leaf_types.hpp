// fmod/tree/leaf_types.hpp: leaf_types, the distinct leaf types of a tree type
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/tree/kind.hpp>

namespace fm::tree {
namespace detail {

// Distinct types, in order of first appearance. Compared once per distinct type. (Not by the address of a constant: comparing
// addresses is no constant expression for g++ with -fsanitize=undefined.)
template <class T, class... List>
inline constexpr std::size_t first_place = [] {
  const bool same[]{std::is_same_v<T, List>...};
  std::size_t i = 0;
  while (!same[i]) ++i;
  return i;
}();
template <std::size_t n> struct chosen {
  std::array<std::size_t, n + 1> at{};
  std::size_t size = 0;
};
template <std::size_t n> constexpr chosen<n> first_of_each(const std::array<std::size_t, n>& first) {
  chosen<n> r;
  for (std::size_t i = 0; i < n; ++i)
    if (first[i] == i) r.at[r.size++] = i;
  return r;
}
template <class List> struct distinct_;
template <> struct distinct_<types<>> { using type = types<>; };
template <class T> struct distinct_<types<T>> { using type = types<T>; };
template <class... T> struct distinct_<types<T...>> {
  static constexpr auto pick = detail::first_of_each<sizeof...(T)>({first_place<T, T...>...});
  template <std::size_t... K> static types<nth<pick.at[K], T...>...> make(std::index_sequence<K...>);
  using type = decltype(make(std::make_index_sequence<pick.size>{}));
};
template <class List> using distinct = typename distinct_<List>::type;

template <class... Lists> struct concat_;
template <> struct concat_<> { using type = types<>; };
template <class A> struct concat_<A> { using type = A; };
template <class... A, class... B, class... Rest>
struct concat_<types<A...>, types<B...>, Rest...> : concat_<types<A..., B...>, Rest...> {};

template <class T, kind K = kind_of<T>> struct leaf_types_;
template <class T> struct leaf_types_<T, kind::leaf> { using type = types<T>; };
template <class T> struct leaf_types_<T, kind::none> { using type = types<>; };
template <class T> struct leaf_types_<T, kind::vector> : leaf_types_<typename T::value_type> {};
template <class T> struct leaf_types_<T, kind::array> : leaf_types_<typename T::value_type> {};
template <class T> struct leaf_types_<T, kind::foreign> : leaf_types_<typename T::value_type> {};
template <class T> struct leaf_types_<T, kind::optional> : leaf_types_<typename T::value_type> {};

template <class Parts> struct leaf_types_of_parts;  // of distinct parts
template <class T> struct leaf_types_of_parts<types<T>> : leaf_types_<T> {};
template <class... T> struct leaf_types_of_parts<types<T...>> {
  using type = distinct<typename concat_<typename leaf_types_<T>::type...>::type>;
};
template <class T, kind K> struct leaf_types_ : leaf_types_of_parts<distinct<parts_of<T>>> {};

}  // namespace detail

/// The distinct types of the leaves of tree type T as `tree::types<...>`, in order of first appearance.
template <class T> using leaf_types = typename detail::leaf_types_<T>::type;

}  // namespace fm::tree
