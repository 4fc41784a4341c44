// fmod/tree/kind.hpp: what a type is as a node of a tree: leaf, dictionary, tuple, vector, ...
// SPDX-License-Identifier: MIT
//
// Four kinds have a compile-time list of named parts: dict, tuple, pair, aggregate. They are *records*; `record<T>` gives
// names, types and access, where the parts of a tuple are named "0", "1", ... The rest is: sequences (array, vector),
// optional (whose value has the path of the optional itself), foreign (a container of another library), none (no leaves),
// leaf.
#pragma once
#include <optional>
#include <tuple>
#include <vector>

#include <boost/hana/accessors.hpp>
#include <boost/hana/at.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/core/tag_of.hpp>
#include <boost/hana/pair.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/unpack.hpp>

#include <fmod/tree/name_list.hpp>

namespace fm {

/// The type of `fm::none`.
struct none_t {
  friend constexpr bool operator==(none_t, none_t) { return true; }
};
/// "Nothing here": a tree without leaves (see tree::partition), and an axis that is not mapped.
inline constexpr none_t none{};

namespace tree {

enum class kind { leaf, none, dict, tuple, pair, array, vector, optional, aggregate, foreign };

/// The kind of a type without reference and const. Specialise it to make any type a leaf:
/// `template <> inline constexpr fm::tree::kind fm::tree::kind_of<my::Vec3> = fm::tree::kind::leaf;`
template <class T> inline constexpr kind kind_of = boost::hana::Struct<T>::value ? kind::aggregate : kind::leaf;
template <> inline constexpr kind kind_of<none_t> = kind::none;
template <class... F> inline constexpr kind kind_of<Dict<F...>> = kind::dict;
template <class... T> inline constexpr kind kind_of<std::tuple<T...>> = kind::tuple;
template <class A, class B> inline constexpr kind kind_of<std::pair<A, B>> = kind::pair;
template <class T, std::size_t N> inline constexpr kind kind_of<std::array<T, N>> = kind::array;
template <class T, class A> inline constexpr kind kind_of<std::vector<T, A>> = kind::vector;
template <class A> inline constexpr kind kind_of<std::vector<bool, A>> = kind::leaf;  // its elements are no objects
template <class T> inline constexpr kind kind_of<std::optional<T>> = kind::optional;

/// A container of another library, with values of one type in rows and columns (eigen.hpp makes matrices one). Its kind_of is
/// kind::foreign, it has value_type and size(), and this template is specialised with
///   template <class U> static auto like(T const&)    a container for U of the same sizes, values not yet set
///   static auto& at(T&, std::size_t i)               the i-th value; also for T const&
///   static std::array<std::size_t, 2> sizes(T const&)
template <class T> struct foreign;

/// Whether a value of this type, met in the second or a later tree of `map` or `for_each`, stands for a whole subtree: each
/// leaf of the first tree below gets that same value. Specialise it for symbolic values such as a zero.
template <class T> inline constexpr bool is_prefix = false;

template <class T> inline constexpr bool is_leaf = kind_of<T> == kind::leaf;

/// A list of types.
template <class... T> struct types { static constexpr std::size_t size = sizeof...(T); };

namespace detail {

template <class T> struct tag {};  // a type as a function argument

constexpr bool is_record(kind k) {
  return k == kind::dict || k == kind::tuple || k == kind::pair || k == kind::aggregate;
}
constexpr bool is_sequence(kind k) { return k == kind::array || k == kind::vector; }
template <class T> inline constexpr bool is_dict = false;
template <class... F> inline constexpr bool is_dict<Dict<F...>> = true;

/// A part of type T inside a container that is passed as `Like&&`: same constness, same value category.
template <class Like, class T>
using like = std::conditional_t<std::is_lvalue_reference_v<Like>,
                                std::conditional_t<std::is_const_v<std::remove_reference_t<Like>>, const T&, T&>,
                                std::conditional_t<std::is_const_v<std::remove_reference_t<Like>>, const T&&, T&&>>;

// ---- records: names, types, get<I>(value)
template <class T> struct record;

template <fixed_string... N, class... T> struct record<Dict<Field<N, T>...>> {
  using names = name_list<N...>;
  using parts = types<T...>;
  template <std::size_t I, class D> [[gnu::always_inline]] static constexpr decltype(auto) get(D&& d) {
    return (static_cast<like<D&&, nth<I, Field<N, T>...>>>(d).value);
  }
};

template <class Is> struct numbered;
template <std::size_t... I> struct numbered<std::index_sequence<I...>> {
  using type = name_list<detail::number<I>()...>;
};

template <class T, class... Parts> struct tuple_record {
  using names = typename numbered<std::index_sequence_for<Parts...>>::type;
  using parts = types<Parts...>;
  template <std::size_t I, class D> [[gnu::always_inline]] static constexpr decltype(auto) get(D&& d) {
    return std::get<I>(std::forward<D>(d));
  }
};
template <class... T> struct record<std::tuple<T...>> : tuple_record<std::tuple<T...>, T...> {};
template <class A, class B> struct record<std::pair<A, B>> : tuple_record<std::pair<A, B>, A, B> {};

// Users' aggregates, through Hana: a tuple of pairs (key, accessor).
template <class T> constexpr auto accessors() { return boost::hana::accessors<boost::hana::tag_of_t<T>>(); }
template <class A> using key_of = std::remove_cvref_t<decltype(boost::hana::first(std::declval<A>()))>;
template <class A, class T>
using member_of = std::remove_cvref_t<decltype(boost::hana::second(std::declval<A>())(std::declval<T&>()))>;
template <class Key> constexpr auto key_name() {
  return detail::fixed<std::string_view(Key::c_str()).size()>(Key::c_str());
}
template <class T, class Accessors> struct aggregate_record;
template <class T, class... A> struct aggregate_record<T, boost::hana::tuple<A...>> {
  using names = name_list<detail::key_name<key_of<A>>()...>;
  using parts = types<member_of<A, T>...>;
  template <std::size_t I, class D> [[gnu::always_inline]] static constexpr decltype(auto) get(D&& d) {
    return boost::hana::second(boost::hana::at_c<I>(detail::accessors<T>()))(std::forward<D>(d));
  }
};
template <class T>
requires(kind_of<T> == kind::aggregate) struct record<T> : aggregate_record<T, decltype(detail::accessors<T>())> {
};

template <class... T> struct tuple_of { using type = std::tuple<T...>; };
template <class... T> struct pair_of;
template <class A, class B> struct pair_of<A, B> { using type = std::pair<A, B>; };

template <class T> using names_of = typename record<T>::names;
template <class T> using parts_of = typename record<T>::parts;
template <class T> inline constexpr std::size_t size_of = parts_of<T>::size;
template <class T> using indices_of = std::make_index_sequence<size_of<T>>;

template <std::size_t I, class List> struct part_;
template <std::size_t I, class... T> struct part_<I, types<T...>> { using type = nth<I, T...>; };
template <class T, std::size_t I>
using part = typename part_<I, parts_of<T>>::type;  // type of the I-th part of a record

}  // namespace detail
}  // namespace tree
}  // namespace fm
