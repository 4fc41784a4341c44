// fmod/impl/transforms/tree_op.ipp: messages of tree ops
// SPDX-License-Identifier: MIT
#include <fmod/transforms/tree_op.hpp>

namespace fm::transforms {

FM_INLINE void rule_shape_differs(char const* op, char const* what, std::string_view path, Shape const& given,
                                  Shape const& want) {
  throw shape_error(std::string(op) + ": the " + what + at_path(path) + " that its rule returned is " +
                    to_string(given) + ", the value is " + to_string(want) + "; a " + what +
                    " has the shape of its value (or is fm::zero): undo broadcasting with fm::sum_like or " +
                    "fm::broadcast_like");
}

}  // namespace fm::transforms
