// fmod/transforms/call.hpp: what every transform does around the call of its function: levels, lifting, checks, stripping
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/ops/ops.hpp>
#include <fmod/tower/function_id.hpp>
#include <fmod/tree/tree.hpp>

namespace fm {

template <> inline constexpr bool tree::is_prefix<Zero> = true;

/// Several arguments of a transform in one: `fm::jvp(f, fm::args(p, x), fm::args(dp, fm::zero))`.
template <class... X> struct Args { std::tuple<X...> values; };
template <class... X> Args<X...> args(X... x) { return {std::tuple<X...>(std::move(x)...)}; }

/// Stands last among the arguments of a transform and declares which outer values its function uses without being passed
/// them. It is not passed to the function; it raises the level, so that their derivatives stay apart.
template <class... X> struct Capturing {};
template <class... X> Capturing<X...> capturing(X const&...) { return {}; }

/// The function returns pair(value, aux): aux is handed out beside the derivative, without one.
struct HasAux {};
inline constexpr HasAux has_aux{};

namespace transforms {

template <class X> inline constexpr bool is_args = false;
template <class... X> inline constexpr bool is_args<Args<X...>> = true;
template <class X> inline constexpr bool is_capturing = false;
template <class... X> inline constexpr bool is_capturing<Capturing<X...>> = true;
template <class X> inline constexpr bool is_pair = false;
template <class A, class B> inline constexpr bool is_pair<std::pair<A, B>> = true;

// ---- the function must take boxes
template <class F> constexpr void check_generic() {
  static_assert(!std::is_function_v<std::remove_pointer_t<F>>,
                "fmod: a transform was given a plain function, which has fixed argument types; give it a generic one: "
                "[](auto const& x) { return f(x); }");
  if constexpr (requires { &F::operator(); })
    static_assert(sizeof(F) == 0,
                  "fmod: a transform was given a function with fixed argument types (a non-generic lambda or a "
                  "std::function); give it a generic one, with auto parameters: [](auto const& x) { ... }");
}

// ---- the level of a call
template <class X> struct leaves_of { using type = tree::leaf_types<X>; };
template <class... X> struct leaves_of<Args<X...>> { using type = tree::leaf_types<std::tuple<X...>>; };
template <class... X> struct leaves_of<Capturing<X...>> { using type = tree::leaf_types<std::tuple<X...>>; };
template <class... List> struct joined;
template <> struct joined<> { using highest = double; };
template <class... L> struct joined<tree::types<L...>> { using highest = tower::highest_t<double, L...>; };
template <class... A, class... B, class... Rest>
struct joined<tree::types<A...>, tree::types<B...>, Rest...> : joined<tree::types<A..., B...>, Rest...> {};

/// A leaf with the highest level among all arguments (a number if none is a box): its boxes are what every differentiated
/// leaf is lifted to.
template <class... X> using highest_leaf = typename joined<typename leaves_of<X>::type...>::highest;
template <class Tree> using highest_in = typename joined<tree::leaf_types<Tree>>::highest;

/// Leaf X inside the boxes of Ref.
template <class Ref, class X> using lifted_t = tower::rebind_t<Ref, tower::base_t<X>>;

template <class X> constexpr void check_real(X const*) {
  static_assert(
      Real<tower::element_t<X>>,
      "fmod: a leaf that is to be differentiated is not a float or double (integers and bool carry no "
      "derivative); pass it as an argument that is not differentiated, or convert it with fm::cast<double>(x)");
}

/// All but a trailing Capturing, as a tuple of references.
template <class... C> auto without_capturing(C const&... c) {
  if constexpr (sizeof...(C) == 0) {
    return std::tuple<>();
  } else {
    constexpr std::size_t n =
        sizeof...(C) - (is_capturing<std::tuple_element_t<sizeof...(C) - 1, std::tuple<C...>>> ? 1 : 0);
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      auto all = std::tie(c...);
      return std::tuple<std::tuple_element_t<I, decltype(all)>...>(std::get<I>(all)...);
    }
    (std::make_index_sequence<n>{});
  }
}

// ---- results
/// The same leaf of the result of every lane of a vmap. Not a vector, which would be a tree of its own.
template <class T> struct LeafLanes { std::vector<T> lanes; };

template <class Frame, class Y> constexpr bool is_ours() {
  if constexpr (!tower::Value<Y>) {
    return false;
  } else {
    static_assert(
        tower::level_of<Y> <= Frame::level,
        "fmod: the function returned a value of a higher level than its own transform: it uses an outer "
        "differentiated value without saying so; pass it as an explicit argument after the others, or declare it "
        "with fm::capturing(value).");
    return tower::belongs<Frame, Y>();
  }
}
/// y without the box of this transform.
template <class Frame, class Tree> auto strip(Tree const& y) {
  return tree::map(
      [](auto const& leaf) {
        if constexpr (is_ours<Frame, std::remove_cvref_t<decltype(leaf)>>())
          return leaf.primal();
        else
          return leaf;
      },
      y);
}

/// "": the whole; else " at fc1.weight".
std::string at_path(std::string_view path);
[[noreturn]] void used_up(char const* what);
[[noreturn]] void tangent_shape_differs(char const* transform, char const* what, std::string_view path,
                                        Shape const& given, Shape const& want);
[[noreturn]] void not_a_scalar(char const* transform, Shape const& shape);

template <class Like> auto zeros_like_leaf(Like const& x) {
  if constexpr (Real<tower::element_t<tower::argument_t<Like>>>)
    return tower::full_like(x, 0);
  else
    return zero;
}

}  // namespace transforms
}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/transforms/call.ipp>
#endif
