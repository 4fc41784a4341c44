// fmod/tree/name_list.hpp: name_list, the names of a dictionary as one type shared by all dictionaries that have them
// SPDX-License-Identifier: MIT
#pragma once
#include <array>

#include <fmod/tree/wrong.hpp>

namespace fm {
namespace tree::detail {

// The I-th type of a pack: one instantiation for the whole pack, then overload resolution.
#if defined(__clang__)
template <std::size_t I, class... T> using nth = __type_pack_element<I, T...>;
#else
template <std::size_t I, class T> struct indexed { using type = T; };
template <class Is, class... T> struct indexed_pack;
template <std::size_t... I, class... T> struct indexed_pack<std::index_sequence<I...>, T...> : indexed<I, T>... {};
template <std::size_t I, class T> indexed<I, T> indexed_at(const indexed<I, T>*);
template <class... T> using pack_of = indexed_pack<std::index_sequence_for<T...>, T...>;
template <std::size_t I, class... T>
using nth = typename decltype(detail::indexed_at<I>(static_cast<pack_of<T...>*>(nullptr)))::type;
#endif

}  // namespace tree::detail

/// The names of a dictionary, in order. `view` holds them as strings.
template <fixed_string... N> struct name_list {
  static constexpr std::size_t size = sizeof...(N);
  static constexpr std::array<std::string_view, size> view{N.view()...};

  template <std::size_t I> using nth_shown = tree::detail::nth<I, wrong::show<N>...>;  // for errors
};

namespace tree::detail {

constexpr std::size_t find_in(const std::string_view* v, std::size_t n, std::string_view s) {
  for (std::size_t i = 0; i < n; ++i)
    if (v[i] == s) return i;
  return npos;
}
constexpr std::size_t nearest_in(const std::string_view* v, std::size_t n, std::string_view s) {
  std::size_t best = npos, at = npos;
  for (std::size_t i = 0; i < n; ++i)
    if (auto d = fm::name_distance(s, v[i]); d < best) best = d, at = i;
  return fm::is_near(best, s.size()) ? at : npos;
}

// The index of a name that occurred before, or npos. Sorts hashes by merging: clang's constexpr evaluation stops at 2^20
// steps, so comparing all pairs would not do.
struct hashed {
  std::uint64_t hash;
  std::size_t index;
};
template <std::size_t size> constexpr std::size_t twice_in(const std::string_view* view, std::array<hashed, size> a) {
  std::array<hashed, size> b{};
  for (std::size_t w = 1; w < size; w *= 2) {
    for (std::size_t lo = 0; lo < size; lo += 2 * w) {
      const std::size_t mid = lo + w < size ? lo + w : size, hi = lo + 2 * w < size ? lo + 2 * w : size;
      std::size_t p = lo, q = mid;
      for (std::size_t k = lo; k < hi; ++k) b[k] = p < mid && (q >= hi || a[p].hash <= a[q].hash) ? a[p++] : a[q++];
    }
    a = b;
  }
  for (std::size_t i = 1; i < size; ++i)  // different names of equal hash are told apart here
    for (std::size_t j = i; j-- > 0 && a[j].hash == a[i].hash;)
      if (view[a[j].index] == view[a[i].index]) return a[i].index;
  return npos;
}

template <class L> constexpr std::size_t find(std::string_view s) {
  return detail::find_in(L::view.data(), L::size, s);
}
template <class L> constexpr std::size_t nearest(std::string_view s) {
  return detail::nearest_in(L::view.data(), L::size, s);
}
template <std::size_t... I, fixed_string... N> constexpr std::size_t twice(std::index_sequence<I...>, name_list<N...>) {
  return detail::twice_in<sizeof...(N)>(name_list<N...>::view.data(), {{hashed{hash_of<N>, I}...}});
}

constexpr bool good_name(std::string_view s) { return !s.empty() && detail::find_dot(s) == npos; }
template <fixed_string N> inline constexpr bool is_good_name = detail::good_name(N.view());
template <class L> inline constexpr std::size_t used_twice = npos;  // the index of a name, once per list of names
template <fixed_string... N>
inline constexpr std::size_t used_twice<name_list<N...>> = detail::twice(std::make_index_sequence<sizeof...(N)>{},
                                                                         name_list<N...>{});

// Raises the error there is, if any; true if there is none.
template <fixed_string... N> constexpr bool check_names(name_list<N...>) {
  using L = name_list<N...>;
  if constexpr (!(is_good_name<N> && ...))
    static_assert(wrong::name_not_allowed<wrong::names<wrong::show<N>...>>,
                  "fm::Dict: a name is empty or has a dot in it; fm::dict(...) takes dotted names and nests them");
  else if constexpr (used_twice<L> != npos)
    static_assert(
        wrong::name_used_twice<typename L::template nth_shown<used_twice<L>>, wrong::names<wrong::show<N>...>>,
        "fm::dict: the same name twice in one dictionary");
  return (is_good_name<N> && ...) && used_twice<L> == npos;
}

// What an error says about a list: the nearest name, and at most 16 of all names.
template <class L, std::size_t I> struct suggest {
  using type = wrong::did_you_mean<typename L::template nth_shown<I>>;
};
template <class L> struct suggest<L, npos> { using type = wrong::did_you_mean<>; };
template <class L, std::size_t... I>
wrong::names<typename L::template nth_shown<I>...> shown_(std::index_sequence<I...>);
template <class L> using shown = decltype(detail::shown_<L>(std::make_index_sequence<(L::size < 16 ? L::size : 16)>{}));

// The same names, in any order?
template <class A, class B> inline constexpr bool same_list = false;
template <fixed_string... A, fixed_string... B>
requires(sizeof...(A) == sizeof...(B)) inline constexpr bool same_list<name_list<A...>, name_list<B...>> =
    ((detail::find<name_list<B...>>(A.view()) != npos) && ...);
template <fixed_string... A> inline constexpr bool same_list<name_list<A...>, name_list<A...>> = true;

// The names of A that B has not; only evaluated for errors.
template <std::size_t Max> struct index_list {
  std::array<std::size_t, Max + 1> at{};
  std::size_t size = 0;
};
template <class A, class B> constexpr auto find_lacking() {
  index_list<A::size> r;
  for (std::size_t k = 0; k < A::size; ++k)
    if (detail::find<B>(A::view[k]) == npos) r.at[r.size++] = k;
  return r;
}
template <class A, class B> struct lacking {
  static constexpr auto found = detail::find_lacking<A, B>();
  template <template <class...> class Noun, std::size_t... I>
  static Noun<typename A::template nth_shown<found.at[I]>...> make(std::index_sequence<I...>);
  template <template <class...> class Noun> using list = decltype(make<Noun>(std::make_index_sequence<found.size>{}));
};

}  // namespace tree::detail
}  // namespace fm
