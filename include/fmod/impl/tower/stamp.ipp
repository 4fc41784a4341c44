// fmod/impl/tower/stamp.ipp: stamps of calls and what is said when they differ
// SPDX-License-Identifier: MIT
#include <fmod/error.hpp>
#include <fmod/tower/stamp.hpp>

#include <atomic>

namespace fm::tower {

FM_INLINE std::uint64_t new_stamp() noexcept {
  // A thread takes a block of numbers at a time, so that threads do not contend for each call.
  constexpr std::uint64_t block = 1 << 16;
  static std::atomic<std::uint64_t> next_block{1};
  thread_local std::uint64_t next = 0, last = 0;
  if (next == last) {
    next = next_block.fetch_add(block, std::memory_order_relaxed);
    last = next + block;
  }
  return next++;
}

FM_INLINE void stamps_differ() {
  throw value_error(
      "fmod: values of two different calls of a transform meet. A function of the same type is being differentiated "
      "inside itself (through a virtual call, type erasure or a static), or a value was kept from an earlier call or "
      "another thread; pass outer values as explicit arguments, or declare them with fm::capturing(value).");
}

FM_INLINE void call_has_ended() {
  throw value_error(
      "fmod: a value is used after the call of the transform that made it has ended; keep fm::value_of(x), or return "
      "the value from the function (fm::has_aux for extra results).");
}

}  // namespace fm::tower
