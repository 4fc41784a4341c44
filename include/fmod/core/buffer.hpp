// fmod/core/buffer.hpp: counted blocks of aligned memory from a pool
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/config.hpp>
#include <fmod/core/atomic.hpp>

#include <cstddef>
#include <cstdint>

namespace fm::memory {

/// Data starts at a multiple of this many bytes.
inline constexpr std::size_t alignment = 64;

/// Head of a block of memory. The data of a pooled block follows it, aligned.
struct Buffer {
  Atomic<std::uint32_t> references{1};
  std::size_t bytes = 0;  ///< of data
  void* data = nullptr;
  void (*destroy)(Buffer*) noexcept =
      nullptr;  ///< called when the last handle goes: back to the pool, or a foreign owner's
};

/// A block with at least `bytes` of data and one reference. Throws: std::bad_alloc.
/// Cost: a few nanoseconds when the calling thread has freed a block of the size class before.
Buffer* allocate(std::size_t bytes);

/// Figures of the whole process. Bytes are data of tensors and tapes that came from the pool.
struct Stats {
  std::size_t live = 0;    ///< handed out now
  std::size_t peak = 0;    ///< most handed out at once since reset_peak(), counting blocks of 64 KiB and more
  std::size_t cached = 0;  ///< kept for reuse
};
Stats stats();
void reset_peak();
/// Returns cached memory of the calling thread and of the shared cache to the system.
void trim();

inline void retain(Buffer* b) noexcept { b->references.add_relaxed(1); }
/// Compiled once: it stands in the destructor of every tensor.
void release(Buffer* b) noexcept;
/// The only handle: its holder may write. The acquire pairs with the release of the last other handle.
inline bool unique(Buffer const* b) noexcept { return b->references.load_acquire() == 1; }

}  // namespace fm::memory

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/core/buffer.ipp>
#endif
