// fmod/tree/lookup.hpp: how a dotted path finds its value
// SPDX-License-Identifier: MIT
//
// A path is taken apart by the compiler; each component selects a part: a name in a dictionary or aggregate, a number in a
// tuple, pair, vector or array. An optional has no component of its own. All that is left at run time is the address, and a
// bounds check for a vector.
#pragma once
#include <fmod/tree/path_table.hpp>
#include <fmod/tree/report.hpp>

namespace fm::tree::detail {

// One overload resolution finds a field and its type, or that there is none.
struct no_field {};
template <fixed_string N, class T> Field<N, T> find_field(const Field<N, T>*);
template <fixed_string N> no_field find_field(const void*);
template <class D, fixed_string N> using field_of = decltype(detail::find_field<N>(static_cast<const D*>(nullptr)));
template <class D, fixed_string N> inline constexpr bool has_field = !std::is_same_v<field_of<D, N>, no_field>;

// The error for an unknown name: what was asked, the nearest name (or a path further down that ends so), all names.
template <class D, fixed_string N, std::size_t Near = detail::nearest<names_of<D>>(N.view())> struct best_guess {
  using type = typename suggest<names_of<D>, Near>::type;
};
template <class D, fixed_string N> struct best_guess<D, N, npos> { using type = typename deeper<D, N>::type; };
template <class D, fixed_string N> constexpr void missing() {
  static_assert(wrong::no_such_name<wrong::show<N>, typename best_guess<D, N>::type, shown<names_of<D>>>,
                "fm::dict: no such name in this dictionary");
}

/// The value of a field, with the value category of the dictionary.
template <fixed_string N, class D> [[gnu::always_inline]] constexpr decltype(auto) field(D&& d) {
  using found = field_of<std::remove_cvref_t<D>, N>;
  if constexpr (std::is_same_v<found, no_field>) {
    detail::missing<std::remove_cvref_t<D>, N>();
    return wrong::poison{};
  } else {
    return (static_cast<like<D&&, found>>(d).value);
  }
}

/// The path as the user wrote it, for run-time errors; empty if there can be none, so that fewer functions are instantiated.
template <class C, fixed_string P> constexpr auto told() {
  if constexpr (is_fixed<C>)
    return fixed_string{""};
  else
    return P;
}

template <class V, std::size_t I> inline constexpr bool past_end = false;
template <class T, std::size_t N, std::size_t I> inline constexpr bool past_end<std::array<T, N>, I> = I >= N;

/// One component of a path. `Whole` is the path as the user wrote it.
template <fixed_string N, fixed_string Whole, class C>
[[gnu::always_inline]] constexpr decltype(auto) component(C&& c) {
  using V = std::remove_cvref_t<C>;
  constexpr kind k = kind_of<V>;
  if constexpr (k == kind::dict) {
    return detail::field<N>(std::forward<C>(c));
  } else if constexpr (detail::is_record(k)) {
    constexpr std::size_t i = detail::find<names_of<V>>(N.view());
    if constexpr (i != npos) {
      return record<V>::template get<i>(std::forward<C>(c));
    } else {
      detail::missing<V, N>();
      return wrong::poison{};
    }
  } else if constexpr (k == kind::optional) {
    if (!c) detail::nothing_there(Whole.view());
    return detail::component<N, Whole>(*std::forward<C>(c));
  } else if constexpr (detail::is_sequence(k) && detail::as_index(N.view()) != npos) {
    constexpr std::size_t i = detail::as_index(N.view());
    if constexpr (past_end<V, i>) {
      static_assert(wrong::index_past_end<wrong::show<N>, V>, "fm::dict: index past the end of an array");
      return wrong::poison{};
    } else {
      if constexpr (k == kind::vector)
        if (i >= c.size()) detail::index_past_end(Whole.view(), i, c.size());
      return static_cast<like<C&&, typename V::value_type>>(c[i]);
    }
  } else {
    if constexpr (!std::is_same_v<V, wrong::poison>)
      static_assert(wrong::not_a_dict<wrong::show<N>, V>,
                    "fm::dict: a dotted path goes on below something that has no such parts");
    return wrong::poison{};
  }
}

/// The value at a dotted path.
template <fixed_string P, fixed_string Whole, class C> [[gnu::always_inline]] constexpr decltype(auto) at(C&& c) {
  using path = split<P>;
  if constexpr (path::dotted)
    return detail::at<path::tail, Whole>(detail::component<path::head, Whole>(std::forward<C>(c)));
  else
    return detail::component<P, Whole>(std::forward<C>(c));
}

}  // namespace fm::tree::detail
