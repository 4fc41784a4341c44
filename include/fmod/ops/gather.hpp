// fmod/ops/gather.hpp: take and its scatter-add adjoint, take_along, one_hot, sort and argsort
// SPDX-License-Identifier: MIT
//
// Indices are Tensor<int64> and carry no derivative. Negative indices count from the end. Out of range: value_error.
#pragma once
#include <fmod/ops/arithmetic.hpp>
#include <fmod/ops/structure.hpp>

namespace fm {
namespace ops {

/// Linear in x at the places that an index tells; `op.transpose(ct, x, index)` is its adjoint.
template <class Op> struct indexed_family {
  static constexpr unsigned keep = keep_y, through = keep_x;
  template <std::size_t, class D, class Z, class X, class I> auto jvp(D d, Z const&, X const&, I const& index) const {
    return tower::apply(static_cast<Op const&>(*this), std::move(d), index);
  }
  template <std::size_t, class C, class Z, class X, class I>
  auto vjp(C ct, Z const&, X const& x, I const& index) const {
    return static_cast<Op const&>(*this).transpose(std::move(ct), x, index);
  }
};
using Index = Tensor<int64_t>;

/// Slices of x along an axis at the indices.
struct Take : indexed_family<Take> {
  static constexpr char const* name = "take";
  int axis;
  explicit Take(int a) : axis(a) {}
  template <class X> auto eval(X x, Index index) const { return kernels::take(std::move(x), index, axis); }
  template <class C, class X, class I> auto transpose(C ct, X const& x, I const& index) const;
  template <class X, class I> auto batch(tower::Lanes const& lanes, X x, I index) const;
};
/// Zeros with the slices of x added at the indices: duplicates accumulate.
struct ScatterAdd : indexed_family<ScatterAdd> {
  static constexpr char const* name = "scatter_add";
  int axis;
  int64_t size;
  ScatterAdd(int a, int64_t n) : axis(a), size(n) {}
  template <class X> auto eval(X x, Index index) const { return kernels::scatter_add(std::move(x), index, axis, size); }
  template <class C, class X, class I> auto transpose(C ct, X const&, I const& index) const {
    return tower::apply(Take{axis}, std::move(ct), index);
  }
  template <class X, class I> auto batch(tower::Lanes const& lanes, X x, I index) const;
};
template <class C, class X, class I> auto Take::transpose(C ct, X const& x, I const& index) const {
  return tower::apply(ScatterAdd{axis, tower::shape_of(x)[axis]}, std::move(ct), index);
}

// ---- an index of its own in each lane: the lanes of x lie one after the other along the axis, and each index starts at its lane
/// Axes that bring `count` axes, the first of which is `from`, to stand where `to` is; the others keep their order.
Axes moved_axes(int rank, int from, int count, int to);
/// 0, size, 2 size, ... as a shape that broadcasts against an index with lanes.
Index lane_starts(tower::Lanes const& lanes, int64_t size, int rank);

template <class X, class I> auto Take::batch(tower::Lanes const& lanes, X x, I index) const {
  if (!lanes.of(1)) return tower::apply(*this, std::move(x), std::move(index));
  int const index_rank = tower::shape_of(index).rank();
  Shape const shape = tower::shape_of(x);
  if (!lanes.of(0)) {
    int const before = shape.rank() + axis;
    auto z = tower::apply(*this, std::move(x), std::move(index));  // (a..., n, i..., b...)
    int const rank = tower::shape_of(z).rank();
    return decltype(z)(permute(std::move(z), moved_axes(rank, before, 1, 0)));
  }
  int64_t const n = shape[axis];
  int const before = shape.rank() + axis - 1;                                      // axes of a
  auto front = permute(std::move(x), moved_axes(shape.rank(), before + 1, 1, 1));  // (lanes, n, a..., b...)
  Shape joined{lanes.count * n};
  for (int i = 2; i < shape.rank(); ++i) joined.push_back(tower::shape_of(front)[i]);
  auto starts = lane_starts(lanes, n, index_rank);
  auto all = add(std::move(index), std::move(starts));
  auto z = tower::apply(Take{-shape.rank() + 1}, tower::reshaped(std::move(front), joined), std::move(all));
  int const rank = tower::shape_of(z).rank();  // (lanes, i..., a..., b...)
  return decltype(z)(permute(std::move(z), moved_axes(rank, index_rank, before, 1)));
}
template <class X, class I> auto ScatterAdd::batch(tower::Lanes const& lanes, X x, I index) const {
  if (!lanes.of(1)) return tower::apply(*this, std::move(x), std::move(index));
  x = tower::with_lanes(lanes, 0, std::move(x));  // (lanes, a..., i..., b...)
  int const rank = tower::shape_of(x).rank(), index_rank = tower::shape_of(index).rank();
  int const before = rank - index_rank + axis + 1;                                      // axes of a
  auto front = permute(std::move(x), moved_axes(rank, before + 1, index_rank - 1, 1));  // (lanes, i..., a..., b...)
  auto starts = lane_starts(lanes, size, index_rank);
  auto all = add(std::move(index), std::move(starts));
  auto z = tower::apply(ScatterAdd{-(rank - index_rank) - 1, lanes.count * size}, std::move(front), std::move(all));
  Shape split{lanes.count, size};
  for (int i = 1; i < tower::shape_of(z).rank(); ++i) split.push_back(tower::shape_of(z)[i]);
  auto apart = tower::reshaped(std::move(z), split);  // (lanes, size, a..., b...)
  return decltype(apart)(permute(std::move(apart), moved_axes(split.rank(), 1, 1, 1 + before)));
}

struct ScatterAlong;
/// One element for each index, along an axis.
struct TakeAlong : indexed_family<TakeAlong> {
  static constexpr char const* name = "take_along";
  using batching = tower::every_lane;
  int axis;
  explicit TakeAlong(int a) : axis(a) {}
  template <class X> auto eval(X x, Index index) const { return kernels::take_along(std::move(x), index, axis); }
  template <class C, class X, class I> auto transpose(C ct, X const& x, I const& index) const;
};
struct ScatterAlong : indexed_family<ScatterAlong> {
  static constexpr char const* name = "scatter_along";
  using batching = tower::every_lane;
  int axis;
  int64_t size;
  ScatterAlong(int a, int64_t n) : axis(a), size(n) {}
  template <class X> auto eval(X x, Index index) const {
    return kernels::scatter_along(std::move(x), index, axis, size);
  }
  template <class C, class X, class I> auto transpose(C ct, X const&, I const& index) const {
    return tower::apply(TakeAlong{axis}, std::move(ct), index);
  }
};
template <class C, class X, class I> auto TakeAlong::transpose(C ct, X const& x, I const& index) const {
  return tower::apply(ScatterAlong{axis, tower::shape_of(x)[axis]}, std::move(ct), index);
}

template <class S> struct OneHot : non_differentiable_family {
  static constexpr char const* name = "one_hot";
  using batching = tower::aligned;
  int64_t depth;
  explicit OneHot(int64_t d) : depth(d) {}
  Tensor<S> eval(Index index) const { return kernels::one_hot<S>(index, depth); }
};

struct Argsort : non_differentiable_family {
  static constexpr char const* name = "argsort";
  using batching = tower::aligned;
  int axis;
  explicit Argsort(int a) : axis(a) {}
  template <class X> auto eval(X x) const { return kernels::argsort(std::move(x), axis); }
};

/// Indices in [0, size): negative ones counted from the end. Throws: value_error naming the first that is outside.
Index checked_indices(char const* op, Index index, int64_t size, Shape const& x);
template <class I>
requires tower::is_box<I> I checked_indices(char const* op, I index, int64_t size, Shape const& x) {
  if constexpr (tower::is_batched<I>) {
    int64_t const lanes = index.lanes();
    std::uint64_t const stamp = index.stamp();
    return I(ops::checked_indices(op, std::move(index).take_stored(), size, x), lanes, stamp);
  } else {
    static_assert(tower::is_batched<I>,
                  "fmod: an index is a differentiated value; indices are whole numbers: "
                  "fm::cast<int64_t>(fm::value_of(i))");
    return index;
  }
}
void check_along(Shape const& x, Shape const& index, int axis);
void check_depth(int64_t depth);

/// Tensor<int64>, or one for each lane of a vmap.
template <class I> concept Indices = Value<I> && std::is_same_v<tower::base_t<I>, Index>;

struct take_function {
  /// Slices of x along an axis at integer indices.
  ///
  /// Shape:  x (a..., n, b...), index (i...) -> (a..., i..., b...).
  /// Math:   vjp: scatter-add; duplicate indices accumulate.
  /// Throws: value_error if an index is outside [-n, n).
  template <Value X, Indices I> auto operator()(X x, I index, int64_t axis = 0) const {
    Shape const shape = tower::shape_of(x);
    int const a = checked_axis("take", axis, shape);
    return tower::apply(Take{a}, std::move(x), checked_indices("take", std::move(index), shape[a], shape));
  }
};
struct take_along_function {
  /// One element of x for each index along an axis: the other sizes of x and index are equal.
  template <Value X, Indices I> auto operator()(X x, I index, int64_t axis = -1) const {
    Shape const shape = tower::shape_of(x);
    int const a = checked_axis("take_along", axis, shape);
    check_along(shape, tower::shape_of(index), a);
    return tower::apply(TakeAlong{a}, std::move(x), checked_indices("take_along", std::move(index), shape[a], shape));
  }
};
struct scatter_add_function {
  /// Zeros of `size` along an axis with the slices of x added at the indices: the adjoint of take.
  template <Value X, Indices I> auto operator()(X x, I index, int64_t size, int64_t axis = 0) const {
    Shape const shape = tower::shape_of(x);
    // The axis counts in the result, which has one axis where x has those of index.
    Shape result = shape;
    int const extra = tower::shape_of(index).rank() - 1;
    check_scatter_size(size, shape, extra);
    result = Shape(shape.begin(), shape.end() - extra);
    int const a = checked_axis("scatter_add", axis, result);
    check_scatter(shape, tower::shape_of(index), a);
    return tower::apply(ScatterAdd{a, size}, std::move(x),
                        checked_indices("scatter_add", std::move(index), size, shape));
  }

 private:
  static void check_scatter(Shape const& x, Shape const& index, int axis);
  static void check_scatter_size(int64_t size, Shape const& x, int extra);
};
template <class S> struct one_hot_function {
  /// 1 at the index, 0 elsewhere, along a new last axis. An index below 0 counts from the end.
  /// Throws: value_error if an index is outside [-depth, depth).
  template <Indices I> auto operator()(I index, int64_t depth) const {
    check_depth(depth);
    Shape const shape = tower::shape_of(index);
    return tower::apply(OneHot<S>{depth}, checked_indices("one_hot", std::move(index), depth, shape));
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
    auto const order = argsort_function{}(x, axis);
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
