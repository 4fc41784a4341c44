// fmod/transforms/tree_op.hpp: operations from trees to a tree, with derivative rules of their own
// SPDX-License-Identifier: MIT
//
// Custom rules, checkpoints and implicit functions are made of them. An op of ops/ takes values and gives one value;
// a tree op takes trees and gives a tree:
//   name                     for messages
//   eval(x...)               the value, where no argument is a box
//   jvp(x, dx)               pair(y, dy); x a tuple of arguments, dx its tangents with fm::zero for leaves without one
//   vjp(active, rest)        pair(y, linear); the tuple of arguments in two parts, each with fm::none where the
//                            other has its leaf: what this level differentiates, and all else
//     linear.pull(ct)        cotangents of `active`, for ct like y; leaves without a derivative may be fm::zero
//     linear.push(dx)        tangents of y, for dx like `active`
// Rules get values below the level that is interpreted and call public functions on them, as rules of ops do, so every
// nesting follows. Linear is kept on the tape: what it holds is what the reverse sweep keeps.
#pragma once
#include <fmod/transforms/grad.hpp>
#include <fmod/tree/partition.hpp>

#include <vector>

namespace fm::transforms {

[[noreturn]] void rule_shape_differs(char const* op, char const* what, std::string_view path, Shape const& given,
                                     Shape const& want);
template <class T, class D>
T checked_leaf(char const* op, char const* what, std::string_view path, D const& d, Shape const& want) {
  static_assert(std::is_same_v<tower::element_t<D>, tower::element_t<T>> || std::is_arithmetic_v<D>,
                "fmod: a custom rule returned a (co)tangent of another element type than its value; convert it with "
                "fm::cast<S>(d)");
  if (!(tower::shape_of(d) == want)) rule_shape_differs(op, what, path, tower::shape_of(d), want);
  if constexpr (tower::is_scalar<T> && !tower::is_scalar<D>)
    return tower::lift<T>(tower::as_number<tower::element_t<T>>(d));
  else
    return tower::lift<T>(d);
}

/// All parts of one leaf (rows, coefficients); not a vector, which would be a tree of its own.
template <class T> struct Parts { std::vector<T> parts; };
template <class T> Parts(std::vector<T>) -> Parts<T>;

/// The part of x that Frame differentiates, without its boxes, and the rest.
template <class Frame, class Tree> auto active_part(Tree const& x) {
  return tree::map(
      [](auto const& leaf) {
        if constexpr (is_ours<Frame, std::remove_cvref_t<decltype(leaf)>>())
          return leaf.primal();
        else
          return none;
      },
      x);
}
template <class Frame, class Tree> auto passive_part(Tree const& x) {
  return tree::map(
      [](auto const& leaf) {
        if constexpr (is_ours<Frame, std::remove_cvref_t<decltype(leaf)>>())
          return none;
        else
          return leaf;
      },
      x);
}

/// A result of a rule becomes a box of the level that called the rule, so it must be below it.
template <class Frame, class L> constexpr bool is_result() {
  if constexpr (!tower::Value<L>) {
    return false;
  } else {
    static_assert(tower::level_of<L> < Frame::level,
                  "fmod: a function with derivative rules of its own (fm::custom_jvp, fm::custom_vjp, fm::checkpoint, "
                  "fm::root, ...) uses "
                  "a differentiated value that is not among its arguments, so its rules cannot see it; pass that value "
                  "as an argument.");
    return Real<tower::element_t<L>>;
  }
}

// ---- forward mode
template <class Frame, class Op, class X> auto interpret_forward(Op const& op, X const& x) {
  std::uint64_t stamp = 0;
  auto const dx = tree::map(
      [&stamp](auto const& leaf) {
        if constexpr (is_ours<Frame, std::remove_cvref_t<decltype(leaf)>>()) {
          if (leaf.stamp() != 0 && stamp != 0 && leaf.stamp() != stamp) tower::stamps_differ();
          if (leaf.stamp() != 0) stamp = leaf.stamp();
          return tower::is_absent(leaf.tangent()) ? tower::full_like(leaf.primal(), 0) : leaf.tangent();
        } else {
          return zero;
        }
      },
      x);
  auto const y = op.jvp(strip<Frame>(x), dx);
  return tree::map_with_path(
      [stamp](std::string_view path, auto const& leaf, auto const& d) {
        using L = std::remove_cvref_t<decltype(leaf)>;
        using D = std::remove_cvref_t<decltype(d)>;
        if constexpr (!is_result<Frame, L>()) {
          return leaf;
        } else if constexpr (!is_result<Frame, D>()) {
          return tower::Dual<L, Frame>(leaf);
        } else {
          using T = lifted_t<tower::highest_t<L, D>, L>;
          return tower::Dual<T, Frame>(tower::lift<T>(leaf),
                                       checked_leaf<T>(Op::name, "tangent", path, d, tower::shape_of(leaf)), stamp);
        }
      },
      y.first, y.second);
}

// ---- reverse mode. A node for the whole op, and one for each leaf of the result, which hands over that leaf's
// cotangent.
/// The leaves of a tree, listed by type in the tree's order.
template <class List> struct LeafLists;
template <class... T> struct LeafLists<tree::types<T...>> {
  std::tuple<std::vector<T>...> lists;
  std::tuple<std::pair<T const*, std::size_t>...> read{};  // how many of each type next() has given
  template <class U> std::vector<U>& of() { return std::get<std::vector<U>>(lists); }
  template <class U> std::vector<U> const& of() const { return std::get<std::vector<U>>(lists); }
  template <class U> U const& next() { return of<U>()[std::get<std::pair<U const*, std::size_t>>(read).second++]; }
};

template <class Lists> struct TreeNode : tower::SlotNode<Lists> {
  Lists blank;  // as many leaves as the result has, without values
};
template <class Lists, class T>
struct TreeLeaf final : std::conditional_t<tower::is_scalar<T>, tower::Node, tower::SlotNode<T>> {
  TreeNode<Lists> const* whole;
  std::size_t place;
  tower::ScalarLink<T> out;  // where T is a number
  TreeLeaf(TreeNode<Lists> const* w, std::size_t p) : whole(w), place(p) {}
  void pull(tower::Sweep& s) const override {
    if constexpr (tower::is_scalar<T>) {
      hand_over(s, out.get(s));
    } else {
      if (s.has(*this)) hand_over(s, s.take(*this));
    }
  }
  void push(tower::Sweep& s) const override {
    if (!s.has(*whole)) return;
    T const& d = s.get(*whole).template of<T>()[place];
    if constexpr (tower::is_scalar<T>)
      out.set(s, d);
    else
      s.set(*this, d);
  }

 private:
  void hand_over(tower::Sweep& s, T ct) const {
    Lists lists = s.has(*whole) ? s.take(*whole) : whole->blank;
    lists.template of<T>()[place] = std::move(ct);
    s.set(*whole, std::move(lists));
  }
};

/// The record of one tree op. Ports: like `active`. Likes: like the result, a Ghost for each leaf that has a
/// derivative, else Zero.
template <class Frame, class Op, class Linear, class Ports, class Likes, class Lists>
struct TreeRecord final : TreeNode<Lists> {
  Linear linear;
  Ports ports;
  Likes likes;
  TreeRecord(Linear l, Ports p, Likes k) : linear(std::move(l)), ports(std::move(p)), likes(std::move(k)) {
    tree::for_each(
        [this](auto const& like) {
          using K = std::remove_cvref_t<decltype(like)>;
          if constexpr (!std::is_same_v<K, Zero>) this->blank.template of<tower::argument_t<K>>().emplace_back();
        },
        likes);
  }

  void pull(tower::Sweep& s) const override {
    if (!s.has(*this)) return;
    Lists given = s.take(*this);
    auto const ct = tree::map(
        [&given](auto const& like) {
          using K = std::remove_cvref_t<decltype(like)>;
          if constexpr (std::is_same_v<K, Zero>) {
            return zero;
          } else {
            auto const& d = given.template next<tower::argument_t<K>>();
            return tower::is_absent(d) ? tower::full_like(like, 0) : d;
          }
        },
        likes);
    tree::for_each_with_path(
        [&s](std::string_view path, auto const& port, auto const& d) {
          if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(d)>, Zero>) {
            using T = tower::argument_t<std::remove_cvref_t<decltype(port.like)>>;
            if (port.link.live())
              port.link.add(s, checked_leaf<T>(Op::name, "cotangent", path, d, tower::shape_of(port.like)));
          }
        },
        ports, linear.pull(ct));
  }
  void push(tower::Sweep& s) const override {
    if constexpr (Frame::kind == tower::mode::kept) {
      Lists made;
      tree::for_each_with_path(
          [&made](std::string_view path, auto const& like, auto const& d) {
            using K = std::remove_cvref_t<decltype(like)>;
            if constexpr (!std::is_same_v<K, Zero>) {
              using T = tower::argument_t<K>;
              if constexpr (std::is_same_v<std::remove_cvref_t<decltype(d)>, Zero>)
                made.template of<T>().push_back(tower::full_like(like, 0));
              else
                made.template of<T>().push_back(checked_leaf<T>(Op::name, "tangent", path, d, tower::shape_of(like)));
            }
          },
          likes, linear.push(cotangents(ports, s)));
      s.set(static_cast<tower::SlotNode<Lists> const&>(*this), std::move(made));
    }
  }
};

template <class Frame, class Op, class X> auto interpret_reverse(Op const& op, X const& x) {
  tower::Tape* tape = nullptr;
  auto const ports = tree::map(
      [&tape](auto const& leaf) {
        if constexpr (is_ours<Frame, std::remove_cvref_t<decltype(leaf)>>()) {
          if (leaf.link().live()) {
            tower::Tape* const t = &leaf.link().owner();
            if (tape != nullptr && tape != t) tower::stamps_differ();
            tape = t;
          }
          using T = typename tower::box<std::remove_cvref_t<decltype(leaf)>>::below;
          return Port<T>{leaf.link(), ghost_of<T>(leaf.primal())};
        } else {
          return none;
        }
      },
      x);
  auto [y, linear] = op.vjp(active_part<Frame>(x), passive_part<Frame>(x));
  auto likes = tree::map(
      [](auto const& leaf) {
        if constexpr (is_result<Frame, std::remove_cvref_t<decltype(leaf)>>())
          return ghost_of(leaf);
        else
          return zero;
      },
      y);
  using Lists = LeafLists<tree::leaf_types<std::remove_cvref_t<decltype(y)>>>;
  using Record = TreeRecord<Frame, Op, decltype(linear), std::remove_const_t<decltype(ports)>, decltype(likes), Lists>;
  TreeNode<Lists> const* const node =
      tape == nullptr ? nullptr : tape->make<Record>(std::move(linear), ports, std::move(likes));
  Lists places;
  return tree::map(
      [&](auto const& leaf) {
        using T = std::remove_cvref_t<decltype(leaf)>;
        if constexpr (!is_result<Frame, T>()) {
          return leaf;
        } else {
          if (node == nullptr) return tower::Var<T, Frame>(leaf);
          std::size_t const place = std::get<std::pair<T const*, std::size_t>>(places.read).second++;
          if constexpr (tower::is_scalar<T>) {
            auto& numbers = tape->template scalars<tower::ScalarTape<T>>();
            tower::ScalarLink<T> const out{&numbers, numbers.variable(), numbers.stamp()};
            tape->template make<TreeLeaf<Lists, T>>(node, place)->out = out;
            return tower::Var<T, Frame>(leaf, out);
          } else {
            auto const* made = tape->template make<TreeLeaf<Lists, T>>(node, place);
            return tower::Var<T, Frame>(leaf, tower::TensorLink<T>{made, tape, tape->stamp()});
          }
        }
      },
      y);
}

/// Runs a tree op on arguments of any level.
template <class Op, class... X> auto apply_tree_op(Op const& op, std::tuple<X...> const& x) {
  using Top = highest_in<std::tuple<X...>>;
  if constexpr (tower::level_of<Top> == 0) {
    return std::apply([&op](auto const&... a) { return op.eval(a...); }, x);
  } else {
    using Frame = typename tower::box<Top>::frame;
    if constexpr (Frame::kind == tower::mode::forward)
      return interpret_forward<Frame>(op, x);
    else if constexpr (Frame::kind == tower::mode::taylor)
      return interpret_series(Frame{}, op, x);  // series.hpp
    else if constexpr (tower::is_batched<Top>)
      return interpret_lanes(Frame{}, op, x);  // mapped.hpp
    else
      return interpret_reverse<Frame>(op, x);
  }
}

}  // namespace fm::transforms

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/transforms/tree_op.ipp>
#endif
