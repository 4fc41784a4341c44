// fmod/ops/structure.hpp: ops that move elements: reshape, permute, slice, flip, pad, triangles
// SPDX-License-Identifier: MIT
//
// All are linear, so each is its own tangent rule and needs only its adjoint. Nothing is kept for the pullback.
#pragma once
#include <fmod/ops/broadcast.hpp>

namespace fm {
namespace ops {

struct Reshape : linear_family<Reshape> {
  static constexpr char const* name = "reshape";
  Shape to;
  explicit Reshape(Shape const& shape) : to(shape) {}
  template <class X> auto eval(X x) const { return std::move(x).reshaped(to); }
  template <class C, class X> auto transpose(C ct, X const& x) const {
    return tower::apply(Reshape{tower::shape_of(x)}, std::move(ct));
  }
  template <class X> auto batch(tower::Lanes const& lanes, X x) const {
    return tower::apply(Reshape{lanes.stored(to)}, std::move(x));
  }
};

struct Permute : linear_family<Permute> {
  static constexpr char const* name = "permute";
  Axes perm;  // negative, as many as x has
  explicit Permute(Axes const& p) : perm(p) {}
  template <class X> auto eval(X x) const { return kernels::permute(std::move(x), perm); }
  template <class C, class X> auto transpose(C ct, X const&) const {
    return tower::apply(Permute{inverse(perm)}, std::move(ct));
  }
  template <class X> auto batch(tower::Lanes const&, X x) const {
    return tower::apply(Permute{below_lanes(perm)}, std::move(x));
  }
  static Axes inverse(Axes const& perm);
  /// Also of a leading axis, which stays where it is.
  static Axes below_lanes(Axes const& perm);
};

struct Unslice;
struct Slice : linear_family<Slice> {
  static constexpr char const* name = "slice";
  using batching = tower::aligned;
  int axis;
  int64_t start, count, step;
  Slice(int a, int64_t first, int64_t n, int64_t by) : axis(a), start(first), count(n), step(by) {}
  template <class X> auto eval(X x) const { return kernels::slice(std::move(x), axis, start, count, step); }
  template <class C, class X> auto transpose(C ct, X const& x) const;
};
/// Zeros with x placed at start, start + step, ... of an axis.
struct Unslice : linear_family<Unslice> {
  static constexpr char const* name = "pad";
  using batching = tower::aligned;
  int axis;
  int64_t start, step, size;
  Unslice(int a, int64_t first, int64_t by, int64_t n) : axis(a), start(first), step(by), size(n) {}
  template <class X> auto eval(X x) const { return kernels::unslice(std::move(x), axis, start, step, size); }
  template <class C, class X> auto transpose(C ct, X const& x) const {
    return tower::apply(Slice{axis, start, tower::shape_of(x)[axis], step}, std::move(ct));
  }
};
template <class C, class X> auto Slice::transpose(C ct, X const& x) const {
  return tower::apply(Unslice{axis, start, step, tower::shape_of(x)[axis]}, std::move(ct));
}

struct Flip : linear_family<Flip> {
  static constexpr char const* name = "flip";
  using batching = tower::aligned;
  Axes axes;
  explicit Flip(Axes const& a) : axes(a) {}
  template <class X> auto eval(X x) const { return kernels::flip(std::move(x), axes); }
  template <class C, class X> auto transpose(C ct, X const&) const { return tower::apply(Flip{axes}, std::move(ct)); }
};

/// Lower or upper triangle of the last two axes.
struct Triangle : linear_family<Triangle> {
  static constexpr char const* name = "tril";
  using batching = tower::aligned;
  bool lower;
  int64_t diagonal;
  Triangle(bool l, int64_t k) : lower(l), diagonal(k) {}
  template <class X> auto eval(X x) const { return kernels::triangle(std::move(x), lower, diagonal); }
  template <class C, class X> auto transpose(C ct, X const&) const {
    return tower::apply(Triangle{lower, diagonal}, std::move(ct));
  }
};

// ---- argument checks, compiled once
Shape checked_reshape(Shape const& from, Shape to);
Axes checked_permutation(Shape const& shape, Axes const& perm);
Axes swapped_axes(Shape const& shape, int64_t a, int64_t b);
Shape squeezed(Shape const& shape, Axes const& axes);
Shape expanded(Shape const& shape, Axes const& axes);
int64_t checked_index(int64_t index, int axis, Shape const& shape);
/// {start, count} of start:stop:step, clipped as Python does.
std::array<int64_t, 2> checked_slice(int64_t size, int64_t start, int64_t stop, int64_t step);
void check_pad(Shape const& shape, int64_t before, int64_t after, int axis);
void check_pad_value(double value);
void check_same_shape(char const* op, Shape const& x, Shape const& y);
void check_matrix(char const* op, Shape const& shape);

struct reshape_function {
  /// The same elements, row-major, in another shape; one size may be -1 and follows from the others.
  /// Throws: shape_error if the counts differ. Cost: shares storage.
  template <Value X> auto operator()(X x, std::initializer_list<Extent> to) const {
    return (*this)(std::move(x), Extents(to));
  }
  template <Value X> auto operator()(X x, Shape const& to) const {
    Shape const from = tower::shape_of(x);
    if (from == to) return x;
    return X(tower::apply(Reshape{checked_reshape(from, to)}, std::move(x)));
  }

 private:
  // -1 is no size that a Shape can hold, so the free size is marked before the list becomes one.
  struct Extents {
    std::array<int64_t, max_rank> sizes{};
    int rank = 0, free = -1;
    explicit Extents(std::initializer_list<Extent> list);
  };
  static Shape resolve(Shape const& from, Extents const& to);
  template <Value X> auto operator()(X x, Extents const& to) const {
    Shape const shape = resolve(tower::shape_of(x), to);
    return (*this)(std::move(x), shape);
  }
};

struct permute_function {
  /// Axis i of the result is axis perm[i] of x; without a permutation the axes are reversed.
  template <Value X> auto operator()(X x, Axes const& perm = {}) const {
    if constexpr (tower::is_scalar<X>)
      return x;
    else {
      Axes const checked = checked_permutation(tower::shape_of(x), perm);
      return X(tower::apply(Permute{checked}, std::move(x)));
    }
  }
};
struct transpose_function {
  /// Exchanges two axes; by default the last two.
  template <Value X> auto operator()(X x, int64_t a = -2, int64_t b = -1) const {
    if constexpr (tower::is_scalar<X>)
      return x;
    else {
      auto const perm = swapped_axes(tower::shape_of(x), a, b);
      return X(tower::apply(Permute{perm}, std::move(x)));
    }
  }
};
struct squeeze_function {
  /// Drops axes of size 1: those given, or all. Throws: shape_error if an axis given has another size.
  template <Value X> auto operator()(X x, Axes const& axes = {}) const {
    Shape const to = squeezed(tower::shape_of(x), axes);
    return reshape_function{}(std::move(x), to);
  }
};
struct expand_dims_function {
  /// New axes of size 1, which stand at the given places of the result.
  template <Value X> auto operator()(X x, Axes const& axes) const {
    Shape const to = expanded(tower::shape_of(x), axes);
    return broadcast_like_shape(std::move(x), to);
  }

 private:
  template <class X> static auto broadcast_like_shape(X x, Shape const& to) {
    if constexpr (tower::is_scalar<X>)
      return broadcast_to(std::move(x), to);
    else
      return reshape_function{}(std::move(x), to);
  }
};
struct slice_function {
  /// start:stop:step of one axis as in Python: negative ends count from the end, ends outside are clipped.
  /// Throws: value_error if step is 0. Cost: the leading axis with step 1 shares storage, else one pass over the result.
  template <Value X> auto operator()(X x, int64_t axis, int64_t start, int64_t stop, int64_t step = 1) const {
    Shape const shape = tower::shape_of(x);
    int const a = checked_axis("slice", axis, shape);
    // A longer step than the axis takes one element as well.
    int64_t const most = shape[a] + 1;
    step = step > most ? most : step < -most ? -most : step;
    auto const range = checked_slice(shape[a], start, stop, step);
    return X(tower::apply(Slice{a, range[0], range[1], step}, std::move(x)));
  }
};
struct index_function {
  /// One index of an axis, which goes away. Throws: value_error if the index is out of range.
  template <Value X> auto operator()(X x, int64_t index, int64_t axis = 0) const {
    Shape shape = tower::shape_of(x);
    int const a = checked_axis("index", axis, shape);
    auto one = X(tower::apply(Slice{a, checked_index(index, a, shape), 1, 1}, std::move(x)));
    return squeeze_function{}(std::move(one), Axes(a));
  }
};
struct flip_function {
  /// Reverses the given axes, or all.
  template <Value X> auto operator()(X x, Axes const& axes = {}) const {
    auto const a = checked_axes("flip", axes, tower::shape_of(x));
    return X(tower::apply(Flip{a}, std::move(x)));
  }
};
struct pad_function {
  /// `before` and `after` elements of `value` around one axis. Throws: value_error if a count is negative.
  template <Value X> auto operator()(X x, int64_t axis, int64_t before, int64_t after, double value = 0) const {
    Shape const shape = tower::shape_of(x);
    int const a = checked_axis("pad", axis, shape);
    check_pad(shape, before, after, a);
    if constexpr (!Real<tower::element_t<X>>) check_pad_value(value);
    auto z = X(tower::apply(Unslice{a, before, 1, before + shape[a] + after}, std::move(x)));
    if (value == 0) return z;
    using S = tower::element_t<X>;
    auto const inside = kernels::unslice(fm::full(shape, true), a, before, 1, before + shape[a] + after);
    return X(where(inside, std::move(z), static_cast<S>(value)));
  }
};
template <bool Lower> struct triangle_function {
  /// The lower (tril) or upper (triu) triangle of the last two axes at diagonal k; zeros elsewhere.
  template <Value X> auto operator()(X x, int64_t k = 0) const {
    check_matrix(Lower ? "tril" : "triu", tower::shape_of(x));
    return X(tower::apply(Triangle{Lower, k}, std::move(x)));
  }
};
}  // namespace ops

inline constexpr ops::reshape_function reshape{};
inline constexpr ops::permute_function permute{};
inline constexpr ops::transpose_function transpose{};
inline constexpr ops::squeeze_function squeeze{};
inline constexpr ops::expand_dims_function expand_dims{};
inline constexpr ops::slice_function slice{};
inline constexpr ops::index_function index{};
inline constexpr ops::flip_function flip{};
inline constexpr ops::pad_function pad{};
inline constexpr ops::triangle_function<true> tril{};
inline constexpr ops::triangle_function<false> triu{};

template <class X> auto tower::leading(X const& x, int64_t i) { return fm::index(x, i, 0); }

}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/ops/structure.ipp>
#endif
