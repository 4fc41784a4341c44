// fmod/ops/family.hpp: what an op is, and the families that supply most rules
// SPDX-License-Identifier: MIT
//
// An op is a struct whose members are its options:
//   name                       for messages
//   keep                       which arguments, and whether the result, its rules read: keep_x | keep_y | keep_result
//   eval(x, y...)              the value at level 0, by a compiled kernel
//   jvp<I>(d, z, x, y...)      tangent of the result z for tangent d of argument I
//   vjp<I>(ct, z, x, y...)     cotangent of argument I for cotangent ct of the result, in the argument's shape and type
//   partial<I>(z, x, y...)     elementwise ops only: the partial derivative, from which both rules follow; in both, 0
//                              wins over infinity and NaN, in the (co)tangent and in the partial (zero_mul)
//   selects                    a partial of 0 means that the argument was not taken (where, maximum, relu)
//   batching, or batch(lanes, x, y...)   how it runs on all lanes of a vmap at once: tower/batched.hpp; all families but
//                              linear_family and non_differentiable_family say it
//   bilinear                   linear in each of its two arguments: Taylor coefficients are sums of products
// Rules call public ops on whatever they are given, so every nesting of transforms works without further code. What is
// not in `keep` arrives as a Ghost: type and shape without a value.
#pragma once
#include <fmod/kernels/elementwise.hpp>
#include <fmod/kernels/scalar.hpp>
#include <fmod/kernels/tile.hpp>
#include <fmod/tower/batched.hpp>
#include <fmod/tower/dual.hpp>
#include <fmod/tower/var.hpp>

namespace fm {

namespace ops {
using tower::keep_args, tower::keep_c, tower::keep_none, tower::keep_result, tower::keep_x, tower::keep_y;
using tower::Value;

// ---- numbers among the arguments
// A number beside a box of a number takes the box's type; a lone integer computes in double. Beside a tensor it stays
// what it is, and the kernel converts it to the tensor's element type.
template <class... All, class X> FM_ALWAYS_INLINE decltype(auto) literal(X&& x) {
  using T = std::remove_cvref_t<X>;
  if constexpr (!std::is_arithmetic_v<T>)
    return std::forward<X>(x);
  else if constexpr (((tower::is_box<All> && tower::is_scalar<All>) || ...) &&
                     ((!tower::is_box<All> || tower::is_scalar<All>)&&...))
    return static_cast<tower::base_t<tower::highest_t<All...>>>(x);
  else if constexpr ((tower::is_scalar<All> && ...) && std::is_integral_v<T>)
    return static_cast<double>(x);
  else
    return T(x);
}
template <class X> concept Argument = Value<std::remove_cvref_t<X>>;
}  // namespace ops

/// An op without options as a function object: fm::tanh, fm::add. Works alike on numbers, tensors and boxes.
template <class Op> struct function {
  template <ops::Argument... X> FM_ALWAYS_INLINE auto operator()(X&&... x) const {
    return tower::apply(Op{}, ops::literal<std::remove_cvref_t<X>...>(std::forward<X>(x))...);
  }
};

// Used by rules everywhere; defined in ops/broadcast.hpp.
/// ct summed down to the shape of x, and in its type: undoes broadcasting of x. x may be a Ghost.
template <class C, class X> auto sum_like(C ct, X const& x);
/// d stretched to the shape of z. z may be a Ghost.
template <class D, class Z> auto broadcast_like(D d, Z const& z);

namespace ops {

// ---- calls of elementwise kernels at level 0
template <kernels::unary K> struct unary_kernel;
template <kernels::unary_n K> struct unary_n_kernel;
template <kernels::binary K> struct binary_kernel;
template <kernels::compare K> struct compare_kernel;
#define FM_KERNEL(name)                                                                         \
  template <> struct unary_kernel<kernels::unary::name> {                                       \
    template <class S> FM_ALWAYS_INLINE static S call(S x) { return fm::scalar_math::name(x); } \
  };
FM_UNARY_KERNELS(FM_KERNEL)
#undef FM_KERNEL
#define FM_KERNEL(name)                                                                                       \
  template <> struct unary_n_kernel<kernels::unary_n::name> {                                                 \
    template <class S> FM_ALWAYS_INLINE static S call(int64_t n, S x) { return fm::scalar_math::name(n, x); } \
  };
FM_UNARY_N_KERNELS(FM_KERNEL)
#undef FM_KERNEL
#define FM_KERNEL(name)                                                                                 \
  template <> struct binary_kernel<kernels::binary::name> {                                             \
    template <class S> FM_ALWAYS_INLINE static S call(S x, S y) { return fm::scalar_math::name(x, y); } \
  };
FM_BINARY_KERNELS(FM_KERNEL)
#undef FM_KERNEL
template <> struct compare_kernel<kernels::compare::eq> {
  static constexpr bool call(auto x, auto y) { return x == y; }
};
template <> struct compare_kernel<kernels::compare::ne> {
  static constexpr bool call(auto x, auto y) { return x != y; }
};
template <> struct compare_kernel<kernels::compare::lt> {
  static constexpr bool call(auto x, auto y) { return x < y; }
};
template <> struct compare_kernel<kernels::compare::le> {
  static constexpr bool call(auto x, auto y) { return x <= y; }
};
template <> struct compare_kernel<kernels::compare::gt> {
  static constexpr bool call(auto x, auto y) { return x > y; }
};
template <> struct compare_kernel<kernels::compare::ge> {
  static constexpr bool call(auto x, auto y) { return x >= y; }
};

/// Arithmetic is that of float, double and, where Integers, int64; bool and uint32 only carry masks and keys.
template <class S, bool Integers = true> constexpr void check_arithmetic() {
  static_assert(
      Real<S> || (Integers && std::is_same_v<S, int64_t>),
      "fmod: this function needs a tensor of float or double (or, where it makes sense, int64); convert it with "
      "fm::cast<double>(x) or fm::cast<fm::int64_t>(x)");
}
template <class S, class X> constexpr void check_literal() {
  static_assert(std::is_floating_point_v<S> || !std::is_floating_point_v<X>,
                "fmod: a number with a fraction meets an integer tensor; convert the tensor with fm::cast<double>(x)");
}
/// A number that elements of S are compared with.
template <class S, class X> S compared(X x) {
  check_literal<S, X>();
  static_assert(!std::is_same_v<S, bool> || std::is_same_v<X, bool>,
                "fmod: a tensor of bool is compared with a number; convert it with fm::cast<fm::int64_t>(x), or compare "
                "with true or false");
  if constexpr (std::is_integral_v<X> && std::is_unsigned_v<S> && !std::is_same_v<S, bool>)
    if (!std::in_range<S>(x)) kernels::unsigned_out_of_range(std::to_string(x));
  return static_cast<S>(x);
}
template <class X, class Y> constexpr void check_same_element() {
  static_assert(std::is_same_v<X, Y>,
                "fmod: two tensors of different element types meet, and there is no implicit promotion; "
                "convert one of them with fm::cast<S>(x)");
}

template <kernels::unary K, class X> FM_ALWAYS_INLINE auto call(X x) {
  if constexpr (std::is_arithmetic_v<X>) {
    return unary_kernel<K>::call(x);
  } else {
    constexpr bool on_integers = K == kernels::unary::neg || K == kernels::unary::abs || K == kernels::unary::sign ||
                                 K == kernels::unary::square || K == kernels::unary::relu;
    check_arithmetic<tower::element_t<X>, on_integers>();
    return kernels::map(K, std::move(x));
  }
}
template <kernels::binary K, class X, class Y> FM_ALWAYS_INLINE auto call(X x, Y y) {
  if constexpr (std::is_arithmetic_v<X> && std::is_arithmetic_v<Y>) {
    using S = std::common_type_t<X, Y>;
    return binary_kernel<K>::call(static_cast<S>(x), static_cast<S>(y));
  } else if constexpr (std::is_arithmetic_v<X>) {
    using S = typename Y::value_type;
    check_arithmetic<S>();
    check_literal<S, X>();
    return kernels::map(K, static_cast<S>(x), std::move(y));
  } else if constexpr (std::is_arithmetic_v<Y>) {
    using S = typename X::value_type;
    check_arithmetic<S>();
    check_literal<S, Y>();
    return kernels::map(K, std::move(x), static_cast<S>(y));
  } else {
    check_same_element<typename X::value_type, typename Y::value_type>();
    check_arithmetic<typename X::value_type>();
    return kernels::map(K, std::move(x), std::move(y));
  }
}
constexpr kernels::compare mirrored(kernels::compare k) {
  using enum kernels::compare;
  return k == lt ? gt : k == gt ? lt : k == le ? ge : k == ge ? le : k;
}
template <kernels::compare K, class X, class Y> FM_ALWAYS_INLINE auto call(X x, Y y) {
  if constexpr (std::is_arithmetic_v<X> && std::is_arithmetic_v<Y>) {
    using S = std::common_type_t<X, Y>;
    return compare_kernel<K>::call(static_cast<S>(x), static_cast<S>(y));
  } else if constexpr (std::is_arithmetic_v<X>) {
    return ops::call<mirrored(K)>(std::move(y), x);
  } else if constexpr (std::is_arithmetic_v<Y>) {
    return kernels::map(K, std::move(x), compared<typename X::value_type>(y));
  } else {
    check_same_element<typename X::value_type, typename Y::value_type>();
    return kernels::map(K, std::move(x), std::move(y));
  }
}

/// (Co)tangent times partial derivative: where either is exactly 0 so is the product, even if the other is infinite.
struct ZeroMul;
inline constexpr function<ZeroMul> scaled{};

// ---- families
/// One argument, elementwise: `Op::derivative(z, x)` is its derivative from the result and the argument.
template <class Op, kernels::unary K> struct unary_family {
  using batching = tower::aligned;
  static constexpr unsigned keep = keep_x;
  template <class X> FM_ALWAYS_INLINE auto eval(X x) const { return ops::call<K>(std::move(x)); }
  template <std::size_t, class Z, class X> FM_ALWAYS_INLINE auto partial(Z const& z, X const& x) const {
    return Op::derivative(z, x);
  }
  template <std::size_t, class D, class Z, class X> FM_ALWAYS_INLINE auto jvp(D d, Z const& z, X const& x) const {
    return scaled(std::move(d), Op::derivative(z, x));
  }
  template <std::size_t, class C, class Z, class X> FM_ALWAYS_INLINE auto vjp(C ct, Z const& z, X const& x) const {
    return scaled(std::move(ct), Op::derivative(z, x));
  }
};

/// Two arguments, elementwise with broadcasting: `Op::derivative<I>(z, x, y)`.
template <class Op, kernels::binary K> struct binary_family {
  using batching = tower::aligned;
  static constexpr unsigned keep = keep_x | keep_y;
  template <class X, class Y> FM_ALWAYS_INLINE auto eval(X x, Y y) const {
    return ops::call<K>(std::move(x), std::move(y));
  }
  template <std::size_t I, class Z, class X, class Y>
  FM_ALWAYS_INLINE auto partial(Z const& z, X const& x, Y const& y) const {
    return Op::template derivative<I>(z, x, y);
  }
  template <std::size_t I, class D, class Z, class X, class Y>
  FM_ALWAYS_INLINE auto jvp(D d, Z const& z, X const& x, Y const& y) const {
    return broadcast_like(scaled(std::move(d), Op::template derivative<I>(z, x, y)), z);
  }
  template <std::size_t I, class C, class Z, class X, class Y>
  FM_ALWAYS_INLINE auto vjp(C ct, Z const& z, X const& x, Y const& y) const {
    auto d = scaled(std::move(ct), Op::template derivative<I>(z, x, y));
    if constexpr (I == 0)
      return sum_like(std::move(d), x);
    else
      return sum_like(std::move(d), y);
  }
};

/// Linear in its only argument. `op.transpose(ct, x)` is its adjoint; x is a Ghost.
template <class Op> struct linear_family {
  static constexpr unsigned keep = keep_none;
  template <std::size_t, class D, class Z, class X> auto jvp(D d, Z const&, X const&) const {
    return tower::apply(static_cast<Op const&>(*this), std::move(d));
  }
  template <std::size_t, class C, class Z, class X> auto vjp(C ct, Z const&, X const& x) const {
    return static_cast<Op const&>(*this).transpose(std::move(ct), x);
  }
};

/// No derivative goes through: floor, comparisons, argmax.
struct non_differentiable_family {
  static constexpr bool differentiable = false;
  static constexpr unsigned keep = keep_none;
};

}  // namespace ops
}  // namespace fm
