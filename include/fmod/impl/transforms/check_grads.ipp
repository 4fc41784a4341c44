// fmod/impl/transforms/check_grads.ipp: directions and messages of check_grads
// SPDX-License-Identifier: MIT
#include <fmod/transforms/check_grads.hpp>

#include <sstream>

namespace fm::transforms {

FM_INLINE double Directions::next() {
  // splitmix64: Steele, Lea, Flood, Fast splittable pseudorandom number generators, 2014.
  state_ += 0x9E3779B97F4A7C15ull;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  z ^= z >> 31;
  double const u = static_cast<double>(z >> 12) * 0x1p-52;
  return (z & 1) != 0 ? 0.25 + 0.75 * u : -0.25 - 0.75 * u;
}

FM_INLINE void check_failed(std::string const& what, std::string_view path, int64_t element, double derivative,
                            double difference, double allowed) {
  std::ostringstream os;
  os.precision(10);
  os << "check_grads: " << what << at_path(path) << ", element " << element << ": the derivative is " << derivative
     << ", expected " << difference << " within " << allowed
     << "; look at the rules of the ops that the function uses (or at a kink near this point)";
  throw value_error(os.str());
}
FM_INLINE void check_order_too_high(int order, int most) {
  throw value_error("check_grads: order " + std::to_string(order) + " was asked for, but only " + std::to_string(most) +
                    " were compiled; write check_grads<" + std::to_string(order) +
                    ">(f, x, {.order = " + std::to_string(order) + "})");
}

}  // namespace fm::transforms
