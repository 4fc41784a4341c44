// fmod/ops/gather.hpp: take and its scatter-add adjoint, take_along, one_hot, sort and argsort
// SPDX-License-Identifier: MIT
//
// Indices are Tensor<int64> and carry no derivative. Negative indices count from the end. Out of range: value_error.
#pragma once
#include <fmod/ops/structure.hpp>

namespace fm {
namespace ops {

struct ScatterAdd;
/// Slices of x along an axis at the indices.
struct Take : linear_family<Take> {
  static constexpr char const* name = "take";
  Tensor<int64_t> index;
  int axis;
  Take(Tensor<int64_t> i, int a) : index(std::move(i)), axis(a) {}
  template <class X> auto eval(X x) const { return kernels::take(std::move(x), index, axis); }
  template <class C, class X> auto transpose(C ct, X const& x) const;
};
/// Zeros with the slices of x added at the indices: duplicates accumulate.
struct ScatterAdd : linear_family<ScatterAdd> {
  static constexpr char const* name = "scatter_add";
  Tensor<int64_t> index;
  int axis;
  int64_t size;
  ScatterAdd(Tensor<int64_t> i, int a, int64_t n) : index(std::move(i)), axis(a), size(n) {}
  template <class X> auto eval(X x) const { return kernels::scatter_add(std::move(x), index, axis, size); }
  template <class C, class X> auto transpose(C ct, X const&) const { return tower::apply(Take{index, axis}, std::move(ct)); }
};
template <class C, class X> auto Take::transpose(C ct, X const& x) const {
  return tower::apply(ScatterAdd{index, axis, tower::shape_of(x)[axis]}, std::move(ct));
}

struct ScatterAlong;
/// One element for each index, along an axis.
struct TakeAlong : linear_family<TakeAlong> {
  static constexpr char const* name = "take_along";
  Tensor<int64_t> index;
  int axis;
  TakeAlong(Tensor<int64_t> i, int a) : index(std::move(i)), axis(a) {}
  template <class X> auto eval(X x) const { return kernels::take_along(std::move(x), index, axis); }
  template <class C, class X> auto transpose(C ct, X const& x) const;
};
struct ScatterAlong : linear_family<ScatterAlong> {
  static constexpr char const* name = "scatter_along";
  Tensor<int64_t> index;
  int axis;
  int64_t size;
  ScatterAlong(Tensor<int64_t> i, int a, int64_t n) : index(std::move(i)), axis(a), size(n) {}
  template <class X> auto eval(X x) const { return kernels::scatter_along(std::move(x), index, axis, size); }
  template <class C, class X> auto transpose(C ct, X const&) const { return tower::apply(TakeAlong{index, axis}, std::move(ct)); }
};
template <class C, class X> auto TakeAlong::transpose(C ct, X const& x) const {
  return tower::apply(ScatterAlong{index, axis, tower::shape_of(x)[axis]}, std::move(ct));
}

struct Argsort : non_differentiable_family {
  static constexpr char const* name = "argsort";
  int axis;
  explicit Argsort(int a) : axis(a) {}
  template <class X> auto eval(X x) const { return kernels::argsort(std::move(x), axis); }
};

/// Indices in [0, size): negative ones counted from the end. Throws: value_error naming the first that is outside.
Tensor<int64_t> checked_indices(char const* op, Tensor<int64_t> index, int64_t size, Shape const& x);
void check_along(Shape const& x, Shape const& index, int axis);
void check_depth(int64_t depth);

struct take_function {
  /// Slices of x along an axis at integer indices.
  ///
  /// Shape:  x (a..., n, b...), index (i...) -> (a..., i..., b...).
  /// Math:   vjp: scatter-add; duplicate indices accumulate.
  /// Throws: value_error if an index is outside [-n, n).
  template <Value X> auto operator()(X x, Tensor<int64_t> const& index, int64_t axis = 0) const {
    Shape const shape = tower::shape_of(x);
    int const a = checked_axis("take", axis, shape);
    return X(tower::apply(Take{checked_indices("take", index, shape[a], shape), a}, std::move(x)));
  }
};
struct take_along_function {
  /// One element of x for each index along an axis: the other sizes of x and index are equal.
  template <Value X> auto operator()(X x, Tensor<int64_t> const& index, int64_t axis = -1) const {
    Shape const shape = tower::shape_of(x);
    int const a = checked_axis("take_along", axis, shape);
    check_along(shape, index.shape(), a);
    return X(tower::apply(TakeAlong{checked_indices("take_along", index, shape[a], shape), a}, std::move(x)));
  }
};
struct scatter_add_function {
  /// Zeros of `size` along an axis with the slices of x added at the indices: the adjoint of take.
  template <Value X> auto operator()(X x, Tensor<int64_t> const& index, int64_t size, int64_t axis = 0) const {
    Shape const shape = tower::shape_of(x);
    // The axis counts in the result, which has one axis where x has those of index.
    Shape result = shape;
    int const extra = index.rank() - 1;
    result = Shape(shape.begin(), shape.end() - extra);
    int const a = checked_axis("scatter_add", axis, result);
    check_scatter(shape, index.shape(), a);
    return X(tower::apply(ScatterAdd{checked_indices("scatter_add", index, size, shape), a, size}, std::move(x)));
  }

 private:
  static void check_scatter(Shape const& x, Shape const& index, int axis);
};
template <class S> struct one_hot_function {
  /// 1 at the index, 0 elsewhere, along a new last axis. Throws: value_error if an index is outside [0, depth).
  Tensor<S> operator()(Tensor<int64_t> const& index, int64_t depth) const {
    check_depth(depth);
    return kernels::one_hot<S>(checked_indices("one_hot", index, depth, index.shape()), depth);
  }
};
struct argsort_function {
  /// Indices that sort along an axis, ascending, stable, NaN last. No derivative.
  template <Value X> auto operator()(X x, int64_t axis = -1) const {
    int const a = checked_axis("argsort", axis, tower::shape_of(x));
    return tower::apply(Argsort{a}, std::move(x));
  }
};
struct sort_function {
  /// Values in ascending order along an axis; the derivative follows each value to its place.
  template <Value X> auto operator()(X x, int64_t axis = -1) const {
    auto const order = argsort_function{}(tower::value_of(x), axis);
    return take_along_function{}(std::move(x), order, axis);
  }
};

}  // namespace ops

inline constexpr ops::take_function take{};
inline constexpr ops::take_along_function take_along{};
inline constexpr ops::scatter_add_function scatter_add{};
template <Element S> inline constexpr ops::one_hot_function<S> one_hot{};
inline constexpr ops::argsort_function argsort{};
inline constexpr ops::sort_function sort{};

}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/ops/gather.ipp>
#endif
