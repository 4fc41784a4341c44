// fmod/transforms/axes.hpp: in_axes and out_axes, which say where a vmap finds and leaves its lanes, and their checks
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/transforms/call.hpp>

namespace fm {

/// Which axis of each argument (each result) holds the lanes: `fm::in_axes<0, fm::none>`. An axis counts from the end
/// if negative and holds for all leaves of the argument; fm::none: the same for every lane.
template <auto... A> struct InAxes {};
template <auto... A> struct OutAxes {};
template <auto... A> inline constexpr InAxes<A...> in_axes{};
template <auto... A> inline constexpr OutAxes<A...> out_axes{};

namespace wrong {
// Nouns.
template <std::size_t N> struct argument {};
template <std::size_t N> struct axes_listed {};
template <std::size_t N> struct arguments_given {};
template <std::size_t N> struct results_given {};
// Verdicts.
template <class... Info> inline constexpr bool axis_not_an_integer = false;
template <class... Info> inline constexpr bool axes_do_not_match = false;
template <class... Info> inline constexpr bool nothing_is_mapped = false;
template <class... Info> inline constexpr bool not_a_tensor = false;
}  // namespace wrong

namespace transforms {

template <auto A> inline constexpr bool is_none = std::is_same_v<std::remove_const_t<decltype(A)>, none_t>;
template <auto A>
inline constexpr bool is_axis = is_none<A> || (std::is_integral_v<decltype(A)> &&
                                               !std::is_same_v<std::remove_const_t<decltype(A)>, bool>);
inline constexpr int no_axis = std::numeric_limits<int>::min();
template <auto A> constexpr int axis_number() {
  if constexpr (is_none<A> || !is_axis<A>)
    return no_axis;
  else
    return std::in_range<int>(A) ? static_cast<int>(A) : std::numeric_limits<int>::max();  // stays absurd
}
/// The axes of a list by number; 0 for everything if the list is empty.
template <class List> struct axis_list;
template <template <auto...> class List, auto... A> struct axis_list<List<A...>> {
  static constexpr std::size_t size = sizeof...(A);
  static constexpr bool numbers = (is_axis<A> && ...);
  static constexpr int at(std::size_t i) {
    int const axes[] = {axis_number<A>()..., 0};
    return size == 0 ? 0 : axes[i];
  }
};

// ---- how many lanes there are
/// Sees every mapped leaf and holds their number of lanes.
class LaneCount {
 public:
  explicit LaneCount(char const* transform) : transform_(transform) {}
  /// Throws: shape_error if the axis is outside the shape, or if the lanes are not as many as in the leaf seen first.
  void see(std::size_t argument, std::string_view path, int axis, Shape const& shape);
  /// Throws: value_error if no leaf was seen.
  int64_t count() const;

 private:
  char const* transform_;
  int64_t count_ = -1;
  std::string first_;
};
/// Where the lanes go in a result. Throws: shape_error if the axis is outside the shape that the result then has.
int checked_out_axis(char const* transform, std::string_view path, int axis, Shape const& lane);
[[noreturn]] void result_is_mapped(std::string_view path, Shape const& lane);
[[noreturn]] void no_lanes_to_run();
[[noreturn]] void results_differ(std::string_view path, Shape const& first, int64_t lane, Shape const& other);

template <std::size_t Argument, class... L> constexpr bool check_leaves(tree::types<L...>) {
  return ([]<class X>(X const*) {
    constexpr bool fits = [] {
      if constexpr (tower::Value<X>)
        return !tower::is_scalar<X>;
      else
        return false;
    }();
    if constexpr (!fits)
      static_assert(
          wrong::not_a_tensor<wrong::argument<Argument>, X>,
          "fm::vmap: a leaf of a mapped argument is not a tensor, so it has no axis to map over; list fm::none "
          "for that argument in fm::in_axes, or make it a tensor with one entry for each lane");
    return fits;
  }(static_cast<L const*>(nullptr)) &&
          ...);
}
/// What is wrong with the list of axes for arguments of these types is said here.
template <class In, std::size_t... I, class... A>
constexpr bool check_axes(std::index_sequence<I...>, std::tuple<A...> const*) {
  using axes = axis_list<In>;
  if constexpr (!axes::numbers) {
    static_assert(wrong::axis_not_an_integer<In>,
                  "fm::vmap: an axis must be an integer, or fm::none for what is the same in every lane");
    return false;
  } else if constexpr (axes::size != 0 && axes::size != sizeof...(A)) {
    static_assert(wrong::axes_do_not_match<wrong::axes_listed<axes::size>, wrong::arguments_given<sizeof...(A)>>,
                  "fm::vmap: fm::in_axes lists another number of axes than there are arguments; give one for each, "
                  "fm::none for those that are the same in every lane");
    return false;
  } else if constexpr (((axes::at(I) == no_axis) && ...)) {
    static_assert(wrong::nothing_is_mapped<In>,
                  "fm::vmap: no argument is mapped; list an axis for at least one in fm::in_axes");
    return false;
  } else {
    return ([] {
      if constexpr (axes::at(I) == no_axis)
        return true;
      else
        return check_leaves<I>(tree::leaf_types<std::remove_cvref_t<A>>{});
    }() && ...);
  }
}
template <class In, std::size_t... I, class Arguments>
int64_t count_lanes(char const* transform, std::index_sequence<I...>, Arguments const& a) {
  LaneCount lanes(transform);
  (
      [&] {
        constexpr int axis = axis_list<In>::at(I);
        if constexpr (axis != no_axis)
          tree::for_each_with_path(
              [&](std::string_view path, auto const& leaf) { lanes.see(I, path, axis, tower::shape_of(leaf)); },
              std::get<I>(a));
      }(),
      ...);
  return lanes.count();
}

/// f(axis, part) on the whole result, or on each part of a tuple or pair if several axes are listed; `part` picks it.
template <class Out, class Y, class F> auto each_part(F const& f) {
  using axes = axis_list<Out>;
  if constexpr (!axes::numbers) {
    static_assert(wrong::axis_not_an_integer<Out>,
                  "fm::vmap: an axis must be an integer, or fm::none for a result that is the same in every lane");
    return wrong::poison{};
  } else if constexpr (axes::size <= 1) {
    return f(
        std::integral_constant<int, axes::at(0)>{}, [](auto const& y) -> auto const& { return y; });
  } else {
    constexpr std::size_t parts = [] {
      if constexpr (requires { std::tuple_size<Y>::value; })
        return std::tuple_size_v<Y>;
      else
        return std::size_t{1};
    }();
    if constexpr (parts != axes::size) {
      static_assert(wrong::axes_do_not_match<wrong::axes_listed<axes::size>, wrong::results_given<parts>>,
                    "fm::vmap: fm::out_axes lists another number of axes than the function returns results; one axis "
                    "alone is for all of them");
      return wrong::poison{};
    } else {
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        auto const one = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) {
          return f(
              std::integral_constant<int, axes::at(J)>{}, [](auto const& y) -> auto const& { return std::get<J>(y); });
        };
        if constexpr (is_pair<Y>)
          return std::pair(one(std::integral_constant<std::size_t, I>{})...);
        else
          return std::tuple<decltype(one(std::integral_constant<std::size_t, I>{}))...>(
              one(std::integral_constant<std::size_t, I>{})...);
      }
      (std::make_index_sequence<parts>{});
    }
  }
}

/// x with its axis `from` at place `to`, both counted from the front.
template <class X> X with_axis_moved(X x, int from, int to) {
  if (from == to) return x;
  Axes const axes = ops::moved_axes(tower::shape_of(x).rank(), from, 1, to);
  return fm::permute(std::move(x), axes);
}
/// The lanes of one leaf of an argument, in front.
template <class X> X lanes_in_front(X const& x, int axis) {
  return with_axis_moved(x, axis < 0 ? axis + tower::shape_of(x).rank() : axis, 0);
}

/// A result as a tensor: a number becomes one of rank 0.
template <class Y> auto result_tensor(Y const& y) {
  static_assert(tower::Value<Y>,
                "fm::vmap: the function returned something that is neither tensor nor number, which has no lanes");
  if constexpr (!tower::is_scalar<Y>)
    return y;
  else if constexpr (!std::is_arithmetic_v<Y> || Element<Y>)
    return tower::as_tensor(y);
  else
    return fm::scalar(static_cast<std::conditional_t<std::is_integral_v<Y>, int64_t, double>>(y));
}

}  // namespace transforms
}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/transforms/axes.ipp>
#endif
