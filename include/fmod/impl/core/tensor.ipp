// fmod/impl/core/tensor.ipp: the errors of Tensor
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/core/tensor.hpp>
#include <fmod/error.hpp>

namespace fm::detail {

FM_INLINE void index_count_differs(int given, Shape const& shape) {
  throw shape_error("Tensor: wrong number of indices: " + std::to_string(given) + " given, shape " + to_string(shape) +
                    "; give " + std::to_string(shape.rank()));
}
FM_INLINE void index_out_of_range(int64_t index, int axis, Shape const& shape) {
  if (axis < 0) axis += shape.rank();
  std::string const n = std::to_string(shape[axis]);
  throw value_error("index " + std::to_string(index) + " is outside axis " + std::to_string(axis) + " of shape " +
                    to_string(shape) + "; it must be in [" + (n == "0" ? n : "-" + n) + ", " + n + ")");
}
FM_INLINE void rows_out_of_range(int64_t first, int64_t last, Shape const& shape) {
  throw value_error("rows: [" + std::to_string(first) + ", " + std::to_string(last) +
                    ") is not within axis 0 of shape " + to_string(shape));
}
FM_INLINE void not_one_element(char const* what, Shape const& shape) {
  throw shape_error(std::string(what) + ": not one element: shape " + to_string(shape) + " has " +
                    std::to_string(shape.size()) + "; reduce it first, or index it");
}
FM_INLINE void cannot_reshape(Shape const& from, Shape const& to) {
  throw shape_error("reshape: element counts differ: x " + to_string(from) + " has " + std::to_string(from.size()) +
                    ", " + to_string(to) + " has " + std::to_string(to.size()));
}
FM_INLINE void impossible_shape(Shape const& shape) {
  throw shape_error("Tensor: impossible shape: " + to_string(shape) +
                    " has a negative size or more elements than memory can hold");
}

}  // namespace fm::detail
