// fmod/impl/transforms/call.ipp: messages of the transforms
// SPDX-License-Identifier: MIT
#include <fmod/transforms/call.hpp>

namespace fm::transforms {

FM_INLINE std::string at_path(std::string_view path) {
  return path.empty() ? std::string() : " at " + std::string(path);
}
FM_INLINE void tangent_shape_differs(char const* transform, char const* what, std::string_view path, Shape const& given,
                                     Shape const& want) {
  throw shape_error(std::string(transform) + ": the " + what + at_path(path) + " is " + to_string(given) +
                    ", the value is " + to_string(want) + "; a " + what +
                    " has the shape of its value (or is fm::zero)");
}
FM_INLINE void used_up(char const* what) {
  throw value_error("this map of " + std::string(what) +
                    "s was moved from, or was called as std::move(map)(...), which frees its "
                    "record; call it without std::move, or make it again");
}
FM_INLINE void not_a_scalar(char const* transform, Shape const& shape) {
  throw shape_error(
      std::string(transform) + ": the function returned shape " + to_string(shape) +
      "; a gradient needs a scalar, of shape (): reduce the result (fm::sum, fm::mean), or use fm::jacrev for all its "
      "derivatives, fm::vjp for a combination of them");
}

}  // namespace fm::transforms
