// fmod/tree/leaf_types.hpp: leaf_types, the distinct leaf types of a tree type
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/tree/kind.hpp>

namespace fm::tree {
namespace detail {

// Distinct types, in order of first appearance: types are compared by the address of a constant, all in one evaluation.
template <class T> inline constexpr char address_of{};
template <std::size_t n> struct chosen { std::array<std::size_t, n + 1> at{}; std::size_t size = 0; };
template <std::size_t n>
constexpr chosen<n> first_of_each(const std::array<const char*, n>& ids) {
  chosen<n> r;
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t k = 0;
    while (k < r.size && ids[r.at[k]] != ids[i]) ++k;
    if (k == r.size) r.at[r.size++] = i;
  }
  return r;
}
template <class List> struct distinct_;
template <> struct distinct_<types<>> { using type = types<>; };
template <class T> struct distinct_<types<T>> { using type = types<T>; };
template <class... T>
struct distinct_<types<T...>> {
  static constexpr auto pick = detail::first_of_each<sizeof...(T)>({&address_of<T>...});
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

template <class Parts> struct leaf_types_of_parts;         // of distinct parts
template <class T> struct leaf_types_of_parts<types<T>> : leaf_types_<T> {};
template <class... T> struct leaf_types_of_parts<types<T...>> { using type = distinct<typename concat_<typename leaf_types_<T>::type...>::type>; };
template <class T, kind K> struct leaf_types_ : leaf_types_of_parts<distinct<parts_of<T>>> {};

}  // namespace detail

/// The distinct types of the leaves of tree type T as `tree::types<...>`, in order of first appearance.
template <class T> using leaf_types = typename detail::leaf_types_<T>::type;

}  // namespace fm::tree
