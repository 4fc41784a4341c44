// fmod/tower/apply.hpp: the one point through which every operation goes
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/tower/level.hpp>
#include <fmod/tower/pack.hpp>

namespace fm::tower {

// ---- which arguments and results a derivative rule reads: `static constexpr unsigned keep = keep_x | keep_result;`
inline constexpr unsigned keep_none = 0, keep_x = 1, keep_y = 2, keep_c = 4;
inline constexpr unsigned keep_args = 0x7fffffffu, keep_result = 0x80000000u;
constexpr bool keeps_argument(unsigned keep, std::size_t i) { return (keep >> (i < 30 ? i : 30)) & 1u; }

template <class Op> constexpr bool is_differentiable() {
  if constexpr (requires { Op::differentiable; })
    return Op::differentiable;
  else
    return true;
}

/// Is argument I ever differentiated? An op says which are with `static constexpr unsigned through = keep_x;`.
template <class Op> constexpr bool differentiates([[maybe_unused]] std::size_t i) {
  if constexpr (requires { Op::through; })
    return keeps_argument(Op::through, i);
  else
    return true;
}

/// What interprets an op at the level of a box: Forward<Frame> for Dual, Reverse<Frame> for Var. It may take from its
/// arguments what it needs.
template <class X> struct interpreter;

/// Level 0: the op's own eval. Above: the highest level among the arguments interprets the op, which means that it deals
/// with its own level and calls apply again on what is below. Arguments of lower levels are constants to it.
template <class Op, class... Xs> FM_ALWAYS_INLINE auto apply(Op const& op, Xs... xs) {
  constexpr int level = highest_level<Xs...>;
  if constexpr (level == 0)
    return op.eval(std::move(xs)...);
  else
    return interpreter<highest_t<Xs...>>::interpret(op, xs...);
}

template <class Frame, class X> constexpr bool belongs() {
  if constexpr (level_of<X> == Frame::level) {
    static_assert(
        std::is_same_v<typename box<X>::frame, Frame>,
        "fmod: a value of one transform meets a value of another transform at the same level. A function that "
        "is transformed uses an outer differentiated value without saying so: pass that value as an explicit "
        "argument after the others, or declare it with fm::capturing(value) as the last argument.");
    return true;
  } else {
    return false;
  }
}

/// X as Frame sees it: below its level everything is a constant.
template <class Frame, class X> struct below { using type = X; };
template <class Frame, class X>
requires(level_of<X> == Frame::level) struct below<Frame, X> {
  using type = typename box<X>::below;
};
template <class Frame, class X> using below_t = typename below<Frame, X>::type;

template <class Frame, class X> FM_ALWAYS_INLINE auto const& primal_of(X const& x) {
  if constexpr (belongs<Frame, X>())
    return x.primal();
  else
    return x;
}
/// Moves the value out of the box.
template <class Frame, class X> FM_ALWAYS_INLINE auto take_primal(X&& x) {
  if constexpr (belongs<Frame, std::remove_cvref_t<X>>())
    return std::move(x).take_primal();
  else
    return std::move(x);
}

/// What a rule sees of argument I: its value if the op keeps it, else a ghost.
template <class Op, std::size_t I, class X> FM_ALWAYS_INLINE auto keep_argument(X const& x) {
  if constexpr (keeps_argument(Op::keep, I) || std::is_same_v<X, Ghost<argument_t<X>>>)
    return x;
  else if constexpr (is_scalar<X>)
    return Ghost<X>{};
  else
    return Ghost<X>{shape_of(x)};
}
template <class Op, class Z> FM_ALWAYS_INLINE auto keep_value(Z const& z) {
  if constexpr ((Op::keep & keep_result) != 0)
    return z;
  else if constexpr (is_scalar<Z>)
    return Ghost<Z>{};
  else
    return Ghost<Z>{shape_of(z)};
}

// ---- calls of a rule with the kept arguments spread out
template <std::size_t I, class Op, class D, class Z, class Kept>
FM_ALWAYS_INLINE auto rule_jvp(Op const& op, D&& d, Z const& z, Kept const& kept) {
  return [&]<std::size_t... J>(std::index_sequence<J...>) FM_LAMBDA_INLINE {
    return op.template jvp<I>(std::forward<D>(d), z, tower::get<J>(kept)...);
  }
  (std::make_index_sequence<pack_size<Kept>>{});
}
template <std::size_t I, class Op, class C, class Z, class Kept>
FM_ALWAYS_INLINE auto rule_vjp(Op const& op, C&& ct, Z const& z, Kept const& kept) {
  return [&]<std::size_t... J>(std::index_sequence<J...>) FM_LAMBDA_INLINE {
    return op.template vjp<I>(std::forward<C>(ct), z, tower::get<J>(kept)...);
  }
  (std::make_index_sequence<pack_size<Kept>>{});
}

/// The op, told which of its arguments are differentiated at this level (bit i: argument i), if it asks.
template <class Op> FM_ALWAYS_INLINE Op with_active(Op op, [[maybe_unused]] unsigned active) {
  if constexpr (requires { op.active; }) op.active = active;
  return op;
}

/// A result that no derivative goes through: numbers that can carry one stay in the box, so that a floor returns the
/// type it was given; bool and integers come out bare.
template <class Box, class Y> auto rebox_constant(Y y) {
  if constexpr (Real<element_t<Y>>)
    return typename box<Box>::template over<Y>(std::move(y));
  else
    return y;
}

}  // namespace fm::tower
