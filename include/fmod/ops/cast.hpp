// fmod/ops/cast.hpp: cast<S>(x), conversion of the element type
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/ops/arithmetic.hpp>

namespace fm {
namespace ops {

template <class To> struct Cast : linear_family<Cast<To>> {
  static constexpr char const* name = "cast";
  using batching = tower::aligned;
  static constexpr bool differentiable = Real<To>;
  template <class X> FM_ALWAYS_INLINE auto eval(X x) const {
    if constexpr (std::is_arithmetic_v<X>)
      return static_cast<To>(x);
    else
      return kernels::cast<To>(std::move(x));
  }
  template <std::size_t> FM_ALWAYS_INLINE double partial(auto const&...) const { return 1; }
  template <class C, class X> FM_ALWAYS_INLINE auto transpose(C ct, X const&) const {
    return tower::apply(Cast<tower::element_t<tower::argument_t<X>>>{}, std::move(ct));
  }
};

/// A number, or a box of one, in another type of number; tiles keep theirs.
template <class To, class X> FM_ALWAYS_INLINE auto cast_number(X x) {
  if constexpr (std::is_same_v<tower::base_t<X>, To> || tower::is_tile<tower::base_t<X>> || tower::is_tile<To>)
    return x;
  else
    return tower::apply(Cast<To>{}, std::move(x));
}

/// A number d that is about to meet a tensor, in the element type of z; tensors as they are.
template <class Z, class D> FM_ALWAYS_INLINE auto in_elements_of(Z const&, D d) {
  if constexpr (tower::is_scalar<D>)
    return cast_number<tower::element_t<tower::argument_t<Z>>>(std::move(d));
  else
    return d;
}

template <class To> struct cast_function {
  template <Value X> FM_ALWAYS_INLINE auto operator()(X x) const {
    if constexpr (std::is_same_v<tower::element_t<X>, To>)
      return x;
    else
      return tower::apply(Cast<To>{}, std::move(x));
  }
};
}  // namespace ops

/// x with elements of type S, converted as by static_cast (to bool: x != 0); what an integer cannot hold
/// becomes its nearest value, NaN becomes 0.
///
/// Math:  between float and double the derivative is converted too; integers and bool carry none.
/// Cost:  one pass, or nothing if the type is S already.
template <Element S> inline constexpr ops::cast_function<S> cast{};

}  // namespace fm
