// fmod/tower/level.hpp: levels and frames, the types that a value of the tower can have, what is seen of one
// SPDX-License-Identifier: MIT
//
// A value of the tower is a number, a Tensor or a Tile (level 0), or a box around a value of the level below:
//   Dual<T, Frame>     primal and tangent                           forward mode
//   Var<T, Frame>      value and tape node                          reverse mode
//   Batched<T, Frame>  a value for each lane, or the same for all   vmap
//   Series<T, Frame>   Taylor coefficients                          derivatives of high order
// A Frame says which transform made the box: its level and which function it transforms.
#pragma once
#include <fmod/core/tensor.hpp>
#include <fmod/error.hpp>

namespace fm {

/// The symbolic zero: stands for a tangent (or a whole tree of them) that is absent. Costs nothing, multiplies nothing.
struct Zero {};
inline constexpr Zero zero{};

namespace tower {

enum class mode : unsigned char {
  forward,  ///< jvp: Dual
  once,     ///< grad: Var, the tape is consumed by one sweep
  kept,     ///< vjp, linearize: Var, the tape is swept any number of times in both directions
  lanes,    ///< vmap: Batched
  basis,    ///< jacfwd, jacrev: Batched; (co)tangents are mapped, all values are the same for every lane
  taylor,   ///< jet: Series
};

template <int Level, std::uint64_t Function, mode Mode> struct Frame {
  static constexpr int level = Level;
  static constexpr mode kind = Mode;
};

template <class T, class Fr> struct Dual;
template <class T, class Fr> struct Var;
template <class T, class Fr> struct Batched;

// ---- what a box is made of
template <class X> struct box {
  static constexpr int level = 0;
  using frame = void;
  using base = X;
};
template <class T, class Fr> struct box<Dual<T, Fr>> {
  static constexpr int level = Fr::level;
  using frame = Fr;
  using below = T;
  using base = typename box<T>::base;
  template <class U> using over = Dual<U, Fr>;
};
template <class T, class Fr> struct box<Var<T, Fr>> {
  static constexpr int level = Fr::level;
  using frame = Fr;
  using below = T;
  using base = typename box<T>::base;
  template <class U> using over = Var<U, Fr>;
};
template <class T, class Fr> struct box<Batched<T, Fr>> {
  static constexpr int level = Fr::level;
  using frame = Fr;
  using below = T;
  using base = typename box<T>::base;
  template <class U> using over = Batched<U, Fr>;
};
template <class X> inline constexpr bool is_batched = false;
template <class T, class Fr> inline constexpr bool is_batched<Batched<T, Fr>> = true;
/// Does any box around X hold a value for each lane?
template <class X>
inline constexpr bool has_lanes = [] {
  if constexpr (is_batched<X>)
    return true;
  else if constexpr (box<X>::level != 0)
    return has_lanes<typename box<X>::below>;
  else
    return false;
}();

template <class X> inline constexpr int level_of = box<X>::level;
template <class X> inline constexpr bool is_box = level_of<X> != 0;
template <class... Xs>
inline constexpr int highest_level = [] {
  int highest = 0;
  ((highest = level_of<Xs> > highest ? level_of<Xs> : highest), ...);
  return highest;
}();
/// The type at level 0: double, Tensor<float>, ...
template <class X> using base_t = typename box<X>::base;
/// A number, or boxes around a number. A tile (kernels/tile.hpp) is a number to everything but the kernels.
template <class X> inline constexpr bool is_scalar = std::is_arithmetic_v<base_t<X>> || is_tile<base_t<X>>;

/// The boxes of Ref around another base.
template <class Ref, class Base> struct rebind { using type = Base; };
template <class Ref, class Base>
requires is_box<Ref>
struct rebind<Ref, Base> {
  using type = typename box<Ref>::template over<typename rebind<typename box<Ref>::below, Base>::type>;
};
template <class Ref, class Base> using rebind_t = typename rebind<Ref, Base>::type;

/// The first of the types with level L.
template <int L, class X, class... Xs> struct first_of_level : first_of_level<L, Xs...> {};
template <int L, class X, class... Xs>
requires(level_of<X> == L) struct first_of_level<L, X, Xs...> {
  using type = X;
};
template <class... Xs> using highest_t = typename first_of_level<highest_level<Xs...>, Xs...>::type;

/// What ops accept: numbers, tensors, tiles and boxes of them.
template <class X> inline constexpr bool is_level0 = std::is_arithmetic_v<X> || is_tensor<X> || is_tile<X>;
template <class X> concept Value = is_level0<base_t<X>>;
template <class X> concept Box = is_box<X>;

/// The element type: double of Dual<Tensor<double>, F> and of double.
template <class X> struct element { using type = X; };
template <class X>
requires requires { typename X::value_type; }
struct element<X> {
  using type = typename X::value_type;
};
template <class X> using element_t = typename element<base_t<X>>::type;

/// Stands in a derivative rule for an argument of type T whose value the op does not keep: only type and shape are there.
template <class T> struct Ghost { Shape dims; };
template <class T>
requires is_scalar<T>
struct Ghost<T> {
};

/// The type of an argument seen by a rule, whether it was kept or not.
template <class X> struct argument { using type = X; };
template <class T> struct argument<Ghost<T>> { using type = T; };
template <class X> using argument_t = typename argument<X>::type;

template <class X> Shape shape_of(X const& x) {
  if constexpr (is_scalar<argument_t<X>>)
    return Shape{};
  else if constexpr (is_batched<X>)
    return x.shape();
  else if constexpr (is_box<X>)
    return shape_of(x.primal());
  else if constexpr (requires { x.dims; })
    return x.dims;
  else
    return x.shape();
}

/// Does this value hold something? A default-constructed tensor, or a box of one, is an absent tangent.
/// Numbers are always there.
template <class X> bool is_absent(X const& x) noexcept {
  if constexpr (is_scalar<X>)
    return false;
  else if constexpr (is_batched<X>)
    return x.absent();
  else if constexpr (is_box<X>)
    return is_absent(x.primal());
  else
    return x.is_null();
}

}  // namespace tower
}  // namespace fm
