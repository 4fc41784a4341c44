// fmod/impl/ops/special.ipp: checks of orders
// SPDX-License-Identifier: MIT
#include <fmod/ops/special.hpp>

#include <string>

namespace fm::ops {
FM_INLINE void check_order(char const* op, int64_t n) {
  if (n < 0) throw value_error(std::string(op) + ": the order is " + std::to_string(n) + "; it must not be negative");
  if (n > 1000) throw value_error(std::string(op) + ": the order is " + std::to_string(n) + "; at most 1000");
}
}  // namespace fm::ops
