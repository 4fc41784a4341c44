// fmod/impl/tower/batched.ipp: shapes with and without lanes, and what is said where a mapped value has no single one
// SPDX-License-Identifier: MIT
#include <fmod/tower/batched.hpp>

namespace fm::tower {

FM_INLINE Shape Lanes::stored(Shape const& lane, int rank) const {
  Shape s{count};
  for (int i = lane.rank(); i < rank; ++i) s.push_back(1);
  for (int64_t size : lane) s.push_back(size);
  return s;
}
FM_INLINE Shape lane_of(Shape const& stored) { return Shape(stored.begin() + 1, stored.end()); }

FM_INLINE void lanes_are_empty(char const* op) {
  throw value_error(std::string(op) +
                    ": vmap over 0 lanes: this op runs one lane at a time, so nothing tells the shape of its result");
}
FM_INLINE void no_single_value() {
  throw value_error(
      "fmod: value_of, item or bool of a tangent or cotangent inside fm::jacfwd, fm::jacrev or fm::hessian, which "
      "carry one for each "
      "direction at once; use fm::jvp or fm::vjp, one direction at a time");
}

}  // namespace fm::tower
