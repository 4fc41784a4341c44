// fmod/transforms/mapped.hpp: tree ops inside a vmap: their rules run on all lanes at once
// SPDX-License-Identifier: MIT
//
// A tree op meets values Batched<T, Frame>, whose T is differentiated by a transform outside of the vmap. That transform
// must see a tree op on T, on what the boxes store. This is Mapped: an op on the stored values, whose rules put them
// back into boxes, call the rules of the op there, and take the results out again. So a result is a pair: what is stored,
// and how each leaf of it gets its box back, which no transform looks at.
//   vmap            every real result is mapped if anything is: a rule may answer differently in each lane although its
//                   value does not
//   jacfwd, jacrev  what is not mapped stays so: a function under a Jacobian may ask for its values
// Where nothing is differentiated below, the op's function runs on the boxes as they are.
#pragma once
#include <fmod/transforms/lanes.hpp>

namespace fm::transforms {

template <class L> constexpr bool is_real_value() {
  if constexpr (tower::Value<L>)
    return Real<tower::element_t<L>>;
  else
    return false;
}
/// y, with every real leaf in a box.
template <class Frame, class Tree> auto all_boxed(Tree const& y) {
  return tree::map(
      [](auto const& leaf) {
        using L = std::remove_cvref_t<decltype(leaf)>;
        if constexpr (is_real_value<L>() && !is_ours<Frame, L>())
          return tower::Batched<L, Frame>(leaf);
        else
          return leaf;
      },
      y);
}
/// y with lanes in every box of the frame: `lanes` are those of all that the op saw.
template <class Frame, class Tree> Tree spread(tower::Lanes const& lanes, Tree const& y) {
  if (Frame::kind == tower::mode::basis || !lanes.any()) return y;
  return tree::map(
      [&lanes](auto const& leaf) {
        if constexpr (is_ours<Frame, std::remove_cvref_t<decltype(leaf)>>())
          return with_lanes_of(lanes, leaf);
        else
          return leaf;
      },
      y);
}
template <class Frame, class Tree> auto taken_out(Tree const& y) {
  return std::pair(stored_of<Frame>(y), boxes_of<Frame>(y));
}

// ---- the linear map of a rule
template <class Frame, class Op, class Linear, class In, class Out> struct MappedLinear {
  Linear linear;
  In in;    // like what is differentiated: how its leaves are boxed
  Out out;  // likewise the result
  tower::Lanes lanes;

  /// Ct: a pair, as the result of the op is; the cotangents of its second part do not exist.
  template <class Ct> auto pull(Ct const& ct) const {
    auto const cts = tree::map(
        [this](auto const& d, auto const& box) {
          using D = std::remove_cvref_t<decltype(d)>;
          if constexpr (std::is_same_v<D, Zero>) {
            return zero;
          } else {
            auto const b = box(d);
            // One value for all lanes has one cotangent, the sum over the lanes: the first lane gets it.
            if constexpr (std::remove_cvref_t<decltype(box)>::boxed)
              return b.mapped() || !lanes.any() ? b : in_first_lane(b);
            else
              return b;
          }
        },
        ct.first, out);
    return tree::map_with_path(
        [this](std::string_view path, auto const& box, auto const& d) { return this->summed(path, box, d); }, in,
        linear.pull(cts));
  }
  template <class D> auto push(D const& dx) const {
    auto const dy = tree::map_with_path(
        [](std::string_view path, auto const& box, auto const& d) {
          using D0 = std::remove_cvref_t<decltype(d)>;
          if constexpr (std::is_same_v<D0, Zero> || !std::remove_cvref_t<decltype(box)>::boxed)
            return zero;
          else
            return with_lanes_of(box.lanes, in_box(path, "tangent", box, d)).stored();
        },
        out, linear.push(boxed(dx, in)));
    return std::pair(dy, tree::map([](auto const&) { return zero; }, out));
  }

 private:
  template <class B> B in_first_lane(B const& b) const {
    if (lanes.count == 0) tower::lanes_are_empty(Op::name);
    Shape one{1};
    for (int64_t n : b.shape()) one.push_back(n);
    return B(fm::pad(fm::reshape(b.stored(), one), 0, 0, lanes.count - 1), lanes.count, lanes.stamp);
  }
  /// d in a box like the value's.
  template <bool Number, class D>
  static auto in_box(std::string_view path, char const* what, Rebox<Frame, Number> const& box, D const& d) {
    using S = tower::element_t<D>;
    using Like = tower::Batched<std::conditional_t<Number, S, Tensor<S>>, Frame>;
    using T = lifted_t<tower::highest_t<D, Like>, Like>;
    return checked_leaf<T>(Op::name, what, path, d, box.shape);
  }
  /// What goes back to one leaf of the arguments: what does not differ from lane to lane gets the sum.
  template <class Box, class D> auto summed(std::string_view path, Box const& box, D const& d) const {
    if constexpr (std::is_same_v<D, Zero>) {
      return zero;
    } else if constexpr (Box::boxed) {
      auto const b = in_box(path, "cotangent", box, d);
      return box.lanes.any() ? with_lanes_of(lanes, b).stored() : total(b);
    } else if constexpr (is_ours<Frame, D>()) {
      if (!(tower::shape_of(d) == box.shape))
        rule_shape_differs(Op::name, "cotangent", path, tower::shape_of(d), box.shape);
      auto sum = total(d);
      if constexpr (std::is_same_v<Box, NoBox<true>>)
        return tower::as_number<tower::element_t<D>>(std::move(sum));
      else
        return sum;
    } else {
      return lanes.any() ? D(fm::mul(static_cast<tower::element_t<D>>(lanes.count), d)) : d;
    }
  }
  template <class B> auto total(B const& b) const {
    if (!lanes.any()) return b.stored();
    return std::remove_cvref_t<decltype(b.stored())>(fm::sum(with_lanes_of(lanes, b).stored(), 0));
  }
};

// ---- the op
/// A leaf of the arguments, with the word whether the level that called differentiates it.
template <bool Active, class X> struct Part { X x; };
template <bool Active, class Tree> auto parts_of(Tree const& x) {
  return tree::map([](auto const& leaf) { return Part<Active, std::remove_cvref_t<decltype(leaf)>>{leaf}; }, x);
}

template <class Frame, class Op, class Boxes> struct Mapped {
  static constexpr char const* name = Op::name;
  Op op;
  Boxes boxes;  // of the arguments

  template <class... X> auto operator()(X const&... x) const { return apply_tree_op(*this, std::tuple<X...>(x...)); }
  template <class... X> auto eval(X const&... x) const {
    auto const in = boxed(std::tuple<X...>(x...), boxes);
    auto const y = all_boxed<Frame>(std::apply([this](auto const&... a) { return op.eval(a...); }, in));
    return taken_out<Frame>(spread<Frame>(common_lanes<Frame>(in, y), y));
  }
  template <class X, class D> auto jvp(X const& x, D const& dx) const {
    auto const in = boxed(x, boxes);
    auto const din = boxed(dx, boxes);
    auto const made = op.jvp(in, din);
    auto const raw = all_boxed<Frame>(made.first);
    auto const dy = tree::map_with_path(
        [](std::string_view path, auto const& leaf, auto const& d) {
          using L = std::remove_cvref_t<decltype(leaf)>;
          using DL = std::remove_cvref_t<decltype(d)>;
          if constexpr (std::is_same_v<DL, Zero> || !is_ours<Frame, L>() || !is_real_value<L>())
            return zero;
          else
            return checked_leaf<lifted_t<tower::highest_t<DL, L>, L>>(name, "tangent", path, d, tower::shape_of(leaf));
        },
        raw, made.second);
    auto const y = spread<Frame>(common_lanes<Frame>(in, din, raw, dy), raw);
    auto const stored = tree::map(
        [](auto const& leaf, auto const& d) {
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(d)>, Zero>)
            return zero;
          else
            return with_lanes_of(lanes_of(leaf), d).stored();
        },
        y, dy);
    auto out = taken_out<Frame>(y);
    auto nothing = tree::map([](auto const&) { return zero; }, out.second);
    return std::pair(std::move(out), std::pair(stored, std::move(nothing)));
  }
  template <class Active, class Rest> auto vjp(Active const& active, Rest const& rest) const {
    auto const all = tree::combine(parts_of<true>(active), parts_of<false>(rest));
    auto const in_active = part<true>(all, [](auto const& leaf, auto const& box) { return box(leaf); });
    auto const in_rest = part<false>(all, [](auto const& leaf, auto const& box) { return box(leaf); });
    auto made = op.vjp(in_active, in_rest);
    auto const raw = all_boxed<Frame>(made.first);
    auto const lanes = common_lanes<Frame>(in_active, in_rest, raw);
    auto out = taken_out<Frame>(spread<Frame>(lanes, raw));
    auto in = part<true>(all, [](auto const&, auto const& box) { return box; });
    using Linear = MappedLinear<Frame, Op, decltype(made.second), decltype(in), decltype(out.second)>;
    Linear linear{std::move(made.second), std::move(in), out.second, lanes};
    return std::pair(std::move(out), std::move(linear));
  }

 private:
  template <bool Active, class All, class F> auto part(All const& all, F const& f) const {
    return tree::map(
        [&f]<bool A, class X>(Part<A, X> const& leaf, auto const& box) {
          if constexpr (A == Active)
            return f(leaf.x, box);
          else
            return none;
        },
        all, boxes);
  }
};

/// Is any box of these around or inside differentiated?
template <class X>
inline constexpr bool has_derivative_box = [] {
  if constexpr (!tower::is_box<X>)
    return false;
  else if constexpr (tower::is_batched<X>)
    return has_derivative_box<typename tower::box<X>::below>;
  else
    return true;
}();
template <class X>
inline constexpr bool has_series = [] {
  if constexpr (!tower::is_box<X>)
    return false;
  else
    return tower::box<X>::frame::kind == tower::mode::taylor || has_series<typename tower::box<X>::below>;
}();
/// May the op's function run on the boxes as they are? Taylor series go through an op without a rule anyway.
template <class Op, class... L> constexpr bool runs_on_boxes(tree::types<L...>) {
  return !(has_derivative_box<L> || ...) || (requires { Op::has_no_rule; } && (has_series<L> || ...));
}

/// A tree op whose highest arguments are mapped.
template <class Frame, class Op, class... X> auto interpret_lanes(Frame, Op const& op, std::tuple<X...> const& x) {
  if constexpr (runs_on_boxes<Op>(tree::leaf_types<std::tuple<X...>>{})) {
    return std::apply([&op](auto const&... a) { return op.eval(a...); }, x);
  } else {
    auto const boxes = boxes_of<Frame>(x);
    auto const y =
        apply_tree_op(Mapped<Frame, Op, std::remove_const_t<decltype(boxes)>>{op, boxes}, stored_of<Frame>(x));
    return boxed(y.first, y.second);
  }
}

}  // namespace fm::transforms
