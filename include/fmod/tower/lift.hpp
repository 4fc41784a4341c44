// fmod/tower/lift.hpp: values of a low level as constants of a high one, zeros and ones of a value's kind, value_of
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/core/create.hpp>
#include <fmod/tower/apply.hpp>

namespace fm::tower {

template <class Box> constexpr void refuse_to_store() {
  static_assert(!is_batched<Box>,
                "fmod: a mapped value is stored in a value of a lower level, which is the same for every lane. "
                "Start a loop from fm::zeros_like(x) or fm::lift(h, x), so that the variable has x's type.");
  static_assert(is_batched<Box> || !is_box<Box>,
                "fmod: a differentiated value is stored in a value of a lower level, which cannot hold its derivative. "
                "Start a loop from fm::zeros_like(x) or fm::lift(h, x), so that the variable has x's type.");
}

/// x as a constant of type To, whose level is at least x's. Numbers convert to the element type of To.
template <class To, class X> FM_ALWAYS_INLINE To lift(X x) {
  if constexpr (std::is_same_v<To, X>) {
    return x;
  } else if constexpr (level_of<X> > level_of<To>) {
    refuse_to_store<X>();
  } else if constexpr (is_batched<To> && is_batched<X> && level_of<X> == level_of<To>) {
    return To::relifted(std::move(x));
  } else if constexpr (is_box<To>) {
    return To(tower::lift<typename box<To>::below>(std::move(x)));
  } else if constexpr (std::is_arithmetic_v<To> && std::is_arithmetic_v<X>) {
    return static_cast<To>(x);
  } else if constexpr (is_tensor<To> && std::is_arithmetic_v<X>) {
    return fm::full(Shape{}, static_cast<typename To::value_type>(x));
  } else if constexpr (is_tile<To> && std::is_arithmetic_v<X>) {
    return To(static_cast<typename To::value_type>(x));
  } else {
    static_assert(std::is_same_v<To, X>, "fmod: the element types differ; convert with fm::cast<S>(x)");
  }
}

/// A constant of x's type and shape with every element equal to v.
template <class X> auto full_like(X const& x, element_t<X> v) {
  if constexpr (is_scalar<X>)
    return tower::lift<X>(static_cast<base_t<X>>(v));
  else
    return tower::lift<X>(fm::full(shape_of(x), v));
}
template <class X> auto full_like(Ghost<X> const& x, element_t<X> v) {
  if constexpr (is_scalar<X>)
    return tower::lift<X>(static_cast<base_t<X>>(v));
  else
    return tower::lift<X>(fm::full(x.dims, v));
}

/// Strips every box: the plain number or tensor. A mapped value has none.
template <class X> auto value_of(X const& x) {
  if constexpr (is_batched<X>)
    return tower::value_of(x.only_value());
  else if constexpr (is_box<X>)
    return tower::value_of(x.primal());
  else
    return x;
}

// The two operations that interpreters themselves need; defined in ops/arithmetic.hpp.
template <class T> T plus(T a, T b);
template <class T> T chained(T tangent, T partial);

/// Is a number 0 and no function of what is differentiated, at any level? Such a (co)tangent has no part in anything.
template <class X> FM_ALWAYS_INLINE bool is_constant_zero(X const& x) {
  if constexpr (std::is_arithmetic_v<X>)
    return x == X(0);
  else if constexpr (requires { x.link(); })
    return !x.link().live() && tower::is_constant_zero(x.primal());
  else if constexpr (requires { x.active(); })
    return !x.active() && tower::is_constant_zero(x.primal());
  else
    return false;
}

/// Index `i` of the leading axis; defined in ops/structure.hpp.
template <class X> auto leading(X const& x, int64_t i);

/// into += d; an absent sum becomes d.
template <class T> FM_ALWAYS_INLINE void add_to(T& into, T d) {
  if (is_absent(into))
    into = std::move(d);
  else
    into = tower::plus<T>(std::move(into), std::move(d));
}

[[noreturn]] void wrong_shape_from_rule(char const* op, char const* rule, int argument, Shape const& got,
                                        Shape const& want);
template <class Op> constexpr char const* op_name() {
  if constexpr (requires { Op::name; })
    return Op::name;
  else
    return "user op";
}
/// A rule that returns another shape would corrupt what follows silently.
template <class Op, class T>
FM_ALWAYS_INLINE T checked(char const* rule, int argument, T d, [[maybe_unused]] Shape const& want) {
  if constexpr (!is_scalar<T>) {
    if (!(shape_of(d) == want)) wrong_shape_from_rule(op_name<Op>(), rule, argument, shape_of(d), want);
  }
  return d;
}

}  // namespace fm::tower

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/tower/lift.ipp>
#endif
