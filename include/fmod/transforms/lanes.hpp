// fmod/transforms/lanes.hpp: boxes of a vmap taken off and put on again, leaf by leaf; functions run lane by lane
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/transforms/tree_op.hpp>

namespace fm::transforms {

/// How a stored value gets its box back.
template <class Frame, bool Number> struct Rebox {
  static constexpr bool boxed = true;
  Shape shape;  // of one lane
  tower::Lanes lanes;
  template <class S> auto operator()(S stored) const {
    using T = std::conditional_t<Number, tower::rebind_t<S, tower::element_t<S>>, S>;
    return tower::Batched<T, Frame>(std::move(stored), lanes.any() ? lanes.count : tower::Lanes::none, lanes.stamp);
  }
};
/// The leaf had no box of this frame.
template <bool Number> struct NoBox {
  static constexpr bool boxed = false;
  static constexpr tower::Lanes lanes{};
  Shape shape;
  template <class X> X operator()(X x) const { return x; }
};

template <class X> tower::Lanes lanes_of(X const& x) {
  if (!x.mapped()) return {};
  return {x.lanes(), x.stamp(), 1};
}
/// The lanes that the boxes of a tree have in common.
template <class Frame, class... Tree> tower::Lanes common_lanes(Tree const&... trees) {
  tower::Lanes lanes;
  auto const join = [&lanes](auto const& leaf) {
    if constexpr (is_ours<Frame, std::remove_cvref_t<decltype(leaf)>>()) {
      if (!leaf.mapped()) return;
      if (lanes.any() && (lanes.stamp != leaf.stamp() || lanes.count != leaf.lanes())) tower::stamps_differ();
      lanes = lanes_of(leaf);
    }
  };
  (tree::for_each(join, trees), ...);
  return lanes;
}

template <class Frame, class Tree> auto boxes_of(Tree const& x) {
  return tree::map(
      [](auto const& leaf) {
        using L = std::remove_cvref_t<decltype(leaf)>;
        if constexpr (is_ours<Frame, L>())
          return Rebox<Frame, tower::is_scalar<L>>{tower::shape_of(leaf), lanes_of(leaf)};
        else if constexpr (tower::Value<L>)
          return NoBox<tower::is_scalar<L>>{tower::shape_of(leaf)};
        else
          return NoBox<false>{};
      },
      x);
}
template <class Frame, class Tree> auto stored_of(Tree const& x) {
  return tree::map(
      [](auto const& leaf) {
        if constexpr (is_ours<Frame, std::remove_cvref_t<decltype(leaf)>>())
          return leaf.stored();
        else
          return leaf;
      },
      x);
}
template <class Tree, class Boxes> auto boxed(Tree const& x, Boxes const& boxes) {
  return tree::map(
      [](auto const& leaf, auto const& box) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(leaf)>, Zero>)
          return zero;
        else
          return box(leaf);
      },
      x, boxes);
}

/// x with the lanes of `want`, none if that has none.
template <class X> X with_lanes_of(tower::Lanes const& want, X const& x) {
  if (x.mapped() == want.any()) return x;
  if (!want.any()) return X(tower::leading(x.stored(), 0), tower::Lanes::none, 0);
  return X(tower::stretched(x.stored(), want.stored(tower::shape_of(x))), want.count, want.stamp);
}
// ---- one lane after the other
/// f on the leaves of each lane, the results stacked; once, if nothing is mapped.
template <class Frame, class F, class Tree> auto lane_by_lane(char const* what, F const& f, Tree const& v) {
  auto const lanes = common_lanes<Frame>(v);
  auto const lane = [&](int64_t i) {
    return f(tree::map(
        [i](auto const& leaf) {
          if constexpr (is_ours<Frame, std::remove_cvref_t<decltype(leaf)>>())
            return leaf.lane(i);
          else
            return leaf;
        },
        v));
  };
  if (lanes.any() && lanes.count == 0) tower::lanes_are_empty(what);
  auto const first = lane(0);
  auto columns = tree::map([](auto const& leaf) { return Parts{std::vector{leaf}}; }, first);
  for (int64_t i = 1; i < lanes.count; ++i)
    tree::for_each([](auto& column, auto const& leaf) { column.parts.push_back(leaf); }, columns, lane(i));
  return tree::map(
      [&lanes](auto const& column) {
        using L = typename std::remove_cvref_t<decltype(column.parts)>::value_type;
        if constexpr (std::is_same_v<L, Zero>)
          return zero;
        else if (lanes.any())
          return tower::Batched<L, Frame>(fm::stack(0, column.parts), lanes.count, lanes.stamp);
        else
          return tower::Batched<L, Frame>(column.parts.front());
      },
      columns);
}

}  // namespace fm::transforms
