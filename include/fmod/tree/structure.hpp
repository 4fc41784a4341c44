// fmod/tree/structure.hpp: do trees have the same structure? at compile time by type, at run time by length; if not, where
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/tree/dict.hpp>

namespace fm::tree {
namespace detail {

/// The part of record `o` that has the name of the I-th part of record T; a prefix stands for all its parts.
template <class T, std::size_t I, class O> [[gnu::always_inline]] constexpr decltype(auto) matching(O&& o) {
  using V = std::remove_cvref_t<O>;
  if constexpr (is_prefix<V>)
    return static_cast<const V&>(o);
  else if constexpr (std::is_same_v<names_of<T>, names_of<V>>)
    return record<V>::template get<I>(std::forward<O>(o));
  else
    return record<V>::template get<detail::find<names_of<V>>(names_of<T>::view[I])>(std::forward<O>(o));
}

// ---- by type. A rule decides where two nodes need not, or must not, be looked into.
enum class verdict { fits, differs, look_inside };
struct map_rule {  // the other tree fits if map can walk it beside the first
  template <class T, class O> static constexpr verdict ask() {
    if (is_prefix<O>) return verdict::fits;
    if (is_leaf<T>) return is_leaf<O> ? verdict::fits : verdict::differs;
    return std::is_same_v<T, O> ? verdict::fits : verdict::look_inside;
  }
};
struct same_rule {
  template <class T, class O> static constexpr verdict ask() {
    if (is_leaf<T> || is_leaf<O>) return is_leaf<T> == is_leaf<O> ? verdict::fits : verdict::differs;
    return std::is_same_v<T, O> ? verdict::fits : verdict::look_inside;
  }
};
struct combine_rule {  // nothing on one side at least
  template <class T, class O> static constexpr verdict ask() {
    if (kind_of<T> == kind::none || kind_of<O> == kind::none) return verdict::fits;
    return is_leaf<T> ? verdict::differs : verdict::look_inside;
  }
};

template <class T, class O> inline constexpr bool same_template = std::is_same_v<T, O>;
template <template <class...> class A, class... X, class... Y>
inline constexpr bool same_template<A<X...>, A<Y...>> = true;

template <class T, class O> inline constexpr bool arrays_of_different_size = false;
template <class X, class Y, std::size_t M, std::size_t N>
inline constexpr bool arrays_of_different_size<std::array<X, M>, std::array<Y, N>> = M != N;

template <class Rule, class T, class O> constexpr bool compare();
template <class Rule, class T, class O> inline constexpr bool fits = detail::compare<Rule, T, O>();

template <class Rule, class T, class O> inline constexpr bool parts_fit = false;
template <class Rule, class... T, class... O>
requires(sizeof...(T) ==
         sizeof...(O)) inline constexpr bool parts_fit<Rule, types<T...>, types<O...>> = (fits<Rule, T, O> && ...);

template <class Rule, class O, fixed_string... N, class... T> constexpr bool fields_fit(tag<Dict<Field<N, T>...>>) {
  return (fits<Rule, T, typename field_of<O, N>::type> && ...);
}

template <class Rule, class T, class O> constexpr bool compare() {
  constexpr kind k = kind_of<T>;
  constexpr verdict v = Rule::template ask<T, O>();
  if constexpr (v != verdict::look_inside)
    return v == verdict::fits;
  else if constexpr (kind_of<O> != k)
    return false;
  else if constexpr (arrays_of_different_size<T, O>)
    return false;
  else if constexpr (k == kind::array || k == kind::vector || k == kind::optional || k == kind::foreign)
    return fits<Rule, typename T::value_type, typename O::value_type>;
  else if constexpr (k == kind::aggregate && !same_template<T, O>)
    return false;
  else if constexpr (k != kind::dict || std::is_same_v<names_of<T>, names_of<O>>)
    return parts_fit<Rule, parts_of<T>, parts_of<O>>;
  else if constexpr (!same_names<T, O>)
    return false;
  else
    return detail::fields_fit<Rule, O>(tag<T>{});
}

// ---- only on failure: at which path do they differ, and how
template <fixed_string P, class Rule, class T, class O> constexpr void explain();
template <fixed_string P, class Rule, class T, class O, fixed_string... N, std::size_t... I>
constexpr void explain_parts(name_list<N...>, std::index_sequence<I...>) {
  (detail::explain<detail::join<P, N>(), Rule, part<T, I>, part<O, detail::find<names_of<O>>(N.view())>>(), ...);
}
template <fixed_string P, class Rule, class T, class O> constexpr void explain() {
  using path = wrong::at_path<wrong::show<P>>;
  constexpr kind k = kind_of<T>;
  if constexpr (!fits<Rule, T, O>) {
    if constexpr (std::is_same_v<Rule, combine_rule> && is_leaf<T> && is_leaf<O>)
      static_assert(wrong::different_structure<path, T, O>,
                    "fm::tree::combine: both trees have a value here; one must have fm::none");
    else if constexpr (is_leaf<T>)
      static_assert(wrong::different_structure<path, T, O>,
                    "fm::tree: a leaf of the first tree meets a subtree of another");
    else if constexpr (kind_of<O> != k)
      static_assert(wrong::different_structure<path, T, O>, "fm::tree: the trees have nodes of different kinds here");
    else if constexpr (k == kind::aggregate && !same_template<T, O>)
      static_assert(wrong::different_structure<path, T, O>,
                    "fm::tree: the trees have aggregates of different templates here");
    else if constexpr (detail::is_record(k)) {
      if constexpr (same_list<names_of<T>, names_of<O>>)
        detail::explain_parts<P, Rule, T, O>(names_of<T>{}, indices_of<T>{});
      else if constexpr (k == kind::dict)
        static_assert(wrong::different_structure<
                          path, typename lacking<names_of<T>, names_of<O>>::template list<wrong::only_in_first>,
                          typename lacking<names_of<O>, names_of<T>>::template list<wrong::only_in_second>>,
                      "fm::tree: the trees have different names here");
      else
        static_assert(wrong::different_structure<path, T, O>,
                      "fm::tree: the trees have tuples of different length here");
    } else if constexpr (fits<Rule, typename T::value_type, typename O::value_type>) {
      static_assert(wrong::different_structure<path, T, O>, "fm::tree: the trees have arrays of different length here");
    } else if constexpr (k == kind::optional) {
      detail::explain<P, Rule, typename T::value_type, typename O::value_type>();
    } else {
      detail::explain<detail::join<P, "*">(), Rule, typename T::value_type, typename O::value_type>();
    }
  }
}

// ---- by length, at run time. `path` is a buffer in which the path grows; used only if the number of leaves is not fixed.
template <class T, class O> constexpr bool lengths_fit(const T& t, const O& o, char* path, std::size_t n, bool report);
template <class T, class O, std::size_t... I>
constexpr bool part_lengths_fit(const T& t, const O& o, char* path, std::size_t n, bool report,
                                std::index_sequence<I...>) {
  return (detail::lengths_fit(record<T>::template get<I>(t), detail::matching<T, I>(o), path,
                              detail::push(path, n, names_of<T>::view[I]), report) &&
          ...);
}
template <class T, class O>
constexpr bool lengths_fit(const T& t, const O& o, [[maybe_unused]] char* path, [[maybe_unused]] std::size_t n,
                           [[maybe_unused]] bool report) {
  constexpr kind k = kind_of<T>;
  if constexpr (is_fixed<T> || is_prefix<O> || kind_of<O> == kind::none) {
    return true;
  } else if constexpr (detail::is_record(k)) {
    return detail::part_lengths_fit(t, o, path, n, report, indices_of<T>{});
  } else if constexpr (k == kind::optional) {
    if (t.has_value() != o.has_value()) {
      if (report) detail::only_some_set({path, n}, t.has_value());
      return false;
    }
    return !t || detail::lengths_fit(*t, *o, path, n, report);
  } else if constexpr (k == kind::foreign) {
    auto const first = foreign<T>::sizes(t), other = foreign<O>::sizes(o);
    if (first != other) {
      if (report) detail::sizes_differ({path, n}, first, other);
      return false;
    }
    if constexpr (!is_fixed<typename T::value_type>)
      for (std::size_t i = 0; i < first[0] * first[1]; ++i)
        if (!detail::lengths_fit(foreign<T>::at(t, i), foreign<O>::at(o, i), path, detail::push(path, n, i), report))
          return false;
    return true;
  } else {
    if (t.size() != o.size()) {
      if (report) detail::lengths_differ({path, n}, t.size(), o.size());
      return false;
    }
    if constexpr (!is_fixed<typename T::value_type>)
      for (std::size_t i = 0; i < t.size(); ++i)
        if (!detail::lengths_fit(t[i], o[i], path, detail::push(path, n, i), report)) return false;
    return true;
  }
}
template <class T, class O> constexpr bool check_lengths(const T& t, const O& o, bool report = true) {
  if constexpr (is_fixed<T>) {
    return true;
  } else {
    char path[shape<T>::longest + 1];
    return detail::lengths_fit(t, o, path, 0, report);
  }
}

}  // namespace detail

/// Whether two tree types have the same structure: the same containers with the same names; leaves may be of any type.
template <class A, class B> inline constexpr bool same_structure_v = detail::fits<detail::same_rule, A, B>;

/// The same for values: also vectors of the same length, and the same optionals set.
template <class A, class B> constexpr bool same_structure(const A& a, const B& b) {
  if constexpr (same_structure_v<A, B>)
    return detail::check_lengths(a, b, false);
  else
    return false;
}

}  // namespace fm::tree
