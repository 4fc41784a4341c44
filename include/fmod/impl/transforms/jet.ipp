// fmod/impl/transforms/jet.ipp: messages of jet
// SPDX-License-Identifier: MIT
#include <fmod/transforms/jet.hpp>

namespace fm::transforms {

FM_INLINE void order_is_negative(int order) {
  throw value_error("jet: the order is " + std::to_string(order) + "; it must be 0 or more");
}

}  // namespace fm::transforms
