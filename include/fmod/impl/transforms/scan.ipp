// fmod/impl/transforms/scan.ipp: messages of scan
// SPDX-License-Identifier: MIT
#include <fmod/transforms/scan.hpp>

#include <cmath>

namespace fm::transforms {

FM_INLINE void scan_lengths_differ(std::string_view path, Shape const& shape, int64_t length) {
  if (shape.rank() == 0)
    throw shape_error("scan: the input" + at_path(path) +
                      " is of shape (), which has no rows; pass what every step gets after the inputs");
  throw shape_error("scan: the inputs differ in length: the one" + at_path(path) + " is " + to_string(shape) +
                    ", those before it have " + std::to_string(length) + " rows; leading axes must agree");
}
FM_INLINE void scan_without_steps() {
  throw value_error(
      "scan: there are no steps, so the shape of their outputs is not known; return fm::none as output, or give at "
      "least one row");
}
FM_INLINE int64_t square_root_up(int64_t n) {
  return n <= 1 ? 1 : static_cast<int64_t>(std::ceil(std::sqrt(static_cast<double>(n))));
}

}  // namespace fm::transforms
