// fmod/impl/ops/structure.ipp: argument checks of the structural ops
// SPDX-License-Identifier: MIT
#include <fmod/ops/structure.hpp>

#include <cmath>
#include <string>

namespace fm::ops {

FM_INLINE Shape checked_broadcast(Shape const& from, Shape const& to) {
  bool fits = from.rank() <= to.rank();
  for (int i = 1; fits && i <= from.rank(); ++i) fits = from[-i] == to[-i] || from[-i] == 1;
  if (!fits)
    throw shape_error("broadcast_to: x " + to_string(from) + " does not stretch to " + to_string(to) +
                      "; every axis counted from the end must be equal or 1");
  return to;
}

FM_INLINE Axes Permute::inverse(Axes const& perm) {
  int const n = perm.count();
  Axes out;
  for (int i = 0; i < n; ++i) {
    int at = 0;
    while (perm[at] + n != i) ++at;
    out.push_back(at - n);
  }
  return out;
}

FM_INLINE Axes Permute::below_lanes(Axes const& perm) {
  Axes out(-perm.count() - 1);
  for (int i = 0; i < perm.count(); ++i) out.push_back(perm[i]);
  return out;
}

FM_INLINE Shape checked_reshape(Shape const& from, Shape to) {
  if (from.size() != to.size()) detail::cannot_reshape(from, to);
  return to;
}

FM_INLINE reshape_function::Extents::Extents(std::initializer_list<Extent> list) {
  for (Extent e : list) {
    if (rank == max_rank) throw shape_error("reshape: more than 8 axes were asked for");
    if (e.value < 0) {
      if (e.value != -1 || free != -1)
        throw shape_error("reshape: size " + std::to_string(e.value) + " at axis " + std::to_string(rank) +
                          "; sizes are not negative, and at most one may be -1 (it follows from the others)");
      free = rank;
    }
    sizes[static_cast<std::size_t>(rank++)] = e.value;
  }
}

FM_INLINE Shape reshape_function::resolve(Shape const& from, Extents const& to) {
  int64_t known = 1;
  for (int i = 0; i < to.rank; ++i)
    if (i != to.free) known *= to.sizes[static_cast<std::size_t>(i)];
  Shape shape;
  for (int i = 0; i < to.rank; ++i) {
    int64_t size = to.sizes[static_cast<std::size_t>(i)];
    if (i == to.free) {
      if (known == 0 || from.size() % known != 0)
        throw shape_error("reshape: x " + to_string(from) + " has " + std::to_string(from.size()) +
                          " elements, which " + std::to_string(known) +
                          " (the product of the sizes given) does not divide");
      size = from.size() / known;
    }
    shape.push_back(size);
  }
  return shape;
}

FM_INLINE Axes checked_permutation(Shape const& shape, Axes const& perm) {
  int const n = shape.rank();
  Axes out;
  if (perm.all()) {
    for (int i = 0; i < n; ++i) out.push_back(-1 - i);
    return out;
  }
  if (perm.count() != n)
    throw shape_error("permute: " + std::to_string(perm.count()) + " axes given for x " + to_string(shape) +
                      "; name each axis once");
  unsigned seen = 0;
  for (int i = 0; i < n; ++i) {
    int const a = checked_axis("permute", perm[i], shape);
    if ((seen >> -a) & 1u)
      throw shape_error("permute: axis " + std::to_string(perm[i]) + " is named twice; name each axis once");
    seen |= 1u << -a;
    out.push_back(a);
  }
  return out;
}

FM_INLINE Axes swapped_axes(Shape const& shape, int64_t a, int64_t b) {
  int const x = checked_axis("transpose", a, shape), y = checked_axis("transpose", b, shape);
  Axes out;
  for (int i = -shape.rank(); i < 0; ++i) out.push_back(i == x ? y : i == y ? x : i);
  return out;
}

FM_INLINE Shape squeezed(Shape const& shape, Axes const& axes) {
  Shape out;
  if (axes.all()) {
    for (int64_t s : shape)
      if (s != 1) out.push_back(s);
    return out;
  }
  Axes const drop = checked_axes("squeeze", axes, shape);
  for (int i = -shape.rank(), k = 0; i < 0; ++i) {
    if (k < drop.count() && drop[k] == i) {
      if (shape[i] != 1)
        throw shape_error("squeeze: axis " + std::to_string(i) + " of x " + to_string(shape) + " has size " +
                          std::to_string(shape[i]) + "; only axes of size 1 can go");
      ++k;
    } else {
      out.push_back(shape[i]);
    }
  }
  return out;
}

FM_INLINE Shape expanded(Shape const& shape, Axes const& axes) {
  int const n = shape.rank() + axes.count();
  if (n > max_rank)
    throw shape_error("expand_dims: x " + to_string(shape) + " with " + std::to_string(axes.count()) +
                      " more axes has more than 8");
  Shape full;
  for (int i = 0; i < n; ++i) full.push_back(1);
  Axes const where = checked_axes("expand_dims", axes, full);
  if (where.count() != axes.count()) throw shape_error("expand_dims: an axis is named twice");
  Shape out;
  for (int i = -n, k = 0, next = 0; i < 0; ++i) {
    if (k < where.count() && where[k] == i) {
      out.push_back(1);
      ++k;
    } else {
      out.push_back(shape[next++]);
    }
  }
  return out;
}

FM_INLINE int64_t checked_index(int64_t index, int axis, Shape const& shape) {
  int64_t const n = shape[axis], at = index < 0 ? index + n : index;
  if (at < 0 || at >= n) detail::index_out_of_range(index, axis, shape);
  return at;
}

FM_INLINE std::array<int64_t, 2> checked_slice(int64_t size, int64_t start, int64_t stop, int64_t step) {
  if (step == 0) throw value_error("slice: step is 0; it must be positive, or negative to run backwards");
  auto clip = [&](int64_t i, int64_t low, int64_t high) {
    if (i < 0) i += size;
    return i < low ? low : i > high ? high : i;
  };
  if (step > 0) {
    int64_t const a = clip(start, 0, size), b = clip(stop, 0, size);
    return {a, b > a ? (b - a - 1) / step + 1 : 0};
  }
  int64_t const a = clip(start, -1, size - 1), b = stop < -size ? -1 : clip(stop, -1, size - 1);
  return {a < 0 ? 0 : a, a > b ? (a - b - 1) / -step + 1 : 0};
}

FM_INLINE void check_pad(Shape const& shape, int64_t before, int64_t after, int axis) {
  if (before < 0 || after < 0)
    throw value_error("pad: counts " + std::to_string(before) + " and " + std::to_string(after) + " at axis " +
                      std::to_string(axis) + " of x " + to_string(shape) +
                      "; they must not be negative (use slice to cut)");
  constexpr int64_t most = int64_t(1) << 48;  // far beyond memory, and sums stay in range
  if (before > most || after > most)
    throw value_error("pad: counts " + std::to_string(before) + " and " + std::to_string(after) + " at axis " +
                      std::to_string(axis) + " of x " + to_string(shape) + " make a tensor that no memory can hold");
}

FM_INLINE void check_pad_value(double value) {
  if (!(std::fabs(value) <= 0x1p53) || value != std::trunc(value))
    throw value_error("pad: the value " + std::to_string(value) +
                      " is no integer, but x has integers; convert it with fm::cast<double>(x)");
}

FM_INLINE void check_same_shape(char const* op, Shape const& x, Shape const& y) {
  if (!(x == y))
    throw shape_error(std::string(op) + ": a is " + to_string(x) + ", b is " + to_string(y) +
                      "; the shapes must be equal");
}

FM_INLINE void check_matrix(char const* op, Shape const& shape) {
  if (shape.rank() < 2)
    throw shape_error(std::string(op) + ": x is " + to_string(shape) + "; it must have at least two axes");
}

}  // namespace fm::ops
