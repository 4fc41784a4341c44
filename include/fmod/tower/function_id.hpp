// fmod/tower/function_id.hpp: a number for the type of a function, so that frames of different functions are different types
// SPDX-License-Identifier: MIT
//
// The number is a hash of the type's name: the type itself inside every box would pull the user's namespace into
// overload resolution and make symbols explode. Names of lambdas are not always unique (clang prints where the lambda
// stands, not in which instantiation of the template around it; g++ prints two `[]<class T>(T)` of one function alike),
// so a lambda's number also counts the lambdas that this translation unit has transformed before.
#pragma once
#include <fmod/tower/level.hpp>

#include <string_view>

namespace fm::tower {

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-template-friend"
#endif
template <std::size_t N> struct place { friend constexpr auto is_taken(place<N>); };
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
template <std::size_t N> struct take {
  friend constexpr auto is_taken(place<N>) { return true; }
};
template <class F, std::size_t N> inline constexpr bool place_is_taken = requires { is_taken(place<N>{}); };

// Places are taken in order, so the first free one is found by bisection.
template <class F, std::size_t First, std::size_t Last> constexpr std::size_t first_free() {
  if constexpr (First + 1 >= Last) {
    return First + (place_is_taken<F, First> ? 1u : 0u);
  } else {
    constexpr std::size_t middle = (First + Last) / 2;
    if constexpr (place_is_taken<F, middle>)
      return first_free<F, middle + 1, Last>();
    else
      return first_free<F, First, middle>();
  }
}
template <class F> constexpr std::size_t next_serial() {
  constexpr std::size_t n = first_free<F, 0, 1u << 16>();
  static_cast<void>(sizeof(take<n>));
  return n;
}
template <class F> inline constexpr std::size_t serial = next_serial<F>();

constexpr std::uint64_t hash(std::string_view s) {  // FNV-1a
  std::uint64_t h = 14695981039346656037ull;
  for (char c : s) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return h;
}
template <class F> constexpr std::string_view function_name() { return __PRETTY_FUNCTION__; }

template <class F> constexpr std::uint64_t make_function_id() {
  constexpr std::string_view name = function_name<F>();
  if constexpr (name.find("lambda") != std::string_view::npos)
    return hash(name) ^ (serial<F> * 0x9E3779B97F4A7C15ull);
  else
    return hash(name);
}
/// Differs for different types of function.
template <class F> inline constexpr std::uint64_t function_id = make_function_id<F>();

/// The frame of a transform of F whose arguments have the leaf types Xs. Debug builds stamp scalar duals, which makes
/// them another type: translation units of both kinds may be linked together.
template <class F, mode Mode, class... Xs>
using frame_of = Frame<1 + highest_level<Xs...>, function_id<F> ^ std::uint64_t{FM_STAMP_SCALARS}, Mode>;

}  // namespace fm::tower
