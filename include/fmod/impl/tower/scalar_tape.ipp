// fmod/impl/tower/scalar_tape.ipp: the message for a record that outgrows its indices
// SPDX-License-Identifier: MIT
#include <fmod/tower/scalar_tape.hpp>

namespace fm::tower {

FM_INLINE void too_many_numbers() {
  throw value_error(
      "fmod: more than 4294967295 partial derivatives of numbers in one call; use tensors, or split the function");
}

}  // namespace fm::tower
