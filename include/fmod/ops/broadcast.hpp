// fmod/ops/broadcast.hpp: broadcast_to and its adjoint, and the two helpers by which rules undo broadcasting
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/kernels/reduce.hpp>
#include <fmod/kernels/structure.hpp>
#include <fmod/ops/cast.hpp>

namespace fm {
namespace ops {

struct SumTo;
/// Stretches axes of size 1 and adds leading axes.
struct BroadcastTo : linear_family<BroadcastTo> {
  static constexpr char const* name = "broadcast_to";
  Shape to;
  explicit BroadcastTo(Shape const& shape) : to(shape) {}
  template <class X> auto eval(X x) const { return kernels::broadcast_to(std::move(x), to); }
  template <class C, class X> auto transpose(C ct, X const& x) const { return sum_like(std::move(ct), x); }
  template <class X> auto batch(tower::Lanes const& lanes, X x) const {
    return tower::apply(BroadcastTo{lanes.stored(to)}, tower::aligned_to(to.rank(), lanes, 0, std::move(x)));
  }
};

/// Sums over the axes that broadcasting to x's shape would have made.
struct SumTo : linear_family<SumTo> {
  static constexpr char const* name = "sum_to";
  Shape to;
  explicit SumTo(Shape const& shape) : to(shape) {}
  template <class X> auto eval(X x) const { return kernels::sum_to(std::move(x), to); }
  template <class C, class X> auto transpose(C ct, X const& x) const {
    return tower::apply(BroadcastTo{tower::shape_of(x)}, std::move(ct));
  }
  template <class X> auto batch(tower::Lanes const& lanes, X x) const {
    int const rank = tower::shape_of(x).rank() - 1;
    return tower::reshaped(tower::apply(SumTo{lanes.stored(to, rank)}, std::move(x)), lanes.stored(to));
  }
};

/// A tensor of one element as a plain number.
template <class N> struct ToNumber : linear_family<ToNumber<N>> {
  static constexpr char const* name = "item";
  static constexpr bool gives_number = true;
  template <class X> N eval(X x) const { return static_cast<N>(x.item()); }
  template <class C, class X> auto transpose(C ct, X const& x) const { return broadcast_like(std::move(ct), x); }
  template <class X> auto batch(tower::Lanes const& lanes, X x) const {
    return tower::with_elements<N>(tower::reshaped(std::move(x), lanes.any() ? lanes.stored({}) : Shape{}));
  }
};
/// A plain number as a tensor of a shape, all elements equal.
template <class S> struct FromNumber : linear_family<FromNumber<S>> {
  static constexpr char const* name = "full";
  static constexpr bool gives_number = false;
  Shape to;
  explicit FromNumber(Shape const& shape) : to(shape) {}
  template <class X> auto eval(X x) const { return fm::full(to, static_cast<S>(x)); }
  template <class C, class X> auto transpose(C ct, X const& x) const { return sum_like(std::move(ct), x); }
  template <class X> auto batch(tower::Lanes const& lanes, X x) const {
    auto elements = tower::with_elements<S>(std::move(x));
    if (!lanes.any()) return tower::stretched(std::move(elements), to);
    return tower::stretched(tower::aligned_to(to.rank(), lanes, 0, std::move(elements)), lanes.stored(to));
  }
};

Shape checked_broadcast(Shape const& from, Shape const& to);

struct broadcast_to_function {
  /// x stretched to a shape, as NumPy does. Throws: shape_error if the shape does not fit.
  template <Value X> auto operator()(X x, Shape const& to) const {
    if constexpr (tower::is_scalar<X>)
      return tower::apply(FromNumber<tower::element_t<X>>{to}, std::move(x));
    else {
      Shape const from = tower::shape_of(x);
      if (from == to) return x;
      return X(tower::apply(BroadcastTo{checked_broadcast(from, to)}, std::move(x)));
    }
  }
};
}  // namespace ops

inline constexpr ops::broadcast_to_function broadcast_to{};

template <class C, class X> auto sum_like(C ct, X const& x) {
  using T = tower::argument_t<X>;
  if constexpr (tower::is_scalar<C> && tower::is_scalar<T>) {
    return ops::cast_number<tower::base_t<T>>(std::move(ct));
  } else if constexpr (tower::is_scalar<T>) {
    auto total = tower::apply(ops::SumTo{Shape{}}, std::move(ct));
    return tower::apply(ops::ToNumber<tower::base_t<T>>{}, std::move(total));
  } else if constexpr (tower::is_scalar<C>) {
    return broadcast_to(std::move(ct), tower::shape_of(x));
  } else {
    Shape const to = tower::shape_of(x);
    if (tower::shape_of(ct) == to) return ct;
    return C(tower::apply(ops::SumTo{to}, std::move(ct)));
  }
}

template <class D, class Z> auto broadcast_like(D d, Z const& z) {
  using T = tower::argument_t<Z>;
  if constexpr (tower::is_scalar<T>) {
    if constexpr (tower::is_scalar<D>)
      return ops::cast_number<tower::base_t<T>>(std::move(d));
    else
      return tower::apply(ops::ToNumber<tower::base_t<T>>{}, std::move(d));
  } else if constexpr (tower::is_scalar<D>) {
    return tower::apply(ops::FromNumber<tower::element_t<T>>{tower::shape_of(z)}, std::move(d));
  } else {
    return broadcast_to(std::move(d), tower::shape_of(z));
  }
}

}  // namespace fm
