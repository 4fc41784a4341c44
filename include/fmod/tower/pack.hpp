// fmod/tower/pack.hpp: Pack, some values of different types: a tuple that costs the compiler little
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <utility>

namespace fm::tower {

template <std::size_t I, class T> struct PackItem { T value; };
template <class Index, class... T> struct PackOf;
template <std::size_t... I, class... T> struct PackOf<std::index_sequence<I...>, T...> : PackItem<I, T>... {};

/// An aggregate of a T each. Every op on a tape has several, and each constructor of std::tuple is a template of its own.
template <class... T> using Pack = PackOf<std::index_sequence_for<T...>, T...>;

template <class P> struct size_of_pack;
template <class Index, class... T> struct size_of_pack<PackOf<Index, T...>> {
  static constexpr std::size_t value = sizeof...(T);
};
template <class P> inline constexpr std::size_t pack_size = size_of_pack<P>::value;

template <std::size_t I, class T> constexpr T const& get(PackItem<I, T> const& item) noexcept { return item.value; }
template <std::size_t I, class T> T pack_item(PackItem<I, T> const&);
template <std::size_t I, class P> using pack_item_t = decltype(tower::pack_item<I>(std::declval<P const&>()));

}  // namespace fm::tower
