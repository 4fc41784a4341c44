// fmod/ops/select.hpp: comparisons, where, maximum and minimum, clamp, and their rules at ties
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/ops/broadcast.hpp>

namespace fm::ops {

// ---- comparisons: bool of numbers, Tensor<bool> of tensors, whatever boxes they are in
template <kernels::compare K> struct compare_family : non_differentiable_family {
  using batching = tower::aligned;
  template <class X, class Y> FM_ALWAYS_INLINE auto eval(X x, Y y) const {
    return ops::call<K>(std::move(x), std::move(y));
  }
};
struct Equal : compare_family<kernels::compare::eq> {
  static constexpr char const* name = "equal";
};
struct NotEqual : compare_family<kernels::compare::ne> {
  static constexpr char const* name = "not_equal";
};
struct Less : compare_family<kernels::compare::lt> {
  static constexpr char const* name = "less";
};
struct LessEqual : compare_family<kernels::compare::le> {
  static constexpr char const* name = "less_equal";
};
struct Greater : compare_family<kernels::compare::gt> {
  static constexpr char const* name = "greater";
};
struct GreaterEqual : compare_family<kernels::compare::ge> {
  static constexpr char const* name = "greater_equal";
};

/// Elements of x where c is true, of y where it is false; all three broadcast.
///
/// Math:  a derivative goes only to the side that was taken; the other gets exactly 0, so a NaN or infinity of the side
///        that was not taken does not come back through rules whose partial derivative is infinite there.
/// Throws: shape_error if the shapes do not broadcast. Cost: one pass; keeps c.
struct Where {
  static constexpr char const* name = "where";
  using batching = tower::aligned;
  static constexpr bool selects = true;
  static constexpr unsigned keep = keep_x, through = keep_y | keep_c;

  template <class C, class X, class Y> FM_ALWAYS_INLINE auto eval(C c, X x, Y y) const {
    if constexpr (std::is_arithmetic_v<C> && std::is_arithmetic_v<X> && std::is_arithmetic_v<Y>) {
      using S = std::common_type_t<X, Y>;
      return c != C(0) ? static_cast<S>(x) : static_cast<S>(y);
    } else if constexpr (tower::is_tile<X> || tower::is_tile<Y> || tower::is_tile<C>) {
      using S = common_element<X, Y>;
      return kernels::where(Tile<bool>(std::move(c)), Tile<S>(std::move(x)), Tile<S>(std::move(y)));
    } else {
      using S = common_element<X, Y>;
      return kernels::where(tensor_of<bool>(std::move(c)), tensor_of<S>(std::move(x)), tensor_of<S>(std::move(y)));
    }
  }
  template <std::size_t I, class D, class Z, class C>
  FM_ALWAYS_INLINE auto jvp(D d, Z const& z, C const& c, auto const&, auto const&) const {
    auto e = in_elements_of(z, std::move(d));
    if constexpr (I == 1)
      return broadcast_like(where(c, std::move(e), 0.0), z);
    else
      return broadcast_like(where(c, 0.0, std::move(e)), z);
  }
  template <std::size_t I, class Ct, class C, class X, class Y>
  FM_ALWAYS_INLINE auto vjp(Ct ct, auto const&, C const& c, X const& x, Y const& y) const {
    if constexpr (I == 1)
      return sum_like(where(c, std::move(ct), 0.0), x);
    else
      return sum_like(where(c, 0.0, std::move(ct)), y);
  }

 private:
  template <class X, class Y>
  using common_element = std::conditional_t<std::is_arithmetic_v<X>, tower::element_t<Y>, tower::element_t<X>>;
  template <class S, class X> static Tensor<S> tensor_of(X x) {
    if constexpr (std::is_arithmetic_v<X>)
      return fm::full(Shape{}, static_cast<S>(x));
    else {
      check_same_element<S, typename X::value_type>();
      return x;
    }
  }
};

// ---- maximum and minimum
/// The larger or smaller of two. At a tie the derivative is split evenly between the differentiated arguments; against a
/// constant the differentiated argument takes all of it. `active` says which arguments this level differentiates.
template <class Op, kernels::binary K> struct extremum_family : binary_family<Op, K> {
  static constexpr bool selects = true;
  static constexpr unsigned keep = keep_x | keep_y | keep_result;
  unsigned active = 3;

  template <std::size_t I, class D, class Z, class X, class Y>
  FM_ALWAYS_INLINE auto share(D given, Z const& z, X const& x, Y const& y) const {
    double const tie = active == 3 ? 0.5 : 1;
    auto d = in_elements_of(z, std::move(given));
    auto const split = mul(tie, d);
    if constexpr (I == 0)
      return where(equal(x, z), where(equal(y, z), split, std::move(d)), 0.0);
    else
      return where(equal(y, z), where(equal(x, z), split, std::move(d)), 0.0);
  }
  template <std::size_t I, class Z, class X, class Y>
  FM_ALWAYS_INLINE auto partial(Z const& z, X const& x, Y const& y) const {
    return share<I>(tower::full_like(z, 1), z, x, y);
  }
  template <std::size_t I, class D, class Z, class X, class Y>
  FM_ALWAYS_INLINE auto jvp(D d, Z const& z, X const& x, Y const& y) const {
    return broadcast_like(share<I>(std::move(d), z, x, y), z);
  }
  template <std::size_t I, class C, class Z, class X, class Y>
  FM_ALWAYS_INLINE auto vjp(C ct, Z const& z, X const& x, Y const& y) const {
    auto d = share<I>(std::move(ct), z, x, y);
    if constexpr (I == 0)
      return sum_like(std::move(d), x);
    else
      return sum_like(std::move(d), y);
  }
};
/// NaN if either is NaN.
struct Maximum : extremum_family<Maximum, kernels::binary::maximum> {
  static constexpr char const* name = "maximum";
};
struct Minimum : extremum_family<Minimum, kernels::binary::minimum> {
  static constexpr char const* name = "minimum";
};
/// The number if one is NaN.
struct Fmax : extremum_family<Fmax, kernels::binary::fmax> {
  static constexpr char const* name = "fmax";
};
struct Fmin : extremum_family<Fmin, kernels::binary::fmin> {
  static constexpr char const* name = "fmin";
};

/// d where x > 0, else 0: the rule of relu. Linear in d; no derivative goes through x.
struct Gate : binary_family<Gate, kernels::binary::gate> {
  static constexpr char const* name = "gate";
  static constexpr bool selects = true;
  static constexpr unsigned keep = keep_y, through = keep_x;
  template <std::size_t, class Z, class Y> FM_ALWAYS_INLINE auto partial(Z const& z, auto const&, Y const& y) const {
    return gate(tower::full_like(z, 1), y);
  }
  template <std::size_t, class D, class Y>
  FM_ALWAYS_INLINE auto jvp(D d, auto const& z, auto const&, Y const& y) const {
    return broadcast_like(gate(std::move(d), y), z);
  }
  template <std::size_t, class C, class X, class Y>
  FM_ALWAYS_INLINE auto vjp(C ct, auto const&, X const& x, Y const& y) const {
    return sum_like(gate(std::move(ct), y), x);
  }
};

struct clamp_function {
  /// x within [low, high]. The derivative is 1 on the bounds and between, 0 outside.
  template <Value X, Value L, Value H> FM_ALWAYS_INLINE auto operator()(X x, L low, H high) const {
    return minimum(maximum(std::move(x), std::move(low)), std::move(high));
  }
};

struct safe_where_function {
  /// where(c, f(x), g(x)) in which each branch only sees the elements that it is taken for, and `safe` elsewhere:
  /// neither value nor derivative of a branch outside its domain can reach the result.
  template <class C, class F, class G, Value X, Value Y>
  auto operator()(C c, F const& f, G const& g, X x, Y safe) const {
    return where(c, f(where(c, x, safe)), g(where(c, safe, x)));
  }
};

}  // namespace fm::ops

namespace fm {
inline constexpr ops::clamp_function clamp{};
inline constexpr ops::safe_where_function safe_where{};

/// Masks: elementwise, with broadcasting; and whether all or any elements are true (of nothing: true, false).
using kernels::all;
using kernels::any;
using kernels::logical_and;
using kernels::logical_not;
using kernels::logical_or;
}  // namespace fm
