// fmod/tree/nest.hpp: dict(): fields to a dictionary, where dotted names nest; a dictionary as a Hana Struct
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/tree/lookup.hpp>

namespace fm {
namespace tree::detail {

// The fields of a dict() call by index.
template <std::size_t I, class T> struct slot { T& value; };
template <class Is, class... T> struct slots;
template <std::size_t... I, class... T> struct slots<std::index_sequence<I...>, T...> : slot<I, T>... {};
template <std::size_t I, class T> [[gnu::always_inline]] constexpr T& slot_value(const slot<I, T>& s) {
  return s.value;
}

// Names grouped by what stands before their first dot, in order of first appearance.
template <std::size_t n> struct plan {
  std::array<std::size_t, n + 1> first{}, length{}, size{},
      begin{};                                         // of a group: first name, letters, members, place in order
  std::array<std::size_t, n + 1> order{};              // the names, group by group
  std::size_t groups = 0, twice = npos, clash = npos;  // twice, clash: a name at fault
};
template <std::size_t n> constexpr plan<n> make_plan(const std::array<std::string_view, n>& names) {
  plan<n> r;
  std::array<std::uint64_t, n + 1> hashes{};
  std::array<bool, n + 1> dotted{};
  std::array<std::size_t, n + 1> group{};
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t dot = detail::find_dot(names[i]);
    const std::string_view head = names[i].substr(0, dot);
    const std::uint64_t h = detail::hash(head);
    std::size_t g = 0;
    while (g < r.groups && !(hashes[g] == h && names[r.first[g]].substr(0, r.length[g]) == head)) ++g;
    if (g == r.groups) {
      hashes[g] = h, dotted[g] = dot != npos, r.first[g] = i, r.length[g] = head.size();
      ++r.groups;
    } else if (dotted[g] != (dot != npos)) {
      r.clash = i;
    } else if (!dotted[g]) {
      r.twice = i;
    }
    group[i] = g;
    ++r.size[g];
  }
  for (std::size_t g = 0; g < r.groups; ++g) r.begin[g + 1] = r.begin[g] + r.size[g];
  std::array<std::size_t, n + 1> next = r.begin;
  for (std::size_t i = 0; i < n; ++i) r.order[next[group[i]]++] = i;
  return r;
}
constexpr bool good_path(std::string_view s) {  // no component is empty
  bool empty = true;
  for (char c : s) {
    if (c == '.' && empty) return false;
    empty = c == '.';
  }
  return !empty;
}

// One level: the names I of list L, which agree up to (not including) letter From.
template <class L, std::size_t From, std::size_t... I> struct level {
  static constexpr plan<sizeof...(I)> plan_ = detail::make_plan<sizeof...(I)>({L::view[I].substr(From)...});
  static constexpr std::array<std::size_t, sizeof...(I)> index{I...};
  template <std::size_t G> static constexpr std::size_t first = index[plan_.first[G]];
  template <std::size_t G> static constexpr auto head = detail::fixed<plan_.length[G]>(L::view[first<G>].substr(From));
  template <std::size_t G> static constexpr std::size_t next = From + plan_.length[G] + 1;
  template <std::size_t G> static constexpr bool is_value = L::view[first<G>].size() < next<G>;
};

// Always inlined: the names of all fields stand in the symbol of each of these functions (5 MB of object file for 96 names).
template <class L, std::size_t From, std::size_t... I, class S>
[[gnu::always_inline]] constexpr auto nest(std::index_sequence<I...>, const S& s);
template <class L, class Level, std::size_t G, class S, std::size_t... K>
[[gnu::always_inline]] constexpr auto nest_group(const S& s, std::index_sequence<K...>) {
  if constexpr (Level::template is_value<G>)
    return std::move(detail::slot_value<Level::template first<G>>(s));
  else
    return detail::nest<L, Level::template next<G>>(
        std::index_sequence<Level::index[Level::plan_.order[Level::plan_.begin[G] + K]]...>{}, s);
}
template <class L, class Level, class S, std::size_t... G>
[[gnu::always_inline]] constexpr auto nest_groups(const S& s, std::index_sequence<G...>) {
  return Dict<Field<Level::template head<G>,
                    decltype(detail::nest_group<L, Level, G>(s, std::make_index_sequence<Level::plan_.size[G]>{}))>...>{
      {detail::nest_group<L, Level, G>(s, std::make_index_sequence<Level::plan_.size[G]>{})}...};
}
template <class L, std::size_t From, std::size_t... I, class S>
[[gnu::always_inline]] constexpr auto nest(std::index_sequence<I...>, const S& s) {
  using here = level<L, From, I...>;
  if constexpr (here::plan_.clash != npos) {
    static_assert(
        wrong::name_is_value_and_prefix<typename L::template nth_shown<here::index[here::plan_.clash]>, shown<L>>,
        "fm::dict: a name holds a value and is also the beginning of a dotted name");
    return wrong::poison{};
  } else if constexpr (here::plan_.twice != npos) {
    static_assert(wrong::name_used_twice<typename L::template nth_shown<here::index[here::plan_.twice]>, shown<L>>,
                  "fm::dict: the same name twice in one dictionary");
    return wrong::poison{};
  } else {
    return detail::nest_groups<L, here>(s, std::make_index_sequence<here::plan_.groups>{});
  }
}

// Hana: a tuple of pairs (key, accessor).
template <class D> struct dict_accessors;
template <fixed_string N> struct member {
  template <class D> constexpr decltype(auto) operator()(D&& d) const { return detail::field<N>(std::forward<D>(d)); }
};
template <fixed_string S, std::size_t... I> constexpr auto hana_key(std::index_sequence<I...>) {
  return boost::hana::string<S.data[I]...>{};
}
template <fixed_string... N, class... T> struct dict_accessors<Dict<Field<N, T>...>> {
  static constexpr auto apply() {
    return boost::hana::make_tuple(
        boost::hana::make_pair(detail::hana_key<N>(std::make_index_sequence<N.size()>{}), member<N>{})...);
  }
};

}  // namespace tree::detail

/// A dictionary of fields, `dict("weight"_n = W, "bias"_n = b)`. Dotted names nest: `dict("fc1.weight"_n = W)` is
/// `dict("fc1"_n = dict("weight"_n = W))`; names come in order of first appearance.
///
/// Errors: a name twice, an empty name, and a name that is both a value and the beginning of a dotted name do not compile.
template <fixed_string... N, class... T> [[nodiscard]] constexpr auto dict(Field<N, T>... fields) {
  if constexpr ((tree::detail::is_good_name<N> && ...)) {
    if constexpr (!tree::detail::check_names(name_list<N...>{}))
      return wrong::poison{};
    else
      return Dict<Field<N, T>...>{{std::move(fields.value)}...};
  } else if constexpr (!(tree::detail::good_path(N.view()) && ...)) {
    static_assert(wrong::name_not_allowed<wrong::names<wrong::show<N>...>>,
                  "fm::dict: a name or a part of a dotted name is empty");
    return wrong::poison{};
  } else {
    using indices = std::index_sequence_for<T...>;
    const tree::detail::slots<indices, T...> s{{fields.value}...};
    return tree::detail::nest<name_list<N...>, 0>(indices{}, s);
  }
}

}  // namespace fm
