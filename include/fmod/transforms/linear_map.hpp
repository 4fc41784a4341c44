// fmod/transforms/linear_map.hpp: pullback and pushforward: the two directions of the linear map that a record holds
// SPDX-License-Identifier: MIT
//
// A Record is the tape of one call with the places where (co)tangents enter and leave. Applied to values below or at the
// record's own level, a LinearMap sweeps the tape. Applied to boxes of a higher level it is interpreted like any linear op:
//   Dual     the map on the primal, and the same map on the tangent
//   Var      the map on the value; its rule is the map in the other direction
//   Batched  the map on one lane after the other
// so a pullback can be differentiated with respect to its cotangent, to any order.
#pragma once
#include <fmod/transforms/lanes.hpp>

namespace fm {
namespace transforms {

template <class Inputs, class Outputs, int Level> struct Record {
  static constexpr int level = Level;  // of the boxes while recording; what enters and leaves is below
  tower::Tape::Handle tape;
  Inputs inputs;    // trees of Port
  Outputs outputs;  // trees of Port; Unconnected where the result does not depend on the inputs
};
/// A result that no input reaches: its tangent is zero, its cotangent goes nowhere.
template <class T> struct Unconnected { tower::Ghost<T> like; };

enum class direction { pull, push };
template <class R, direction D> class LinearMap;

// ---- one sweep
template <class T, class D>
T entering(char const* what, D const& d, std::string_view path, tower::Ghost<T> const& like) {
  using E = tower::element_t<D>;
  static_assert(std::is_same_v<E, tower::element_t<T>> || std::is_arithmetic_v<D>,
                "fmod: a (co)tangent has another element type than its value; convert it with fm::cast<S>(ct)");
  Shape const want = tower::shape_of(like), given = tower::shape_of(d);
  if (!(given == want)) tangent_shape_differs(what[0] == 'c' ? "pullback" : "pushforward", what, path, given, want);
  return tower::lift<T>(d);
}
template <class Ports, class Tree>
void enter(char const* what, Ports const& ports, Tree const& values, tower::Sweep& sweep) {
  tree::for_each_with_path(
      [&](std::string_view path, auto const& port, auto const& v) {
        using V = std::remove_cvref_t<decltype(v)>;
        if constexpr (!std::is_same_v<V, Zero> && requires { port.link; }) {
          using T = tower::argument_t<std::remove_cvref_t<decltype(port.like)>>;
          auto d = entering<T>(what, v, path, port.like);
          if (port.link.live()) port.link.add(sweep, std::move(d));
        } else if constexpr (!std::is_same_v<V, Zero>) {
          using T = tower::argument_t<std::remove_cvref_t<decltype(port.like)>>;
          if constexpr (Real<tower::element_t<T>>) static_cast<void>(entering<T>(what, v, path, port.like));
        }
      },
      ports, values);
}
template <class Ports> auto leave(Ports const& ports, tower::Sweep& sweep) {
  return tree::map(
      [&](auto const& port) {
        if constexpr (requires { port.link; })
          return port.cotangent(sweep);
        else
          return zeros_like_leaf(port.like);
      },
      ports);
}

// ---- a linear map whose argument is a tree of Vars of another, outer transform
template <class Result> struct MapNode : tower::SlotNode<Result> {
  Result blank;  // a result without values: absent tensors, zeros
  explicit MapNode(Result b) : blank(std::move(b)) {}
};
/// One leaf of the result: hands its cotangent to the map's node, takes its tangent from it.
template <class Result, class T>
struct LeafNode final : std::conditional_t<tower::is_scalar<T>, tower::Node, tower::SlotNode<T>> {
  MapNode<Result> const* map;
  T& (*leaf)(Result&, std::size_t);
  std::size_t place;
  tower::ScalarLink<T> out;
  LeafNode(MapNode<Result> const* m, T& (*l)(Result&, std::size_t), std::size_t p) : map(m), leaf(l), place(p) {}
  void pull(tower::Sweep& s) const override {
    if constexpr (!tower::is_scalar<T>)
      if (!s.has(*this)) return;
    Result r = s.has(*map) ? s.take(*map) : map->blank;
    if constexpr (tower::is_scalar<T>)
      leaf(r, place) = out.get(s);
    else
      leaf(r, place) = s.take(*this);
    s.set(*map, std::move(r));
  }
  void push(tower::Sweep& s) const override {
    if (!s.has(*map)) return;
    Result r = s.get(*map);
    if constexpr (tower::is_scalar<T>)
      out.set(s, leaf(r, place));
    else
      s.set(*this, leaf(r, place));
  }
};

/// The n-th leaf of type T in a tree of tensors and numbers.
template <class Result, class T> T& leaf_at(Result& r, std::size_t n) {
  T* found = nullptr;
  tree::for_each(
      [&](auto& leaf) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(leaf)>, T>) {
          if (n-- == 0) found = &leaf;
        }
      },
      r);
  return *found;
}

/// The node of the whole map: pull applies the adjoint to the collected cotangents, push the map itself to tangents.
template <class Map, class Links, class Result> struct MapRecord final : MapNode<Result> {
  Map map;
  Links links;   // tree of Link, Zero for constants
  Result shape;  // a result, for the shapes of leaves that got no cotangent
  MapRecord(Map m, Links l, Result r)
      : MapNode<Result>(tree::map([](auto const& leaf) { return std::remove_cvref_t<decltype(leaf)>{}; }, r)),
        map(std::move(m)), links(std::move(l)), shape(std::move(r)) {}
  void pull(tower::Sweep& s) const override {
    if (!s.has(*this)) return;
    auto const filled =
        tree::map([](auto const& d, auto const& like) { return tower::is_absent(d) ? tower::full_like(like, 0) : d; },
                  s.take(*this), shape);
    auto const back = map.adjoint()(filled);
    tree::for_each(
        [&](auto const& link, auto const& d) {
          if constexpr (requires { link.live(); }) {
            if (link.live()) link.add(s, d);
          }
        },
        links, back);
  }
  void push(tower::Sweep& s) const override {
    auto const in = tree::map(
        [&](auto const& link) {
          if constexpr (requires { link.live(); }) {
            using T = std::remove_cvref_t<decltype(link.get(s))>;
            return link.live() && link.has(s) ? link.get(s) : T{};
          } else {
            return zero;
          }
        },
        links);
    s.set(*this, Result(map.skipping_absent(in)));
  }
};

template <class R, direction D> class LinearMap {
 public:
  explicit LinearMap(Shared<R> record) : record_(std::move(record)) {}

  /// The map applied to a tree of the result's structure (of x's structure, for a pushforward); several arguments of the
  /// recorded function are given and returned as a tuple. Const: may be called often, concurrently, and nested.
  /// Throws: shape_error if a leaf has another shape than its value.
  template <class Tree> auto operator()(Tree const& v) const& { return interpret(v); }
  /// The last call: frees the record while it sweeps.
  template <class Tree> auto operator()(Tree const& v) && {
    auto result = interpret(v);
    record_ = Shared<R>();
    return result;
  }
  template <class A, class B, class... More> auto operator()(A const& a, B const& b, More const&... more) const {
    return interpret(std::tuple<A, B, More...>(a, b, more...));
  }

  auto adjoint() const { return LinearMap < R, D == direction::pull ? direction::push : direction::pull > (record_); }

  /// As the call; tensor leaves without a value count as zero.
  template <class Tree> auto skipping_absent(Tree const& v) const {
    return interpret(tree::map(
        [](auto const& leaf, auto const& port) {
          using L = std::remove_cvref_t<decltype(leaf)>;
          if constexpr (std::is_same_v<L, Zero>)
            return zero;
          else
            return tower::is_absent(leaf) ? tower::lift<L>(tower::full_like(port.like, 0)) : leaf;
        },
        v, from()));
  }

 private:
  template <class, direction> friend class LinearMap;
  static constexpr char const* what = D == direction::pull ? "cotangent" : "tangent";
  auto const& from() const {
    if constexpr (D == direction::pull)
      return record_->outputs;
    else
      return record_->inputs;
  }
  auto const& to() const {
    if constexpr (D == direction::pull)
      return record_->inputs;
    else
      return record_->outputs;
  }

  template <class Tree> auto interpret(Tree const& v) const {
    using Top = highest_in<Tree>;
    if (!record_) used_up(what);
    if constexpr (tower::level_of<Top> < R::level) {
      tower::Sweep sweep(*record_->tape);
      transforms::enter(what, from(), v, sweep);
      if constexpr (D == direction::pull)
        sweep.pull_all();
      else
        sweep.push_all();
      return leave(to(), sweep);
    } else {
      using Frame = typename tower::box<Top>::frame;
      if constexpr (Frame::kind == tower::mode::forward)
        return on_duals<Frame>(v);
      else if constexpr (Frame::kind == tower::mode::taylor)
        return map_series(Frame{}, *this, v);  // series.hpp
      else if constexpr (tower::is_batched<Top>)
        // The record holds values without lanes, and its nodes are made for them: a sweep for each lane.
        return lane_by_lane<Frame>(
            D == direction::pull ? "pullback" : "pushforward", [this](auto const& lane) { return interpret(lane); }, v);
      else
        return on_vars<Frame>(v);
    }
  }

  template <class Frame, class Tree> auto on_duals(Tree const& v) const {
    std::uint64_t stamp = 0;
    auto const p = interpret(strip<Frame>(v));
    auto const t = interpret(tree::map(
        [&](auto const& leaf) {
          using L = std::remove_cvref_t<decltype(leaf)>;
          if constexpr (is_ours<Frame, L>()) {
            if (leaf.stamp() != 0) stamp = leaf.stamp();
            if (tower::is_absent(leaf.tangent())) return tower::full_like(leaf.primal(), 0);
            return leaf.tangent();
          } else {
            return zero;
          }
        },
        v));
    return tree::map(
        [&](auto const& leaf, auto const& d) {
          using L = std::remove_cvref_t<decltype(leaf)>;
          if constexpr (std::is_same_v<L, Zero>)
            return zero;
          else
            return tower::Dual<L, Frame>(leaf, tower::lift<L>(d), stamp);
        },
        p, t);
  }

  template <class Frame, class Tree> auto on_vars(Tree const& v) const {
    auto const p = interpret(strip<Frame>(v));
    using P = std::remove_const_t<decltype(p)>;
    tower::Tape* tape = nullptr;
    auto const links = tree::map(
        [&](auto const& leaf) {
          if constexpr (is_ours<Frame, std::remove_cvref_t<decltype(leaf)>>()) {
            if (leaf.link().live()) {
              tower::Tape* const t = &leaf.link().owner();
              if (tape != nullptr && tape != t) tower::stamps_differ();
              tape = t;
            }
            return leaf.link();
          } else {
            return zero;
          }
        },
        v);
    using N = MapRecord<LinearMap, std::remove_const_t<decltype(links)>, P>;
    MapNode<P> const* node = tape ? tape->make<N>(*this, links, p) : nullptr;
    std::vector<std::pair<void const*, std::size_t>> seen;  // leaves of one type are told apart by their number
    return tree::map(
        [&](auto const& leaf) {
          using L = std::remove_cvref_t<decltype(leaf)>;
          if constexpr (std::is_same_v<L, Zero>) {
            return zero;
          } else {
            if (node == nullptr) return tower::Var<L, Frame>(leaf);
            std::size_t const place = count_leaf<L>(seen);
            if constexpr (tower::is_scalar<L>) {
              auto& numbers = tape->template scalars<tower::ScalarTape<L>>();
              tower::ScalarLink<L> const out{&numbers, numbers.variable(), numbers.stamp()};
              tape->template make<LeafNode<P, L>>(node, &leaf_at<P, L>, place)->out = out;
              return tower::Var<L, Frame>(leaf, out);
            } else {
              auto const* made = tape->template make<LeafNode<P, L>>(node, &leaf_at<P, L>, place);
              return tower::Var<L, Frame>(leaf, tower::TensorLink<L>{made, tape, tape->stamp()});
            }
          }
        },
        p);
  }
  template <class L> static constexpr char leaf_key = 0;
  template <class L> static std::size_t count_leaf(std::vector<std::pair<void const*, std::size_t>>& seen) {
    for (auto& [key, n] : seen)
      if (key == &leaf_key<L>) return n++;
    seen.push_back({&leaf_key<L>, 1});
    return 0;
  }

  Shared<R> record_;
};

}  // namespace transforms
}  // namespace fm
