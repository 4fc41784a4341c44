// fmod/ops/matmul.hpp: matrix products with their rules: matmul, dot, outer
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/kernels/matmul.hpp>
#include <fmod/ops/structure.hpp>

namespace fm {
namespace ops {

/// Product over the last two axes of operands that are transposed first, where asked, without a copy.
struct Matmul {
  static constexpr char const* name = "matmul";
  static constexpr bool bilinear = true;
  static constexpr unsigned keep = keep_x | keep_y;
  bool tx = false, ty = false;

  template <class X, class Y> auto eval(X x, Y y) const {
    check_same_element<typename X::value_type, typename Y::value_type>();
    return kernels::matmul(std::move(x), std::move(y), tx, ty);
  }
  template <std::size_t I, class D, class Z, class X, class Y> auto jvp(D d, Z const&, X const& x, Y const& y) const {
    if constexpr (I == 0)
      return tower::apply(*this, std::move(d), y);
    else
      return tower::apply(*this, x, std::move(d));
  }
  // With A = op(x), B = op(y): the cotangent of A is ct Bᵀ, that of B is Aᵀ ct; a transposed operand gets the transpose.
  template <std::size_t I, class C, class Z, class X, class Y> auto vjp(C ct, Z const&, X const& x, Y const& y) const {
    if constexpr (I == 0) {
      if (tx) return sum_like(tower::apply(Matmul{ty, true}, y, std::move(ct)), x);
      return sum_like(tower::apply(Matmul{false, !ty}, std::move(ct), y), x);
    } else {
      Shape const a = tower::shape_of(x);
      if (tower::shape_of(y).rank() == 2 && a.rank() > 2 && !tx) {
        // A batch of rows against one shared matrix: one product over all rows instead of a sum of products.
        Shape const c = tower::shape_of(ct);
        auto rows = reshape(x, Shape{a.size() / std::max<int64_t>(a[-1], 1), a[-1]});
        auto cts = reshape(std::move(ct), Shape{c.size() / std::max<int64_t>(c[-1], 1), c[-1]});
        if (a[-1] != 0 && c[-1] != 0) {
          if (ty) return sum_like(tower::apply(Matmul{true, false}, std::move(cts), std::move(rows)), y);
          return sum_like(tower::apply(Matmul{true, false}, std::move(rows), std::move(cts)), y);
        }
        ct = reshape(std::move(cts), c);
      }
      if (ty) return sum_like(tower::apply(Matmul{true, tx}, std::move(ct), x), y);
      return sum_like(tower::apply(Matmul{!tx, false}, x, std::move(ct)), y);
    }
  }
  // One row (column) in each lane against a shared matrix: one product of all rows. More rows the kernel joins itself.
  template <class X, class Y> auto batch(tower::Lanes const& lanes, X x, Y y) const {
    Shape const a = tower::lane_shape(lanes, 0, x), b = tower::lane_shape(lanes, 1, y);
    auto const join = [&](auto rows, int64_t k) { return tower::reshaped(std::move(rows), Shape{lanes.count, k}); };
    if (a.rank() == 2 && b.rank() == 2 && lanes.of(0) != lanes.of(1)) {
      int64_t const rows = a[tx ? -1 : -2], columns = b[ty ? -2 : -1], k = a[tx ? -2 : -1];
      auto const split = lanes.stored(Shape{rows, columns});
      if (lanes.of(0) && rows == 1)
        return tower::reshaped(tower::apply(Matmul{false, ty}, join(std::move(x), k), std::move(y)), split);
      if (lanes.of(1) && columns == 1)
        return tower::reshaped(tower::apply(Matmul{false, !tx}, join(std::move(y), k), std::move(x)), split);
    }
    int const rank = std::max(a.rank(), b.rank());
    auto left = tower::aligned_to(rank, lanes, 0, std::move(x));
    auto right = tower::aligned_to(rank, lanes, 1, std::move(y));
    return tower::apply(*this, std::move(left), std::move(right));
  }
  // A column times a row in each lane, as the gradient of one example by a matrix is: tower/outer.hpp.
  bool may_be_outer(Shape const& a, Shape const& b) const {
    return a.rank() == 2 && b.rank() == 2 && a[tx ? -2 : -1] == 1 && a.size() > 1 && b.size() > 1;
  }
  template <class X> tower::OuterProduct<X> outer_product(tower::Lanes const& lanes, X x, X y) const {
    int64_t const m = tower::lane_shape(lanes, 0, x).size(), n = tower::lane_shape(lanes, 1, y).size();
    return {tower::reshaped(std::move(x), lanes.stored(Shape{m, 1})),
            tower::reshaped(std::move(y), lanes.stored(Shape{1, n})),
            [](X const& column, X const& row) { return tower::apply(Matmul{}, column, row); }};
  }
};

void check_matmul(Shape const& x, Shape const& y, bool tx, bool ty);
void check_dot(Shape const& x, Shape const& y);
void check_outer(Shape const& x, Shape const& y);

struct matmul_function {
  /// Matrix product over the last two axes; leading axes broadcast. A vector counts as a row on the left, as a column
  /// on the right, and its axis goes away again.
  ///
  /// Shape:  x (..., m, k), y (..., k, n) -> (..., m, n); with transposed(x) / transposed(y) the last two axes of
  ///         that operand are exchanged first, without a copy.
  /// Math:   z = x y;  jvp: dx y + x dy;  vjp: (ct yᵀ, xᵀ ct).
  /// Edges:  k = 0 gives zeros; NaN and inf propagate as in IEEE.
  /// Throws: shape_error if the inner sizes differ or an operand is a scalar.
  /// Cost:   2 m k n flops; keeps x and y for the pullback.
  /// Source: Giles, Collected matrix derivative results for forward and reverse mode algorithmic differentiation, 2008.
  template <Value X, Value Y> auto operator()(X x, Y y, bool transpose_x = false, bool transpose_y = false) const {
    static_assert(!tower::is_scalar<X> && !tower::is_scalar<Y>,
                  "fmod: matmul needs tensors; multiply by a number with *");
    Shape const a = tower::shape_of(x), b = tower::shape_of(y);
    check_matmul(a, b, transpose_x, transpose_y);
    if (a.rank() > 1 && b.rank() > 1) return tower::apply(Matmul{transpose_x, transpose_y}, std::move(x), std::move(y));
    auto left = a.rank() == 1 ? reshape(std::move(x), Shape{1, a[0]}) : std::move(x);
    auto right = b.rank() == 1 ? reshape(std::move(y), Shape{b[0], 1}) : std::move(y);
    auto z = tower::apply(Matmul{a.rank() > 1 && transpose_x, b.rank() > 1 && transpose_y}, std::move(left),
                          std::move(right));
    Axes unit;
    if (a.rank() == 1) unit.push_back(-2);
    if (b.rank() == 1) unit.push_back(-1);
    return squeeze(std::move(z), unit);
  }
};
struct dot_function {
  /// Sum of products of two vectors of equal length; rank 0. Throws: shape_error.
  template <Value X, Value Y> auto operator()(X x, Y y) const {
    check_dot(tower::shape_of(x), tower::shape_of(y));
    return matmul_function{}(std::move(x), std::move(y));
  }
};
struct outer_function {
  /// All products of the elements of two vectors: (m), (n) -> (m, n). Throws: shape_error.
  template <Value X, Value Y> auto operator()(X x, Y y) const {
    check_outer(tower::shape_of(x), tower::shape_of(y));
    return mul(expand_dims(std::move(x), Axes(-1)), expand_dims(std::move(y), Axes(0)));
  }
};

}  // namespace ops

inline constexpr ops::matmul_function matmul{};
inline constexpr ops::dot_function dot{};
inline constexpr ops::outer_function outer{};

}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/ops/matmul.ipp>
#endif
