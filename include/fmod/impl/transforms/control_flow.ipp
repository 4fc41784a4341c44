// fmod/impl/transforms/control_flow.ipp: messages of cond and while_loop
// SPDX-License-Identifier: MIT
#include <fmod/transforms/control_flow.hpp>

namespace fm::transforms {

FM_INLINE void condition_not_single(Shape const& shape) {
  throw shape_error("cond, while_loop: the condition is " + to_string(shape) +
                    " in each lane; it must be one element: compare a fm::max or fm::norm, or choose between elements "
                    "with fm::where");
}

}  // namespace fm::transforms
