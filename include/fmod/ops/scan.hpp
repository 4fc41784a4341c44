// fmod/ops/scan.hpp: running sums and products, and the linear recurrence that their rules are made of
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/ops/select.hpp>
#include <fmod/ops/structure.hpp>

namespace fm {
namespace ops {

struct Cumsum : linear_family<Cumsum> {
  static constexpr char const* name = "cumsum";
  using batching = tower::aligned;
  int axis;
  bool reverse;
  Cumsum(int a, bool r) : axis(a), reverse(r) {}
  template <class X> auto eval(X x) const {
    return kernels::cumulative(kernels::reduction::sum, std::move(x), axis, reverse);
  }
  template <class C, class X> auto transpose(C ct, X const&) const {
    return tower::apply(Cumsum{axis, !reverse}, std::move(ct));
  }
};

/// x shifted by one along an axis, towards higher indices (or lower, if `back`); the free place gets `fill`.
template <class X> auto shifted(X x, int axis, bool back, double fill) {
  int64_t const n = tower::shape_of(x)[axis];
  if (n == 0) return x;
  auto part = slice(std::move(x), axis, back ? 1 : 0, back ? n : n - 1);
  return pad(std::move(part), axis, back ? 0 : 1, back ? 1 : 0, fill);
}

/// y_i = a_i y_(i-1) + b_i along an axis, from y = 0; `reverse` runs from the end. Same shapes.
///
/// Math:  jvp: the same recurrence on da_i y_(i-1) + db_i;  vjp: r_i = ct_i + a_(i+1) r_(i+1), (r_i y_(i-1), r_i).
struct LinearScan {
  static constexpr char const* name = "linear_scan";
  using batching = tower::every_lane;
  static constexpr unsigned keep = keep_x | keep_result;
  int axis;
  bool reverse;
  template <class A, class B> auto eval(A a, B b) const {
    return kernels::linear_scan(std::move(a), std::move(b), axis, reverse);
  }
  template <std::size_t I, class D, class Z, class A, class B> auto jvp(D d, Z const& z, A const& a, B const&) const {
    if constexpr (I == 0)
      return tower::apply(*this, a, scaled(std::move(d), shifted(z, axis, reverse, 0)));
    else
      return tower::apply(*this, a, std::move(d));
  }
  template <std::size_t I, class C, class Z, class A, class B> auto vjp(C ct, Z const& z, A const& a, B const&) const {
    auto r = tower::apply(LinearScan{axis, !reverse}, shifted(a, axis, !reverse, 0), std::move(ct));
    if constexpr (I == 0)
      return scaled(std::move(r), shifted(z, axis, reverse, 0));
    else
      return r;
  }
};

struct Cumprod {
  static constexpr char const* name = "cumprod";
  using batching = tower::aligned;
  static constexpr unsigned keep = keep_x | keep_result;
  int axis;
  bool reverse;
  template <class X> auto eval(X x) const {
    return kernels::cumulative(kernels::reduction::prod, std::move(x), axis, reverse);
  }
  template <std::size_t, class D, class Z, class X> auto jvp(D d, Z const& z, X const& x) const {
    return tower::apply(LinearScan{axis, reverse}, x, scaled(std::move(d), shifted(z, axis, reverse, 1)));
  }
  template <std::size_t, class C, class Z, class X> auto vjp(C ct, Z const& z, X const& x) const {
    auto r = tower::apply(LinearScan{axis, !reverse}, shifted(x, axis, !reverse, 0), std::move(ct));
    return scaled(std::move(r), shifted(z, axis, reverse, 1));
  }
};

/// Product of the elements before (or, in reverse, after) each one along an axis.
template <class X> auto running_product_before(X const& x, int axis, bool reverse) {
  return shifted(tower::apply(Cumprod{axis, reverse}, x), axis, reverse, 1);
}

struct cumsum_function {
  /// Running sum along an axis.
  template <Value X> auto operator()(X x, int64_t axis = -1) const {
    int const a = checked_axis("cumsum", axis, tower::shape_of(x));
    return X(tower::apply(Cumsum{a, false}, std::move(x)));
  }
};
struct cumprod_function {
  /// Running product along an axis; derivatives are exact at zeros.
  template <Value X> auto operator()(X x, int64_t axis = -1) const {
    int const a = checked_axis("cumprod", axis, tower::shape_of(x));
    return X(tower::apply(Cumprod{a, false}, std::move(x)));
  }
};
struct linear_scan_function {
  /// y_i = a_i y_(i-1) + b_i along an axis, starting from 0. Throws: shape_error if the shapes differ.
  template <Value A, Value B> auto operator()(A a, B b, int64_t axis = -1) const {
    check_same_shape("linear_scan", tower::shape_of(a), tower::shape_of(b));
    int const n = checked_axis("linear_scan", axis, tower::shape_of(a));
    return tower::apply(LinearScan{n, false}, std::move(a), std::move(b));
  }
};

}  // namespace ops

inline constexpr ops::cumsum_function cumsum{};
inline constexpr ops::cumprod_function cumprod{};
inline constexpr ops::linear_scan_function linear_scan{};

}  // namespace fm
