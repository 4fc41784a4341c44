// fmod/tree/wrong.hpp: the words that compile-time errors about names and trees are made of
// SPDX-License-Identifier: MIT
//
// How an error is raised:   static_assert(wrong::no_such_name<what, near, known>, "a sentence");
//                           return wrong::poison{};
// The condition is a variable template that is false, so both compilers print its arguments: g++ in a note, clang in the
// error itself. The poison converts to anything, so that one mistake stays one error.
#pragma once
#include <fmod/tree/name.hpp>

namespace fm::wrong {

#if defined( \
    __clang__)  // clang 14 prints a class-type template argument as {{119, 101, ...}}, a pack of letters is readable
template <char... C> struct text {};
template <fixed_string S, class Is = std::make_index_sequence<S.size()>> struct show_;
template <fixed_string S, std::size_t... I> struct show_<S, std::index_sequence<I...>> {
  using type = text<S.data[I]...>;
};
template <fixed_string S> using show = typename show_<S>::type;
#else
/// A string as it appears in an error.
template <fixed_string S> struct text {};
template <fixed_string S> using show = text<S>;
#endif

// Nouns: what an error tells about.
template <class... Names> struct did_you_mean {};
template <class... Names> struct names {};
template <class Path> struct at_path {};
template <class... Names> struct only_in_first {};
template <class... Names> struct only_in_second {};

// Verdicts: false for every argument.
template <class... Info> inline constexpr bool no_such_name = false;
template <class... Info> inline constexpr bool name_used_twice = false;
template <class... Info> inline constexpr bool name_is_value_and_prefix = false;
template <class... Info> inline constexpr bool name_not_allowed = false;
template <class... Info> inline constexpr bool not_a_dict = false;
template <class... Info> inline constexpr bool index_past_end = false;
template <class... Info> inline constexpr bool type_must_stay = false;
template <class... Info> inline constexpr bool different_structure = false;
template <class... Info> inline constexpr bool different_names = false;
template <class... Info> inline constexpr bool aggregate_cannot_be_rebuilt = false;
template <class... Info> inline constexpr bool function_returns_nothing = false;
template <class... Info> inline constexpr bool accumulator_changes_type = false;
template <class... Info> inline constexpr bool leaves_of_several_types = false;
template <class... Info> inline constexpr bool not_a_predicate = false;

/// Converts to anything: returned after an error, it keeps further errors away.
struct poison {
  template <class T> constexpr operator T&() const;
};

}  // namespace fm::wrong
