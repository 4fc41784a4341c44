// fmod/transforms/linear_map.hpp: pullback and pushforward: the two directions of the linear map that a record holds
// SPDX-License-Identifier: MIT
//
// A Record is the tape of one call with the places where (co)tangents enter and leave. Applied to values below or at the
// record's own level, a LinearMap sweeps the tape. Applied to boxes of a higher level it is an op on trees with rules of its
// own, so a pullback can be differentiated with respect to its cotangent, to any order; lanes are swept one by one.
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
        } else if constexpr (!std::is_same_v<V, Zero> && requires { port.like; }) {
          using T = tower::argument_t<std::remove_cvref_t<decltype(port.like)>>;
          if constexpr (Real<tower::element_t<T>>) static_cast<void>(entering<T>(what, v, path, port.like));
        }
      },
      ports, values);
}
template <class Ports> auto leave(Ports const& ports, tower::Sweep& sweep) {
  return tree::map(
      [&](auto const& port) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(port)>, Zero>)
          return zero;  // a leaf without a derivative
        else if constexpr (requires { port.link; })
          return port.cotangent(sweep);
        else
          return zeros_like_leaf(port.like);
      },
      ports);
}

// ---- a linear map as an op on trees: its tangent is the map of the tangent, its pullback the map in the other direction
struct Differentiated {};
struct Constant {};
template <class Map, class Which> struct AdjointMap {
  Map map;
  Which which;  // like the argument: what of it is differentiated
  template <class Ct> auto pull(Ct const& ct) const {
    auto const wanted = [](auto leaf, auto const& d) {
      if constexpr (std::is_same_v<decltype(leaf), Differentiated>)
        return d;
      else
        return none;
    };
    auto back = tree::map(wanted, which, map.adjoint()(ct));
    return std::tuple<decltype(back)>(std::move(back));
  }
  template <class D> auto push(std::tuple<D> const& dx) const {
    auto const still = [](auto leaf) {
      if constexpr (std::is_same_v<decltype(leaf), Differentiated>)
        return none;
      else
        return zero;
    };
    return map(tree::combine(std::get<0>(dx), tree::map(still, which)));
  }
};
template <class Map> struct MapOp {
  static constexpr char const* name = Map::name;
  Map map;
  template <class X, class D> auto jvp(std::tuple<X> const& x, std::tuple<D> const& dx) const {
    return std::pair(map(std::get<0>(x)), map(std::get<0>(dx)));
  }
  template <class Active, class Rest> auto vjp(std::tuple<Active> const& active, std::tuple<Rest> const& rest) const {
    auto const& a = std::get<0>(active);
    auto const& r = std::get<0>(rest);
    auto const which = tree::combine(tree::map([](auto const&) { return Differentiated{}; }, a),
                                     tree::map([](auto const&) { return Constant{}; }, r));
    using Adjoint = AdjointMap<Map, std::remove_const_t<decltype(which)>>;
    return std::pair(map(tree::combine(a, r)), Adjoint{map, which});
  }
};

template <class R, direction D> class LinearMap {
 public:
  static constexpr char const* name = D == direction::pull ? "pullback" : "pushforward";
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
        return interpret_forward<Frame>(MapOp<LinearMap>{*this}, std::tuple<Tree>(v));
      else if constexpr (Frame::kind == tower::mode::taylor)
        return map_series(Frame{}, *this, v);  // series.hpp
      else if constexpr (tower::is_batched<Top>)
        // The record holds values without lanes, and its nodes are made for them: a sweep for each lane.
        return lane_by_lane<Frame>(
            name, [this](auto const& lane) { return this->interpret(lane); }, v);
      else
        return interpret_reverse<Frame>(MapOp<LinearMap>{*this}, std::tuple<Tree>(v));
    }
  }

  Shared<R> record_;
};

}  // namespace transforms
}  // namespace fm
