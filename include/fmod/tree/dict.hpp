// fmod/tree/dict.hpp: Dict, a dictionary whose names the compiler knows; dict(), with, [], ==, structured bindings
// SPDX-License-Identifier: MIT
//
//   auto p = fm::dict("weight"_n = W, "bias"_n = b);      p["weight"_n]
//   auto q = fm::dict("fc1"_n = p, "fc2"_n = p2);         q["fc1.weight"_n]
//   auto r = fm::dict("fc1.weight"_n = W, "fc1.bias"_n = b);   the same as dict("fc1"_n = dict(...))
//   auto [w, b] = p;
//   q.with("fc1.weight"_n = W2)                           a new dictionary; an unknown name does not compile
//
// A Dict has one base class per field, so a look-up is a cast and costs what a struct member costs.
// Reading order: name, wrong, name_list, kind, path_table, lookup, this file, edit (with, merge, without), nest (dict()).
// (This file includes edit and nest, which are templates over the Dict that is declared in name.)
// Keep single dictionaries below about 64 names: g++ 12 needs time that grows faster than the number of distinct dotted paths
// and `with` calls. Larger models nest, and blocks of one type are a vector.
#pragma once
#include <fmod/tree/edit.hpp>
#include <fmod/tree/nest.hpp>

namespace fm {

/// A name and a value: what `"weight"_n = W` makes, and a base class of Dict.
template <fixed_string N, class T> struct Field {
  using type = T;
  T value;

  // Not templates: a member template of Dict, instantiated per name, took g++ 12 13 s instead of 0.9 s for 256 names.
  [[gnu::always_inline]] constexpr const T& operator[](name<N>) const& { return value; }
  [[gnu::always_inline]] constexpr T& operator[](name<N>) & { return value; }
  [[gnu::always_inline]] constexpr T operator[](name<N>) && { return std::move(value); }
  friend bool operator==(const Field&,
                         const Field&) = default;  // no constexpr: clang 14 wants a constexpr == of T then
};

/// A dictionary: an aggregate of fields, made by `fm::dict`. It is a tree and a Hana Struct.
///
/// Errors: an unknown name is one compile-time error with the name, the nearest known name and the list of names.
/// Throws: name_error if a dotted path has an index past the end of a vector, or goes through an empty optional.
template <fixed_string... N, class... T> struct Dict<Field<N, T>...> : Field<N, T>... {
  using names = name_list<N...>;
  using hana_accessors_impl = tree::detail::dict_accessors<Dict>;  // makes it a Hana Struct; instantiated when used
  static_assert(tree::detail::check_names(names{}) || true);       // the call raises the error

  /// The number of names.
  static constexpr std::size_t size() { return sizeof...(N); }

  /// The value of a name or dotted path: a reference; on a temporary, the value.
  using Field<N, T>::operator[]...;
  template <fixed_string P> [[gnu::always_inline]] constexpr decltype(auto) operator[](name<P>) const& {
    return tree::detail::at<P, tree::detail::told<Dict, P>()>(*this);
  }
  template <fixed_string P> [[gnu::always_inline]] constexpr decltype(auto) operator[](name<P>) & {
    return tree::detail::at<P, tree::detail::told<Dict, P>()>(*this);
  }
  template <fixed_string P> [[gnu::always_inline]] constexpr auto operator[](name<P>) && {
    return tree::detail::at<P, tree::detail::told<Dict, P>()>(std::move(*this));
  }

  /// A new dictionary with other values for some names or dotted paths. Values may change their type, except below a
  /// vector, array, optional or aggregate.
  template <fixed_string... P, class... V> [[nodiscard]] constexpr auto with(Field<P, V>... fields) const& {
    return with_all(*this, std::move(fields)...);
  }
  template <fixed_string... P, class... V> [[nodiscard]] constexpr auto with(Field<P, V>... fields) && {
    return with_all(std::move(*this), std::move(fields)...);
  }

  friend bool operator==(const Dict&, const Dict&) = default;

  // For structured bindings.
  template <std::size_t I> constexpr auto& get() & { return tree::detail::record<Dict>::template get<I>(*this); }
  template <std::size_t I> constexpr const auto& get() const& {
    return tree::detail::record<Dict>::template get<I>(*this);
  }
  template <std::size_t I> constexpr auto&& get() && {
    return tree::detail::record<Dict>::template get<I>(std::move(*this));
  }

 private:
  template <class D> static constexpr auto with_all(D&& d) { return std::forward<D>(d); }
  template <class D, fixed_string P, class V, class... R>
  static constexpr auto with_all(D&& d, Field<P, V>&& first, R&&... rest) {
    if constexpr (sizeof...(R) == 0)
      return tree::detail::with<P, tree::detail::told<Dict, P>()>(std::forward<D>(d), std::move(first.value));
    else
      return with_all(tree::detail::with<P, tree::detail::told<Dict, P>()>(std::forward<D>(d), std::move(first.value)),
                      std::move(rest)...);
  }
};

}  // namespace fm

template <fm::fixed_string... N, class... T>
struct std::tuple_size<fm::Dict<fm::Field<N, T>...>> : std::integral_constant<std::size_t, sizeof...(N)> {};
template <std::size_t I, fm::fixed_string... N, class... T> struct std::tuple_element<I, fm::Dict<fm::Field<N, T>...>> {
  using type = fm::tree::detail::nth<I, T...>;
};
