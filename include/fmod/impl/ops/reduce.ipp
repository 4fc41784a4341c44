// fmod/impl/ops/reduce.ipp: shapes and checks of reductions
// SPDX-License-Identifier: MIT
#include <fmod/ops/reduce.hpp>

#include <string>

namespace fm::ops {

FM_INLINE Shape with_unit_axes(Shape shape, Axes const& axes) {
  for (int i = 0; i < axes.count(); ++i) shape[axes[i]] = 1;
  return shape;
}
FM_INLINE int64_t count_of(Shape const& shape, Axes const& axes) {
  int64_t n = 1;
  for (int i = 0; i < axes.count(); ++i) n *= shape[axes[i]];
  return n;
}
FM_INLINE void check_not_empty(char const* op, Shape const& shape, Axes const& axes) {
  if (count_of(shape, axes) == 0 && shape.rank() != 0)
    throw value_error(std::string(op) + ": x is " + to_string(shape) + ", which has no element to choose from");
}
FM_INLINE Axes axes_last(Shape const& shape, Axes const& axes) {
  unsigned reduced = 0;
  for (int i = 0; i < axes.count(); ++i) reduced |= 1u << -axes[i];
  Axes perm;
  for (int i = -shape.rank(); i < 0; ++i)
    if (!((reduced >> -i) & 1u)) perm.push_back(i);
  for (int i = -shape.rank(); i < 0; ++i)
    if ((reduced >> -i) & 1u) perm.push_back(i);
  return perm;
}
FM_INLINE Shape without_axes(Shape const& shape, Axes const& axes) {
  Shape out;
  for (int i = -shape.rank(), k = 0; i < 0; ++i) {
    if (k < axes.count() && axes[k] == i)
      ++k;
    else
      out.push_back(shape[i]);
  }
  return out;
}

}  // namespace fm::ops
