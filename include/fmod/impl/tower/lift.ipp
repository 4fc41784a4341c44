// fmod/impl/tower/lift.ipp: the message for a rule that returns a wrong shape
// SPDX-License-Identifier: MIT
#include <fmod/tower/lift.hpp>

namespace fm::tower {

FM_INLINE void wrong_shape_from_rule(char const* op, char const* rule, int argument, Shape const& got,
                                     Shape const& want) {
  throw shape_error(std::string(op) + ": its " + rule + " rule for argument " + std::to_string(argument) +
                    " returned shape " + to_string(got) + ", expected " + to_string(want) +
                    "; undo broadcasting with fm::sum_like (vjp) or fm::broadcast_like (jvp)");
}

}  // namespace fm::tower
