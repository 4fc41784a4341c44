// fmod/impl/ops/join.ipp: argument checks of concat and stack
// SPDX-License-Identifier: MIT
#include <fmod/ops/join.hpp>

namespace fm::ops {

FM_INLINE int checked_concat(Shape const* shapes, std::size_t count, int64_t axis) {
  int const a = checked_axis("concat", axis, shapes[0]);
  for (std::size_t i = 1; i < count; ++i) {
    bool fits = shapes[i].rank() == shapes[0].rank();
    for (int k = -shapes[0].rank(); fits && k < 0; ++k) fits = k == a || shapes[i][k] == shapes[0][k];
    if (!fits)
      throw shape_error("concat: part " + std::to_string(i) + " is " + to_string(shapes[i]) + ", part 0 is " +
                        to_string(shapes[0]) + "; all sizes but that of axis " + std::to_string(axis) +
                        " must be equal");
  }
  return a;
}

FM_INLINE void nothing_to_join(char const* op) {
  throw value_error(std::string(op) +
                    ": the vector of tensors is empty; at least one is needed to know type and shape");
}

}  // namespace fm::ops
