// fmod/transforms/vmap.hpp: vmap, a function run on all entries of an axis at once, and vmap_loop, its meaning
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/transforms/axes.hpp>

namespace fm {
namespace transforms {

// ---- all lanes at once
template <class Frame, class Ref, class X> auto make_lanes(X const& x, int axis, int64_t count, std::uint64_t stamp) {
  return tree::map(
      [=](auto const& leaf) {
        using L = std::remove_cvref_t<decltype(leaf)>;
        // Whole numbers carry no derivative: they stay below the boxes of outer transforms.
        using T = typename std::conditional_t<Real<tower::element_t<L>>, tower::rebind<Ref, tower::base_t<L>>,
                                              std::type_identity<L>>::type;
        return tower::Batched<T, Frame>(tower::lift<T>(lanes_in_front(leaf, axis)), count, stamp);
      },
      x);
}
/// One leaf of the result with the lanes at an axis; what does not depend on the lanes is repeated.
template <class Frame, int Axis, class Y>
auto with_lanes(std::string_view path, [[maybe_unused]] int64_t count, std::uint64_t stamp, Y const& y) {
  constexpr bool ours = is_ours<Frame, Y>();
  bool mapped = false;
  if constexpr (ours) {
    mapped = y.mapped();
    if (mapped && y.stamp() != stamp) tower::stamps_differ();
  }
  if constexpr (Axis == no_axis) {
    if (mapped) result_is_mapped(path, tower::shape_of(y));
    if constexpr (ours)
      return y.lane(0);
    else
      return y;
  } else {
    auto x = [&] {
      if constexpr (ours)
        return y.stored();
      else
        return result_tensor(y);
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
    if constexpr (check_axes<In>(Indices{}, static_cast<Arguments const*>(nullptr)))
      return call<highest_leaf<A...>>(Indices{}, without_capturing(a...));
    else
      return wrong::poison{};
  }

 private:
  template <class Ref, std::size_t... I, class Arguments>
  auto call(std::index_sequence<I...> indices, Arguments const& a) const {
    using Frame = tower::frame_of<F, tower::mode::lanes, Ref>;
    int64_t const count = count_lanes<In>("vmap", indices, a);
    std::uint64_t const stamp = tower::new_stamp();
    auto const argument = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) -> decltype(auto) {
      constexpr int axis = axis_list<In>::at(J);
      if constexpr (axis == no_axis)
        return std::get<J>(a);
      else
        return make_lanes<Frame, Ref>(std::get<J>(a), axis, count, stamp);
    };
    auto const y = f(argument(std::integral_constant<std::size_t, I>{})...);
    return each_part<Out, std::remove_const_t<decltype(y)>>([&]<int Axis>(std::integral_constant<int, Axis>,
                                                                          auto part) {
      return tree::map_with_path(
          [&](std::string_view path, auto const& leaf) { return with_lanes<Frame, Axis>(path, count, stamp, leaf); },
          part(y));
    });
  }
};

// ---- one lane at a time
template <class F, class In, class Out> struct VmapLoopOf {
  F f;

  template <class... A> auto operator()(A const&... a) const {
    using Arguments = decltype(without_capturing(a...));
    using Indices = std::make_index_sequence<std::tuple_size_v<Arguments>>;
    if constexpr (check_axes<In>(Indices{}, static_cast<Arguments const*>(nullptr)))
      return call(Indices{}, without_capturing(a...));
    else
      return wrong::poison{};
  }

 private:
  template <std::size_t... I, class Arguments> auto call(std::index_sequence<I...> indices, Arguments const& a) const {
    int64_t const count = count_lanes<In>("vmap_loop", indices, a);
    if (count == 0) no_lanes_to_run();
    auto const argument = [&]<std::size_t J>(std::integral_constant<std::size_t, J>, int64_t lane) -> decltype(auto) {
      constexpr int axis = axis_list<In>::at(J);
      if constexpr (axis == no_axis)
        return std::get<J>(a);
      else
        return tree::map([lane](auto const& leaf) { return fm::index(leaf, lane, axis); }, std::get<J>(a));
    };
    using Y = decltype(f(argument(std::integral_constant<std::size_t, I>{}, 0)...));
    std::vector<Y> results;
    results.reserve(static_cast<std::size_t>(count));
    for (int64_t i = 0; i < count; ++i) results.push_back(f(argument(std::integral_constant<std::size_t, I>{}, i)...));
    return each_part<Out, Y>(
        [&]<int Axis>(std::integral_constant<int, Axis>, auto part) { return stacked<Axis>(results, part); });
  }
  template <int Axis, class Y, class Part> static auto stacked(std::vector<Y> const& results, Part const& part) {
    if constexpr (Axis == no_axis) {
      return part(results.front());
    } else {
      auto columns =
          tree::map([](auto const& leaf) { return LeafLanes<decltype(result_tensor(leaf))>{}; }, part(results.front()));
      for (auto const& y : results)
        tree::for_each_with_path(
            [](std::string_view path, auto& column, auto const& leaf) {
              auto& lanes = column.lanes;
              lanes.push_back(result_tensor(leaf));
              Shape const first = tower::shape_of(lanes.front()), other = tower::shape_of(lanes.back());
              if (!(first == other)) results_differ(path, first, static_cast<int64_t>(lanes.size()) - 1, other);
            },
            columns, part(y));
      return tree::map_with_path(
          [](std::string_view path, auto const& column) {
            return fm::stack(checked_out_axis("vmap_loop", path, Axis, tower::shape_of(column.lanes.front())),
                             column.lanes);
          },
          columns);
    }
  }
};

}  // namespace transforms

/// f run on every entry of an axis of its arguments at once: write f for one example, call it for a batch.
///
///   fm::vmap(f)(xs)           axis 0 of every leaf of xs holds the lanes, and axis 0 of the result
///   fm::vmap(f, fm::in_axes<0, fm::none>, fm::out_axes<1>)(xs, w)         w is the same for every lane
///
/// Arguments are trees whose mapped leaves are tensors; a result that does not depend on the lanes is repeated. Several
/// out_axes are for the parts of a tuple or pair. A draw from mapped random keys is that of a loop over the keys.
///
/// Shape:  leaves with n at the in-axis -> leaves with n at the out-axis. Inside f the axis is not there.
/// Math:   stack(f(lane 0), f(lane 1), ...): see vmap_loop.
/// Errors: value_of, item and bool of what differs from lane to lane do not compile; use fm::where, fm::while_loop, or
///         vmap_loop.
/// Throws: shape_error if leaves differ in lanes, naming both; whatever f throws, with the shapes of one lane.
/// Cost:   one kernel for each op of f whatever n is; what is the same for every lane is computed once.
template <class F, auto... In, auto... Out> auto vmap(F f, InAxes<In...>, OutAxes<Out...> = {}) {
  return transforms::VmapOf<F, InAxes<In...>, OutAxes<Out...>>{std::move(f)};
}
template <class F, auto... Out> auto vmap(F f, OutAxes<Out...>) {
  return transforms::VmapOf<F, InAxes<>, OutAxes<Out...>>{std::move(f)};
}
template <class F> auto vmap(F f) { return transforms::VmapOf<F, InAxes<>, OutAxes<>>{std::move(f)}; }

/// The meaning of vmap: f on one lane after the other, the results stacked. f sees plain slices, so anything may be asked
/// of them.
/// Throws: as vmap; value_error if there are no lanes; shape_error if f's results differ in shape.
template <class F, auto... In, auto... Out> auto vmap_loop(F f, InAxes<In...>, OutAxes<Out...> = {}) {
  return transforms::VmapLoopOf<F, InAxes<In...>, OutAxes<Out...>>{std::move(f)};
}
template <class F, auto... Out> auto vmap_loop(F f, OutAxes<Out...>) {
  return transforms::VmapLoopOf<F, InAxes<>, OutAxes<Out...>>{std::move(f)};
}
template <class F> auto vmap_loop(F f) { return transforms::VmapLoopOf<F, InAxes<>, OutAxes<>>{std::move(f)}; }

}  // namespace fm
