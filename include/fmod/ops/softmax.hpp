// fmod/ops/softmax.hpp: softmax and log_softmax and their rules
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/ops/gather.hpp>
#include <fmod/ops/reduce.hpp>

namespace fm {
namespace ops {

/// v minus its entry at the largest probability. The rules of softmax do not change when a constant is added to the
/// (co)tangent of a row, and with this constant the term that would cancel against 1 is exactly 0.
template <class V, class Z> auto without_peak(V v, Z const& z, int axis) {
  auto const peak = tower::apply(ArgExtremum<kernels::reduction::max>{axis, true}, z);
  auto at_peak = take_along(v, peak, axis);
  return sub(std::move(v), std::move(at_peak));
}

struct Softmax {
  static constexpr char const* name = "softmax";
  using batching = tower::aligned;
  static constexpr unsigned keep = keep_result;
  int axis;
  explicit Softmax(int a) : axis(a) {}
  template <class X> auto eval(X x) const {
    check_arithmetic<tower::element_t<X>, false>();
    return kernels::softmax(std::move(x), axis);
  }
  // J v = z (v - <z, v>), which is symmetric: one rule serves both ways.
  template <class V, class Z> auto product(V v, Z const& z) const {
    if (tower::shape_of(z).size() == 0) return v;
    auto const e = without_peak(std::move(v), z, axis);
    return V(mul(z, sub(e, sum(mul(z, e), axis, keepdims))));
  }
  template <std::size_t, class D, class Z, class X> auto jvp(D d, Z const& z, X const&) const {
    return product(tower::lift<Z>(std::move(d)), z);
  }
  template <std::size_t, class C, class Z, class X> auto vjp(C ct, Z const& z, X const&) const {
    return product(tower::lift<Z>(std::move(ct)), z);
  }
};

struct LogSoftmax {
  static constexpr char const* name = "log_softmax";
  using batching = tower::aligned;
  static constexpr unsigned keep = keep_result;
  int axis;
  explicit LogSoftmax(int a) : axis(a) {}
  template <class X> auto eval(X x) const {
    check_arithmetic<tower::element_t<X>, false>();
    return kernels::log_softmax(std::move(x), axis);
  }
  template <std::size_t, class D, class Z, class X> auto jvp(D d, Z const& z, X const&) const {
    if (tower::shape_of(z).size() == 0) return tower::lift<Z>(std::move(d));
    auto const e = without_peak(tower::lift<Z>(std::move(d)), z, axis);
    return Z(sub(e, sum(mul(exp(z), e), axis, keepdims)));
  }
  // ct - p sum(ct) = ct (1 - p) - p (sum(ct) - ct), with 1 - p = -expm1(z): a confident row keeps its digits.
  template <std::size_t, class C, class Z, class X> auto vjp(C ct, Z const& z, X const&) const {
    auto const others = sub(sum(ct, axis, keepdims), ct);
    return neg(add(mul(std::move(ct), expm1(z)), mul(exp(z), others)));
  }
};

template <class Op> struct softmax_function {
  template <Value X> auto operator()(X x, int64_t axis = -1) const {
    static_assert(!tower::is_scalar<X>, "fmod: softmax needs a tensor");
    int const a = checked_axis(Op::name, axis, tower::shape_of(x));
    return X(tower::apply(Op{a}, std::move(x)));
  }
};

}  // namespace ops

/// exp(x) / sum(exp(x)) along an axis, without overflow. Derivatives keep their digits where one probability is near 1.
inline constexpr ops::softmax_function<ops::Softmax> softmax{};
/// Logarithm of softmax along an axis.
inline constexpr ops::softmax_function<ops::LogSoftmax> log_softmax{};

}  // namespace fm
