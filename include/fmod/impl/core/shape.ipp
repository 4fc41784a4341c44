// fmod/impl/core/shape.ipp: errors, broadcasting and checked axes
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/core/shape.hpp>
#include <fmod/error.hpp>

namespace fm {

FM_INLINE void Shape::too_many_axes() { throw shape_error("Shape: too many axes: a tensor has at most 8"); }
FM_INLINE void Shape::negative_size(int64_t size) {
  throw shape_error("Shape: negative size: an axis has size " + std::to_string(size));
}
FM_INLINE void Axes::too_many() { throw shape_error("Axes: too many axes: a tensor has at most 8"); }

FM_INLINE std::string to_string(Shape const& shape) {
  std::string text = "(";
  for (int i = 0; i < shape.rank(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  return text + ")";
}

FM_INLINE Shape broadcast_shapes(char const* op, Shape const& x, Shape const& y) {
  Shape result = x.rank() >= y.rank() ? x : y;
  Shape const& other = x.rank() >= y.rank() ? y : x;
  for (int i = 1; i <= other.rank(); ++i) {
    int64_t& a = result[-i];
    int64_t const b = other[-i];
    if (a == 1)
      a = b;
    else if (b != a && b != 1)
      throw shape_error(std::string(op) + ": shapes do not broadcast: x " + to_string(x) + ", y " + to_string(y) +
                        "; sizes counted from the last axis must be equal or 1");
  }
  return result;
}

FM_INLINE int checked_axis(char const* op, int64_t axis, Shape const& shape) {
  int64_t const rank = shape.rank();
  if (axis < -rank || axis >= rank)
    throw shape_error(std::string(op) + ": axis out of range: axis " + std::to_string(axis) + ", shape " +
                      to_string(shape) +
                      (rank == 0 ? "; a scalar has no axes"
                                 : "; the axes are 0 to " + std::to_string(rank - 1) + ", or -" + std::to_string(rank) +
                                       " to -1 from the end"));
  return static_cast<int>(axis < 0 ? axis : axis - rank);
}

FM_INLINE Axes checked_axes(char const* op, Axes const& axes, Shape const& shape) {
  int const rank = shape.rank();
  std::array<bool, max_rank> given{};
  if (axes.all()) given.fill(true);
  for (int i = 0; i < axes.count(); ++i) {
    bool& seen = given[static_cast<std::size_t>(checked_axis(op, axes[i], shape) + rank)];
    if (seen)
      throw shape_error(std::string(op) + ": axis given twice: axis " + std::to_string(axes[i]) + ", shape " +
                        to_string(shape));
    seen = true;
  }
  Axes result(std::initializer_list<Extent>{});
  for (int i = 0; i < rank; ++i)
    if (given[static_cast<std::size_t>(i)]) result.push_back(i - rank);
  return result;
}

}  // namespace fm
