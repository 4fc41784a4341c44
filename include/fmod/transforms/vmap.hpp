// fmod/transforms/vmap.hpp: vmap, a function run on all entries of an axis at once, and vmap_loop, its meaning
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/transforms/call.hpp>

namespace fm {

/// Which axis of each argument (each result) holds the lanes: `fm::in_axes<0, fm::none>`. An axis counts from the end if negative
/// and holds for all leaves of the argument; fm::none: the same for every lane.
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
template <auto A> inline constexpr bool is_axis = is_none<A> || (std::is_integral_v<decltype(A)> && !std::is_same_v<std::remove_const_t<decltype(A)>, bool>);
inline constexpr int no_axis = std::numeric_limits<int>::min();
template <auto A> constexpr int axis_number() {
  if constexpr (is_none<A> || !is_axis<A>) return no_axis;
  else return static_cast<int>(A);
}
/// The axes of N things: those listed, or 0 for each if none are.
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
      if constexpr (tower::Value<X>) return !tower::is_scalar<X>;
      else return false;
    }();
    if constexpr (!fits)
      static_assert(wrong::not_a_tensor<wrong::argument<Argument>, X>,
                    "fm::vmap: a leaf of a mapped argument is not a tensor, so it has no axis to map over; list fm::none for that argument "
                    "in fm::in_axes, or make it a tensor with one entry for each lane");
    return fits;
  }(static_cast<L const*>(nullptr)) && ...);
}
/// What is wrong with the list of axes for arguments of these types is said here.
template <class In, std::size_t... I, class... A> constexpr bool check_axes(std::index_sequence<I...>, std::tuple<A...> const*) {
  using axes = axis_list<In>;
  if constexpr (!axes::numbers) {
    static_assert(wrong::axis_not_an_integer<In>, "fm::vmap: an axis must be an integer, or fm::none for what is the same in every lane");
    return false;
  } else if constexpr (axes::size != 0 && axes::size != sizeof...(A)) {
    static_assert(wrong::axes_do_not_match<wrong::axes_listed<axes::size>, wrong::arguments_given<sizeof...(A)>>,
                  "fm::vmap: fm::in_axes lists another number of axes than there are arguments; give one for each, fm::none for those that are "
                  "the same in every lane");
    return false;
  } else if constexpr (((axes::at(I) == no_axis) && ...)) {
    static_assert(wrong::nothing_is_mapped<In>, "fm::vmap: no argument is mapped; list an axis for at least one in fm::in_axes");
    return false;
  } else {
    return ([] {
      if constexpr (axes::at(I) == no_axis) return true;
      else return check_leaves<I>(tree::leaf_types<std::remove_cvref_t<A>>{});
    }() && ...);
  }
}
template <class In, std::size_t... I, class Arguments> int64_t count_lanes(char const* transform, std::index_sequence<I...>, Arguments const& a) {
  LaneCount lanes(transform);
  ([&] {
    constexpr int axis = axis_list<In>::at(I);
    if constexpr (axis != no_axis)
      tree::for_each_with_path([&](std::string_view path, auto const& leaf) { lanes.see(I, path, axis, tower::shape_of(leaf)); }, std::get<I>(a));
  }(), ...);
  return lanes.count();
}

/// f(axis, part) on the whole result, or on each part of a tuple or pair if several axes are listed; `part` picks it.
template <class Out, class Y, class F> auto each_part(F const& f) {
  using axes = axis_list<Out>;
  if constexpr (!axes::numbers) {
    static_assert(wrong::axis_not_an_integer<Out>, "fm::vmap: an axis must be an integer, or fm::none for a result that is the same in every lane");
    return wrong::poison{};
  } else if constexpr (axes::size <= 1) {
    return f(std::integral_constant<int, axes::at(0)>{}, [](auto const& y) -> auto const& { return y; });
  } else {
    constexpr std::size_t parts = [] {
      if constexpr (requires { std::tuple_size<Y>::value; }) return std::tuple_size_v<Y>;
      else return std::size_t{1};
    }();
    if constexpr (parts != axes::size) {
      static_assert(wrong::axes_do_not_match<wrong::axes_listed<axes::size>, wrong::results_given<parts>>,
                    "fm::vmap: fm::out_axes lists another number of axes than the function returns results; one axis alone is for all of them");
      return wrong::poison{};
    } else {
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        auto const one = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) {
          return f(std::integral_constant<int, axes::at(J)>{}, [](auto const& y) -> auto const& { return std::get<J>(y); });
        };
        if constexpr (is_pair<Y>) return std::pair(one(std::integral_constant<std::size_t, I>{})...);
        else return std::tuple<decltype(one(std::integral_constant<std::size_t, I>{}))...>(one(std::integral_constant<std::size_t, I>{})...);
      }(std::make_index_sequence<parts>{});
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
template <class X> X lanes_in_front(X const& x, int axis) { return with_axis_moved(x, axis < 0 ? axis + tower::shape_of(x).rank() : axis, 0); }

/// A result as a tensor: a number becomes one of rank 0.
template <class Y> auto result_tensor(Y const& y) {
  static_assert(tower::Value<Y>, "fm::vmap: the function returned something that is neither tensor nor number, which has no lanes");
  if constexpr (!tower::is_scalar<Y>) return y;
  else if constexpr (!std::is_arithmetic_v<Y> || Element<Y>) return tower::as_tensor(y);
  else return fm::scalar(static_cast<std::conditional_t<std::is_integral_v<Y>, int64_t, double>>(y));
}

// ---- all lanes at once
template <class Frame, class Ref, class X> auto make_lanes(X const& x, int axis, int64_t count, std::uint64_t stamp) {
  return tree::map([=](auto const& leaf) {
    using L = std::remove_cvref_t<decltype(leaf)>;
    // Whole numbers carry no derivative: they stay below the boxes of outer transforms.
    using T = typename std::conditional_t<Real<tower::element_t<L>>, tower::rebind<Ref, tower::base_t<L>>, std::type_identity<L>>::type;
    return tower::Batched<T, Frame>(tower::lift<T>(lanes_in_front(leaf, axis)), count, stamp);
  }, x);
}
/// One leaf of the result with the lanes at an axis; what does not depend on the lanes is repeated.
template <class Frame, int Axis, class Y> auto with_lanes(std::string_view path, [[maybe_unused]] int64_t count, std::uint64_t stamp, Y const& y) {
  constexpr bool ours = is_ours<Frame, Y>();
  bool mapped = false;
  if constexpr (ours) {
    mapped = y.mapped();
    if (mapped && y.stamp() != stamp) tower::stamps_differ();
  }
  if constexpr (Axis == no_axis) {
    if (mapped) result_is_mapped(path, tower::shape_of(y));
    if constexpr (ours) return y.lane(0);
    else return y;
  } else {
    auto x = [&] {
      if constexpr (ours) return y.stored();
      else return result_tensor(y);
    }();
    Shape const lane = tower::shape_of(y);
    int const at = checked_out_axis("vmap", path, Axis, lane);
    if (!mapped) x = tower::stretched(std::move(x), tower::Lanes{.count = count}.stored(lane));
    return with_axis_moved(std::move(x), 0, at);
  }
}

template <class F, class In, class Out> struct VmapOf {
  F f;

  template <class... A> auto operator()(A const&... a) const {
    check_generic<F>();
    using Arguments = decltype(without_capturing(a...));
    using Indices = std::make_index_sequence<std::tuple_size_v<Arguments>>;
    if constexpr (check_axes<In>(Indices{}, static_cast<Arguments const*>(nullptr))) return call<highest_leaf<A...>>(Indices{}, without_capturing(a...));
    else return wrong::poison{};
  }

 private:
  template <class Ref, std::size_t... I, class Arguments> auto call(std::index_sequence<I...> indices, Arguments const& a) const {
    using Frame = tower::frame_of<F, tower::mode::lanes, Ref>;
    int64_t const count = count_lanes<In>("vmap", indices, a);
    std::uint64_t const stamp = tower::new_stamp();
    auto const argument = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) -> decltype(auto) {
      constexpr int axis = axis_list<In>::at(J);
      if constexpr (axis == no_axis) return std::get<J>(a);
      else return make_lanes<Frame, Ref>(std::get<J>(a), axis, count, stamp);
    };
    auto const y = f(argument(std::integral_constant<std::size_t, I>{})...);
    return each_part<Out, std::remove_const_t<decltype(y)>>([&]<int Axis>(std::integral_constant<int, Axis>, auto part) {
      return tree::map_with_path([&](std::string_view path, auto const& leaf) { return with_lanes<Frame, Axis>(path, count, stamp, leaf); }, part(y));
    });
  }
};

// ---- one lane at a time
/// The same leaf of every lane. Not a vector, which would be a tree of its own.
template <class T> struct OverLanes {
  std::vector<T> lanes;
};

template <class F, class In, class Out> struct VmapLoopOf {
  F f;

  template <class... A> auto operator()(A const&... a) const {
    using Arguments = decltype(without_capturing(a...));
    using Indices = std::make_index_sequence<std::tuple_size_v<Arguments>>;
    if constexpr (check_axes<In>(Indices{}, static_cast<Arguments const*>(nullptr))) return call(Indices{}, without_capturing(a...));
    else return wrong::poison{};
  }

 private:
  template <std::size_t... I, class Arguments> auto call(std::index_sequence<I...> indices, Arguments const& a) const {
    int64_t const count = count_lanes<In>("vmap_loop", indices, a);
    if (count == 0) no_lanes_to_run();
    auto const argument = [&]<std::size_t J>(std::integral_constant<std::size_t, J>, int64_t lane) -> decltype(auto) {
      constexpr int axis = axis_list<In>::at(J);
      if constexpr (axis == no_axis) return std::get<J>(a);
      else return tree::map([lane](auto const& leaf) { return fm::index(leaf, lane, axis); }, std::get<J>(a));
    };
    using Y = decltype(f(argument(std::integral_constant<std::size_t, I>{}, 0)...));
    std::vector<Y> results;
    results.reserve(static_cast<std::size_t>(count));
    for (int64_t i = 0; i < count; ++i) results.push_back(f(argument(std::integral_constant<std::size_t, I>{}, i)...));
    return each_part<Out, Y>([&]<int Axis>(std::integral_constant<int, Axis>, auto part) { return stacked<Axis>(results, part); });
  }
  template <int Axis, class Y, class Part> static auto stacked(std::vector<Y> const& results, Part const& part) {
    if constexpr (Axis == no_axis) {
      return part(results.front());
    } else {
      auto columns = tree::map([](auto const& leaf) { return OverLanes<decltype(result_tensor(leaf))>{}; }, part(results.front()));
      for (auto const& y : results)
        tree::for_each_with_path([](std::string_view path, auto& column, auto const& leaf) {
          auto& lanes = column.lanes;
          lanes.push_back(result_tensor(leaf));
          Shape const first = tower::shape_of(lanes.front()), other = tower::shape_of(lanes.back());
          if (!(first == other)) results_differ(path, first, static_cast<int64_t>(lanes.size()) - 1, other);
        }, columns, part(y));
      return tree::map_with_path([](std::string_view path, auto const& column) {
        return fm::stack(checked_out_axis("vmap_loop", path, Axis, tower::shape_of(column.lanes.front())), column.lanes);
      }, columns);
    }
  }
};

}  // namespace transforms

/// f run on every entry of an axis of its arguments at once: write f for one example, call it for a batch.
///
///   fm::vmap(f)(xs)                                         axis 0 of every leaf of xs holds the lanes
///   fm::vmap(f, fm::in_axes<0, fm::none>, fm::out_axes<1>)(xs, w)    w is the same for every lane; the lanes of the result at axis 1
///
/// Arguments are trees whose mapped leaves are tensors; a result that does not depend on the lanes is repeated. Several out_axes
/// are for the parts of a tuple or pair. A draw from mapped random keys is that of a loop over the keys.
///
/// Shape:  leaves with n at the in-axis -> leaves with n at the out-axis. Inside f the axis is not there.
/// Math:   stack(f(lane 0), f(lane 1), ...): see vmap_loop.
/// Errors: value_of, item and bool of what differs from lane to lane do not compile; use fm::where, fm::while_loop, or vmap_loop.
/// Throws: shape_error if leaves differ in lanes, naming both; whatever f throws, with the shapes of one lane.
/// Cost:   one kernel for each op of f whatever n is; what is the same for every lane is computed once.
template <class F, auto... In, auto... Out> auto vmap(F f, InAxes<In...>, OutAxes<Out...> = {}) {
  return transforms::VmapOf<F, InAxes<In...>, OutAxes<Out...>>{std::move(f)};
}
template <class F, auto... Out> auto vmap(F f, OutAxes<Out...>) { return transforms::VmapOf<F, InAxes<>, OutAxes<Out...>>{std::move(f)}; }
template <class F> auto vmap(F f) { return transforms::VmapOf<F, InAxes<>, OutAxes<>>{std::move(f)}; }

/// The meaning of vmap: f on one lane after the other, the results stacked. f sees plain slices, so anything may be asked of them.
/// Throws: as vmap; value_error if there are no lanes; shape_error if f's results differ in shape.
template <class F, auto... In, auto... Out> auto vmap_loop(F f, InAxes<In...>, OutAxes<Out...> = {}) {
  return transforms::VmapLoopOf<F, InAxes<In...>, OutAxes<Out...>>{std::move(f)};
}
template <class F, auto... Out> auto vmap_loop(F f, OutAxes<Out...>) { return transforms::VmapLoopOf<F, InAxes<>, OutAxes<Out...>>{std::move(f)}; }
template <class F> auto vmap_loop(F f) { return transforms::VmapLoopOf<F, InAxes<>, OutAxes<>>{std::move(f)}; }

}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/transforms/vmap.ipp>
#endif
