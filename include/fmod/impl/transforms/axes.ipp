// fmod/impl/transforms/axes.ipp: counting lanes, and what is said where they do not fit
// SPDX-License-Identifier: MIT
#include <fmod/transforms/axes.hpp>

namespace fm::transforms {

FM_INLINE void LaneCount::see(std::size_t argument, std::string_view path, int axis, Shape const& shape) {
  std::string const what = "argument " + std::to_string(argument) + at_path(path);
  int const rank = shape.rank();
  if (axis < -rank || axis >= rank)
    throw shape_error(std::string(transform_) + ": axis " + std::to_string(axis) + " is not an axis of " + what +
                      ", which is " + to_string(shape) +
                      (rank == 0 ? "; a value without axes is the same for every lane: fm::none"
                                 : "; an axis is in [" + std::to_string(-rank) + ", " + std::to_string(rank) + ")"));
  if (count_ >= 0 && shape[axis] != count_)
    throw shape_error(std::string(transform_) + ": the arguments differ in lanes: " + first_ + "; " + what + " has " +
                      std::to_string(shape[axis]) + " (axis " + std::to_string(axis) + " of " + to_string(shape) +
                      "); list fm::none for what is the same in every lane");
  if (count_ < 0) {
    count_ = shape[axis];
    first_ =
        what + " has " + std::to_string(count_) + " (axis " + std::to_string(axis) + " of " + to_string(shape) + ")";
  }
}
FM_INLINE int64_t LaneCount::count() const {
  if (count_ < 0)
    throw value_error(std::string(transform_) +
                      ": no mapped argument has a leaf, so nothing tells how many lanes there are");
  return count_;
}

FM_INLINE int checked_out_axis(char const* transform, std::string_view path, int axis, Shape const& lane) {
  int const rank = lane.rank() + 1;
  if (axis < -rank || axis >= rank)
    throw shape_error(std::string(transform) + ": the lanes cannot go to axis " + std::to_string(axis) +
                      " of the result" + at_path(path) + ", which is " + to_string(lane) +
                      " in each lane; an out-axis is in [" + std::to_string(-rank) + ", " + std::to_string(rank) +
                      ") there");
  return axis < 0 ? axis + rank : axis;
}
FM_INLINE void result_is_mapped(std::string_view path, Shape const& lane) {
  throw value_error("vmap: the result" + at_path(path) + ", " + to_string(lane) +
                    " in each lane, depends on the mapped arguments, but fm::out_axes says "
                    "fm::none; give it an axis");
}
FM_INLINE void no_lanes_to_run() {
  throw value_error("vmap_loop: there are 0 lanes, so nothing tells the shape of the result; fm::vmap can do without");
}
FM_INLINE void results_differ(std::string_view path, Shape const& first, int64_t lane, Shape const& other) {
  throw shape_error("vmap_loop: the function returned " + to_string(first) + at_path(path) + " for lane 0 and " +
                    to_string(other) + " for lane " + std::to_string(lane) + "; all lanes must have one shape");
}

}  // namespace fm::transforms
