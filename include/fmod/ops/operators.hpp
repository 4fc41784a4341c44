// fmod/ops/operators.hpp: operators, and functions found by argument-dependent lookup: `using std::tanh; tanh(x)`
// SPDX-License-Identifier: MIT
//
// They live in fm::tower, which is a namespace of every box and of Tensor and Tile, and call the function objects of fm.
#pragma once
#include <fmod/ops/activation.hpp>
#include <fmod/ops/matmul.hpp>
#include <fmod/ops/powers.hpp>
#include <fmod/ops/reduce.hpp>
#include <fmod/tower/limits.hpp>

namespace fm::tower {

/// A tensor, a tile or a box: what the operators here are for. Plain numbers have their own.
template <class X> concept Operand = Value<std::remove_cvref_t<X>> && !std::is_arithmetic_v<std::remove_cvref_t<X>>;
template <class X, class Y>
concept Operands = Value<std::remove_cvref_t<X>> && Value<std::remove_cvref_t<Y>> &&(Operand<X> || Operand<Y>);

#define FM_OPERATOR(symbol, function)                                           \
  template <class X, class Y>                                                   \
  requires Operands<X, Y> FM_ALWAYS_INLINE auto operator symbol(X&& x, Y&& y) { \
    return fm::function(std::forward<X>(x), std::forward<Y>(y));                \
  }
FM_OPERATOR(+, add)
FM_OPERATOR(-, sub)
FM_OPERATOR(*, mul)
FM_OPERATOR(/, div)
FM_OPERATOR(==, equal)
FM_OPERATOR(!=, not_equal)
FM_OPERATOR(<, less)
FM_OPERATOR(<=, less_equal)
FM_OPERATOR(>, greater)
FM_OPERATOR(>=, greater_equal)
#undef FM_OPERATOR

template <Operand X> FM_ALWAYS_INLINE auto operator-(X&& x) { return fm::neg(std::forward<X>(x)); }
template <Operand X> FM_ALWAYS_INLINE X operator+(X x) { return x; }

/// Throws before x is moved into the operation, so that a failed x += y leaves x as it was.
inline void check_operands(char const* op, Shape const& x, Shape const& y) {
  if (!(x == y)) static_cast<void>(broadcast_shapes(op, x, y));
}
#define FM_ASSIGN(symbol, function)                                              \
  template <Operand X, Value Y> FM_ALWAYS_INLINE X& operator symbol(X& x, Y y) { \
    if constexpr (!tower::is_scalar<X> && !tower::is_scalar<Y>)                  \
      check_operands(#function, tower::shape_of(x), tower::shape_of(y));         \
    x = tower::lift<X>(fm::function(X(std::move(x)), std::move(y)));             \
    return x;                                                                    \
  }
FM_ASSIGN(+=, add)
FM_ASSIGN(-=, sub)
FM_ASSIGN(*=, mul)
FM_ASSIGN(/=, div)
#undef FM_ASSIGN

// ---- the names of <cmath>
#define FM_ADL(name) \
  template <Operand X> FM_ALWAYS_INLINE auto name(X const& x) { return fm::name(x); }
// clang-format off
FM_ADL(sqrt) FM_ADL(cbrt) FM_ADL(exp) FM_ADL(exp2) FM_ADL(expm1) FM_ADL(log) FM_ADL(log2) FM_ADL(log1p) FM_ADL(sin)
FM_ADL(cos) FM_ADL(tan) FM_ADL(asin) FM_ADL(acos) FM_ADL(atan) FM_ADL(sinh) FM_ADL(cosh) FM_ADL(tanh) FM_ADL(asinh)
FM_ADL(acosh) FM_ADL(atanh) FM_ADL(erf) FM_ADL(erfc) FM_ADL(lgamma) FM_ADL(abs) FM_ADL(floor) FM_ADL(ceil)
FM_ADL(round) FM_ADL(trunc)
// clang-format on
#undef FM_ADL
template <Operand X> FM_ALWAYS_INLINE auto fabs(X const& x) { return fm::abs(x); }
template <Operand X> auto log10(X const& x) { return fm::mul(std::numbers::ln2 / std::numbers::ln10, fm::log2(x)); }

#define FM_ADL(name)          \
  template <class X, class Y> \
  requires Operands<X, Y> FM_ALWAYS_INLINE auto name(X const& x, Y const& y) { return fm::name(x, y); }
// clang-format off
FM_ADL(pow) FM_ADL(atan2) FM_ADL(hypot) FM_ADL(fmod) FM_ADL(fmax) FM_ADL(fmin)
// clang-format on
#undef FM_ADL
/// For generic code written for numbers; on tensors the reductions fm::max and fm::min are meant by that name.
template <class X, class Y>
requires(Operands<X, Y>&& is_scalar<X>&& is_scalar<Y>) FM_ALWAYS_INLINE auto max(X const& x, Y const& y) {
  return fm::maximum(x, y);
}
template <class X, class Y>
requires(Operands<X, Y>&& is_scalar<X>&& is_scalar<Y>) FM_ALWAYS_INLINE auto min(X const& x, Y const& y) {
  return fm::minimum(x, y);
}

template <class X>
requires(is_box<X>&& is_scalar<X>) bool isfinite(X const& x) { return std::isfinite(tower::value_of(x)); }
template <class X>
requires(is_box<X>&& is_scalar<X>) bool isnan(X const& x) { return std::isnan(tower::value_of(x)); }
template <class X>
requires(is_box<X>&& is_scalar<X>) bool isinf(X const& x) { return std::isinf(tower::value_of(x)); }

}  // namespace fm::tower
