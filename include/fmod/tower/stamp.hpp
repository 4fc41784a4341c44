// fmod/tower/stamp.hpp: a number for each call of a transform, carried by its boxes
// SPDX-License-Identifier: MIT
//
// Types tell most mistakes apart (function_id.hpp). What they cannot see - one function inside itself behind a virtual
// call, a static that outlives a call, a box handed to another thread - shows as two stamps that differ.
#pragma once
#include <fmod/config.hpp>

#include <cstdint>

namespace fm::tower {

/// Never 0 (0 is the stamp of a constant) and never given twice in a process.
std::uint64_t new_stamp() noexcept;
/// Two boxes of one type from different calls.
[[noreturn]] void stamps_differ();
/// A box whose call has ended.
[[noreturn]] void call_has_ended();

template <bool Kept> struct Stamp { std::uint64_t value = 0; };
template <> struct Stamp<false> {
  static constexpr std::uint64_t value = 0;
  Stamp() = default;
  constexpr explicit Stamp(std::uint64_t) {}
};

}  // namespace fm::tower

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/tower/stamp.ipp>
#endif
