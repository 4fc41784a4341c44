// fmod/ops/reduce.hpp: reductions over axes (sum, mean, prod, max, min, norm, var, ...) and their rules
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/ops/scan.hpp>
#include <fmod/ops/trigonometric.hpp>

namespace fm {

/// Option of a reduction: the axes that it goes over stay, with size 1.
struct Keepdims {
  bool value = false;
};
inline constexpr Keepdims keepdims{true};

namespace ops {

/// `shape` with the axes set to 1.
Shape with_unit_axes(Shape shape, Axes const& axes);
/// Product of the sizes of the axes.
int64_t count_of(Shape const& shape, Axes const& axes);
void check_not_empty(char const* op, Shape const& shape, Axes const& axes);

/// A reduced value back in the shape that the reduction had with keepdims, so that it broadcasts against x.
template <class Z, class X> auto unreduced(Z z, X const& x, Axes const& axes) {
  return reshape(std::move(z), with_unit_axes(tower::shape_of(x), axes));
}

struct Sum : linear_family<Sum> {
  static constexpr char const* name = "sum";
  using batching = tower::aligned;
  Axes axes;
  bool keep_axes;
  Sum(Axes const& a, bool k) : axes(a), keep_axes(k) {}
  template <class X> auto eval(X x) const {
    check_arithmetic<tower::element_t<X>>();
    return kernels::reduce(kernels::reduction::sum, std::move(x), axes, keep_axes);
  }
  template <class C, class X> auto transpose(C ct, X const& x) const {
    return broadcast_like(unreduced(std::move(ct), x, axes), x);
  }
};

struct Mean : linear_family<Mean> {
  static constexpr char const* name = "mean";
  using batching = tower::aligned;
  Axes axes;
  bool keep_axes;
  Mean(Axes const& a, bool k) : axes(a), keep_axes(k) {}
  template <class X> auto eval(X x) const {
    check_arithmetic<tower::element_t<X>, false>();
    return kernels::reduce(kernels::reduction::mean, std::move(x), axes, keep_axes);
  }
  // A mean of nothing is NaN whatever the argument, so its derivative is 0.
  template <std::size_t, class D, class Z, class X> auto jvp(D d, Z const&, X const& x) const {
    if (count_of(tower::shape_of(x), axes) == 0) return tower::apply(Sum{axes, keep_axes}, std::move(d));
    return tower::apply(*this, std::move(d));
  }
  template <class C, class X> auto transpose(C ct, X const& x) const {
    auto const n = static_cast<double>(count_of(tower::shape_of(x), axes));
    return broadcast_like(mul(1 / n, unreduced(std::move(ct), x, axes)), x);
  }
};

/// Largest or smallest element; ties share the derivative evenly.
struct Extremum {
  static constexpr char const* name = "max";
  using batching = tower::aligned;
  static constexpr unsigned keep = keep_x | keep_result;
  kernels::reduction code;
  Axes axes;
  bool keep_axes;
  template <class X> auto eval(X x) const { return kernels::reduce(code, std::move(x), axes, keep_axes); }
  template <class Z, class X> auto is_extreme(Z const& z, X const& x) const { return equal(x, unreduced(z, x, axes)); }
  // At least 1: where the extreme is NaN no element equals it, and the derivative is 0.
  template <class S, class M> auto ties(M const& mask) const {
    return maximum(tower::apply(Sum{axes, true}, fm::cast<S>(mask)), 1.0);
  }
  template <std::size_t, class D, class Z, class X> auto jvp(D d, Z const& z, X const& x) const {
    using S = tower::element_t<X>;
    auto const mask = is_extreme(z, x);
    auto total = tower::apply(Sum{axes, true}, where(mask, std::move(d), 0.0));
    return reshape(div(std::move(total), ties<S>(mask)), tower::shape_of(z));
  }
  template <std::size_t, class C, class Z, class X> auto vjp(C ct, Z const& z, X const& x) const {
    using S = tower::element_t<X>;
    auto const mask = is_extreme(z, x);
    return where(mask, div(unreduced(std::move(ct), x, axes), ties<S>(mask)), 0.0);
  }
};

/// log of the sum of exponentials; the derivative is softmax, from x - z, so that no tail is lost.
struct Logsumexp {
  static constexpr char const* name = "logsumexp";
  using batching = tower::aligned;
  static constexpr unsigned keep = keep_x | keep_result;
  Axes axes;
  bool keep_axes;
  template <class X> auto eval(X x) const {
    check_arithmetic<tower::element_t<X>, false>();
    return kernels::reduce(kernels::reduction::logsumexp, std::move(x), axes, keep_axes);
  }
  template <class Z, class X> auto weights(Z const& z, X const& x) const {
    // Infinite sums: exp(-inf - largest) = 0 and exp(inf - largest) = exp(0) instead of exp(inf - inf). Elsewhere no
    // difference is above 0, and one that is 0 keeps its derivative.
    double const largest = std::numeric_limits<tower::element_t<X>>::max();
    return exp(minimum(sub(x, clamp(unreduced(z, x, axes), -largest, largest)), 0.0));
  }
  template <std::size_t, class D, class Z, class X> auto jvp(D d, Z const& z, X const& x) const {
    return tower::apply(Sum{axes, keep_axes}, scaled(std::move(d), weights(z, x)));
  }
  template <std::size_t, class C, class Z, class X> auto vjp(C ct, Z const& z, X const& x) const {
    return scaled(unreduced(std::move(ct), x, axes), weights(z, x));
  }
};

/// Euclidean norm without overflow; the derivative is x / z, and 0 at z = 0.
struct Norm {
  static constexpr char const* name = "norm";
  using batching = tower::aligned;
  static constexpr unsigned keep = keep_x | keep_result;
  Axes axes;
  bool keep_axes;
  template <class X> auto eval(X x) const { return kernels::norm(std::move(x), axes, keep_axes); }
  template <class Z, class X> auto direction(Z const& z, X const& x) const {
    return ops::direction(x, unreduced(z, x, axes));
  }
  template <std::size_t, class D, class Z, class X> auto jvp(D d, Z const& z, X const& x) const {
    return tower::apply(Sum{axes, keep_axes}, scaled(std::move(d), direction(z, x)));
  }
  template <std::size_t, class C, class Z, class X> auto vjp(C ct, Z const& z, X const& x) const {
    return scaled(unreduced(std::move(ct), x, axes), direction(z, x));
  }
  // The norm of a whole outer product is that of the column times that of the row.
  bool reads_factors(Shape const&) const { return axes.count() == 2; }
  template <class X> auto of_outer(X const& column, X const& row) const {
    return X(mul(tower::apply(*this, column), tower::apply(*this, row)));
  }
};

/// Product along the last axis. The derivative by one element is the product of the others, from running products on both
/// sides, so that zeros are exact at every order.
struct Prod {
  static constexpr char const* name = "prod";
  using batching = tower::aligned;
  static constexpr unsigned keep = keep_x;
  template <class X> auto eval(X x) const {
    return kernels::reduce(kernels::reduction::prod, std::move(x), Axes(-1), false);
  }
  template <class X> auto others(X const& x) const {
    return mul(running_product_before(x, -1, false), running_product_before(x, -1, true));
  }
  template <std::size_t, class D, class Z, class X> auto jvp(D d, Z const&, X const& x) const {
    return tower::apply(Sum{Axes(-1), false}, scaled(std::move(d), others(x)));
  }
  template <std::size_t, class C, class Z, class X> auto vjp(C ct, Z const&, X const& x) const {
    return scaled(expand_dims(std::move(ct), Axes(-1)), others(x));
  }
};

/// Shared front of all reductions: checks the axes; a number is its own sum, mean, maximum, ...
template <class Reduce> struct reduction_function {
  template <Value X> auto operator()(X x, Axes const& axes = {}, Keepdims k = {}) const {
    if constexpr (tower::is_scalar<X>) {
      checked_axes(Reduce::name, axes, Shape{});
      return x;
    } else {
      auto const a = checked_axes(Reduce::name, axes, tower::shape_of(x));
      return Reduce::call(std::move(x), a, k.value);
    }
  }
};
struct call_sum {
  static constexpr char const* name = "sum";
  template <class X> static auto call(X x, Axes const& a, bool k) {
    if constexpr (std::is_same_v<tower::element_t<X>, bool>)
      return tower::apply(Sum{a, k}, fm::cast<int64_t>(std::move(x)));
    else
      return tower::apply(Sum{a, k}, std::move(x));
  }
};
struct call_mean {
  static constexpr char const* name = "mean";
  template <class X> static auto call(X x, Axes const& a, bool k) { return tower::apply(Mean{a, k}, std::move(x)); }
};
template <kernels::reduction K> struct call_extremum {
  static constexpr char const* name = K == kernels::reduction::max ? "max" : "min";
  template <class X> static auto call(X x, Axes const& a, bool k) {
    check_not_empty(name, tower::shape_of(x), a);
    return tower::apply(Extremum{K, a, k}, std::move(x));
  }
};
struct call_logsumexp {
  static constexpr char const* name = "logsumexp";
  template <class X> static auto call(X x, Axes const& a, bool k) {
    return tower::apply(Logsumexp{a, k}, std::move(x));
  }
};
struct call_norm {
  static constexpr char const* name = "norm";
  template <class X> static auto call(X x, Axes const& a, bool k) { return tower::apply(Norm{a, k}, std::move(x)); }
};
Axes axes_last(Shape const& shape, Axes const& axes);
Shape without_axes(Shape const& shape, Axes const& axes);
struct call_prod {
  static constexpr char const* name = "prod";
  template <class X> static auto call(X x, Axes const& a, bool k) {
    // The axes go last and become one; the product along it is Prod.
    Shape const shape = tower::shape_of(x);
    Shape flat = without_axes(shape, a);
    Shape const reduced = flat;
    flat.push_back(count_of(shape, a));
    auto z = tower::apply(Prod{}, reshape(permute(std::move(x), axes_last(shape, a)), flat));
    return reshape(std::move(z), k ? with_unit_axes(shape, a) : reduced);
  }
};

struct squared_norm_function {
  /// Sum of squares over the axes, or over all.
  template <Value X> auto operator()(X x, Axes const& axes = {}, Keepdims k = {}) const {
    return reduction_function<call_sum>{}(square(std::move(x)), axes, k);
  }
};
/// x less its mean over the axes; NaN, with its derivative, if there are no more than `correction` elements.
template <class X> auto deviations(X const& x, Axes const& axes, double n, double correction) {
  auto d = sub(x, reduction_function<call_mean>{}(x, axes, keepdims));
  return n > correction ? d : decltype(d)(mul(std::move(d), std::numeric_limits<tower::element_t<X>>::quiet_NaN()));
}
struct var_function {
  /// Variance over the axes: sum of squared deviations divided by n - correction. NaN if that is not positive.
  template <Value X> auto operator()(X x, Axes const& axes = {}, double correction = 0, Keepdims k = {}) const {
    Shape const shape = tower::shape_of(x);
    auto const n = static_cast<double>(count_of(shape, checked_axes("var", axes, shape)));
    return div(squared_norm_function{}(deviations(x, axes, n, correction), axes, k), n - correction);
  }
};
struct std_function {
  /// Standard deviation: the norm of the deviations over sqrt(n - correction); its derivative at a constant x
  /// is 0. NaN if n <= correction.
  template <Value X> auto operator()(X x, Axes const& axes = {}, double correction = 0, Keepdims k = {}) const {
    Shape const shape = tower::shape_of(x);
    auto const n = static_cast<double>(count_of(shape, checked_axes("stddev", axes, shape)));
    return div(reduction_function<call_norm>{}(deviations(x, axes, n, correction), axes, k),
               std::sqrt(std::fabs(n - correction)));
  }
};

template <kernels::reduction K> struct ArgExtremum : non_differentiable_family {
  static constexpr char const* name = K == kernels::reduction::max ? "argmax" : "argmin";
  using batching = tower::aligned;
  int axis;
  bool keep_axes;
  ArgExtremum(int a, bool k) : axis(a), keep_axes(k) {}
  template <class X> auto eval(X x) const { return kernels::arg_reduce(K, std::move(x), axis, keep_axes); }
};
template <kernels::reduction K> struct arg_function {
  /// Index of the first largest (smallest) element along an axis, as Tensor<int64>. No derivative.
  template <Value X> auto operator()(X x, int64_t axis = -1, Keepdims k = {}) const {
    int const a = checked_axis(ArgExtremum<K>::name, axis, tower::shape_of(x));
    check_not_empty(ArgExtremum<K>::name, tower::shape_of(x), Axes(a));
    return tower::apply(ArgExtremum<K>{a, k.value}, std::move(x));
  }
};

}  // namespace ops

/// Sum over the axes (all if none are given): sum(x), sum(x, -1), sum(x, {0, 1}, fm::keepdims).
/// Edges: 0 of nothing; of bool, the number of true ones as int64. Cost: one pass, pairwise addition; keeps nothing for the pullback.
inline constexpr ops::reduction_function<ops::call_sum> sum{};
/// Mean over the axes. NaN of nothing.
inline constexpr ops::reduction_function<ops::call_mean> mean{};
/// Product over the axes. 1 of nothing; derivatives are exact at zeros, to every order.
inline constexpr ops::reduction_function<ops::call_prod> prod{};
/// Largest element over the axes; ties share the derivative evenly. Throws: value_error of nothing.
inline constexpr ops::reduction_function<ops::call_extremum<kernels::reduction::max>> max{};
/// Smallest element over the axes; ties share the derivative evenly. Throws: value_error of nothing.
inline constexpr ops::reduction_function<ops::call_extremum<kernels::reduction::min>> min{};
/// log(sum(exp(x))) over the axes without overflow. -inf of nothing.
inline constexpr ops::reduction_function<ops::call_logsumexp> logsumexp{};
/// Euclidean norm over the axes without overflow; norm'(0) = 0.
inline constexpr ops::reduction_function<ops::call_norm> norm{};
inline constexpr ops::squared_norm_function squared_norm{};
inline constexpr ops::var_function var{};
inline constexpr ops::std_function stddev{};
inline constexpr ops::arg_function<kernels::reduction::max> argmax{};
inline constexpr ops::arg_function<kernels::reduction::min> argmin{};

}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/ops/reduce.ipp>
#endif
