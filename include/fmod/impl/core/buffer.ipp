// fmod/impl/core/buffer.ipp: the pool behind memory::allocate
// SPDX-License-Identifier: MIT
//
// Data:    a Block is one piece of memory: 64 bytes of head, then the data. Sizes are rounded up to a class, four classes
//          for each doubling, so at most a fifth is wasted.
// Path:    allocate() takes from the calling thread's lists, then from the shared lists, then from the system;
//          a freed block goes to the lists of the thread that freed it, or, if large, to the shared ones.
// Threads: a thread's lists die with the thread: what they hold goes to the shared lists. Blocks freed later on that thread
//          (statics, other thread_locals) go to the shared lists, which are never destroyed.
#pragma once
#include <fmod/core/buffer.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <mutex>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

// Sanitizers must see every use of freed memory.
#if !defined(FM_POOL_DISABLE)
#if defined(__SANITIZE_ADDRESS__)
#define FM_POOL_DISABLE
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FM_POOL_DISABLE
#endif
#endif
#endif

namespace fm::memory::detail {

#if defined(FM_POOL_DISABLE)
inline constexpr bool pooled = false;
#else
inline constexpr bool pooled = true;
#endif

struct Block : Buffer {
  Block* next = nullptr;
  std::uint32_t size_class = 0;
};
static_assert(sizeof(Block) <= alignment);

inline constexpr std::size_t large = std::size_t(1) << 20;         // shared lists hold these
inline constexpr std::size_t counted = std::size_t(1) << 16;       // Stats::peak counts these
inline constexpr std::size_t thread_limit = std::size_t(1) << 26;  // cached bytes
inline constexpr std::size_t shared_limit = std::size_t(1) << 30;
inline constexpr std::size_t huge = std::size_t(1) << 21;  // from here on in pages of this size, if the system has them
inline constexpr std::size_t largest = std::size_t(1) << 56;
inline constexpr std::uint32_t class_count = 4 * 51;

// Classes 0 to 3 are 64, 128, 192, 256; then 320, 384, 448, 512; 640, ...
inline std::uint32_t class_of(std::size_t bytes) noexcept {
  if (bytes <= 256) return bytes == 0 ? 0 : static_cast<std::uint32_t>((bytes - 1) / 64);
  unsigned const shift = static_cast<unsigned>(std::bit_width(bytes - 1)) - 3;  // 2 bits below the leading one count
  return 4 * (shift - 6) + static_cast<std::uint32_t>((bytes - 1) >> shift);
}
inline std::size_t class_bytes(std::uint32_t c) noexcept {
  if (c < 4) return 64 * (c + std::size_t(1));
  return (c % 4 + std::size_t(5)) << (c / 4 + 5);
}

// A counter that its own thread writes and any thread reads.
class Tally {
 public:
  void add(std::size_t n) noexcept { value_.store(get() + n, std::memory_order_relaxed); }
  void subtract(std::size_t n) noexcept { value_.store(get() - n, std::memory_order_relaxed); }
  std::size_t get() const noexcept { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::size_t> value_{0};
};

struct ThreadCache {
  Block* lists[class_count];
  Tally live;  // handed out less taken back by this thread; wraps below 0, the sum over threads does not
  Tally cached;
  ThreadCache* next;
  ThreadCache* previous;
  enum State : unsigned char { fresh, active, dead } state;
};

struct Shared {
  std::mutex mutex;
  Block* lists[class_count] = {};
  ThreadCache* threads = nullptr;
  std::atomic<std::size_t> cached{0};
  std::atomic<std::size_t> live{0};          // of threads that ended, and of frees on them
  std::atomic<std::size_t> live_counted{0};  // blocks of `counted` bytes and more
  std::atomic<std::size_t> peak{0};
};

// Never destroyed: tensors in statics may be freed after everything else.
inline Shared& shared() {
  alignas(Shared) static unsigned char storage[sizeof(Shared)];
  static Shared* const instance = new (storage) Shared;
  return *instance;
}

inline constinit thread_local ThreadCache this_thread{};

// Large blocks ask for huge pages: kernels over them are bound by memory, and with small pages half the time goes into
// finding the pages (measured on a virtual machine: 5 GB/s without, 10 with).
inline std::align_val_t block_alignment(std::size_t bytes) noexcept {
  return std::align_val_t(bytes < huge ? alignment : huge);
}
inline void* from_system(std::size_t bytes) {
  void* const memory = ::operator new(alignment + bytes, block_alignment(bytes));
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  if (bytes >= huge) ::madvise(memory, alignment + bytes, MADV_HUGEPAGE);
#endif
  return memory;
}
inline void to_system(Block* b) noexcept {
  std::align_val_t const aligned = block_alignment(b->bytes);
  b->~Block();
  ::operator delete(static_cast<void*>(b), aligned);
}

// Moves all blocks of `lists` to one list.
inline void drain(Block* (&lists)[class_count], Block*& all) noexcept {
  for (Block*& list : lists)
    while (list != nullptr) {
      Block* const b = list;
      list = b->next;
      b->next = all;
      all = b;
    }
}

inline void to_system_all(Block* all) noexcept {
  while (all != nullptr) {
    Block* const b = all;
    all = b->next;
    to_system(b);
  }
}

// Puts a list of blocks into the shared lists. Those are emptied first when they hold too much: what they hold then is mostly of
// sizes that are no longer asked for.
inline void to_shared(Block* all) noexcept {
  Shared& s = shared();
  Block* stale = nullptr;
  {
    std::lock_guard const lock(s.mutex);
    std::size_t cached = s.cached.load(std::memory_order_relaxed);
    while (all != nullptr) {
      Block* const b = all;
      all = b->next;
      if (!pooled || b->bytes > shared_limit) {
        b->next = stale;
        stale = b;
        continue;
      }
      if (cached + b->bytes > shared_limit) {
        drain(s.lists, stale);
        cached = 0;
      }
      b->next = s.lists[b->size_class];
      s.lists[b->size_class] = b;
      cached += b->bytes;
    }
    s.cached.store(cached, std::memory_order_relaxed);
  }
  to_system_all(stale);
}

inline Block* from_shared(std::uint32_t c) noexcept {
  Shared& s = shared();
  if (s.cached.load(std::memory_order_relaxed) == 0) return nullptr;
  std::lock_guard const lock(s.mutex);
  Block* const b = s.lists[c];
  if (b == nullptr) return nullptr;
  s.lists[c] = b->next;
  s.cached.store(s.cached.load(std::memory_order_relaxed) - b->bytes, std::memory_order_relaxed);
  return b;
}

inline void flush(ThreadCache& t) noexcept {
  Block* all = nullptr;
  drain(t.lists, all);
  t.cached.subtract(t.cached.get());
  to_shared(all);
}

// Its destructor runs when the thread ends.
struct Reaper {
  ~Reaper() {
    ThreadCache& t = this_thread;
    t.state = ThreadCache::dead;
    flush(t);
    Shared& s = shared();
    std::lock_guard const lock(s.mutex);
    s.live.fetch_add(t.live.get(), std::memory_order_relaxed);
    (t.previous != nullptr ? t.previous->next : s.threads) = t.next;
    if (t.next != nullptr) t.next->previous = t.previous;
  }
};

// First use on this thread: register for stats() and for the clean-up at the thread's end.
[[gnu::noinline]] inline void activate(ThreadCache& t) {
  static thread_local Reaper reaper;
  [[maybe_unused]] Reaper* const used = &reaper;
  Shared& s = shared();
  std::lock_guard const lock(s.mutex);
  t.next = s.threads;
  if (t.next != nullptr) t.next->previous = &t;
  s.threads = &t;
  t.state = ThreadCache::active;
}

inline void count_large(std::size_t bytes) noexcept {
  Shared& s = shared();
  std::size_t const now = s.live_counted.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  std::size_t seen = s.peak.load(std::memory_order_relaxed);
  while (now > seen && !s.peak.compare_exchange_weak(seen, now, std::memory_order_relaxed)) {
  }
}

inline void destroy(Buffer* buffer) noexcept {
  Block* const b = static_cast<Block*>(buffer);
  ThreadCache& t = this_thread;
  if (t.state == ThreadCache::active)
    t.live.subtract(b->bytes);
  else
    shared().live.fetch_sub(b->bytes, std::memory_order_relaxed);
  if (b->bytes >= counted) shared().live_counted.fetch_sub(b->bytes, std::memory_order_relaxed);
  if (!pooled || t.state != ThreadCache::active || b->bytes >= large) {
    b->next = nullptr;
    return to_shared(b);
  }
  if (t.cached.get() >= thread_limit) flush(t);
  b->next = t.lists[b->size_class];
  t.lists[b->size_class] = b;
  t.cached.add(b->bytes);
}

inline void count_live(ThreadCache& t, std::size_t bytes) noexcept {
  if (t.state == ThreadCache::active)
    t.live.add(bytes);
  else
    shared().live.fetch_add(bytes, std::memory_order_relaxed);
  if (bytes >= counted) count_large(bytes);
}

[[gnu::noinline]] inline Buffer* allocate_slowly(std::uint32_t c) {
  ThreadCache& t = this_thread;
  if (t.state == ThreadCache::fresh) activate(t);
  std::size_t const bytes = class_bytes(c);
  Block* b = pooled ? from_shared(c) : nullptr;
  if (b == nullptr) {
    void* const memory = from_system(bytes);
    b = new (memory) Block;
    b->bytes = bytes;
    b->data = static_cast<unsigned char*>(memory) + alignment;
    b->destroy = destroy;
    b->size_class = c;
  }
  b->references.store_relaxed(1);
  count_live(t, bytes);
  return b;
}

}  // namespace fm::memory::detail

namespace fm::memory {

FM_INLINE Buffer* allocate(std::size_t bytes) {
  if (bytes > detail::largest) throw std::bad_alloc();
  std::uint32_t const c = detail::class_of(bytes);
  detail::ThreadCache& t = detail::this_thread;
  detail::Block* const b = t.lists[c];
  if (b == nullptr) return detail::allocate_slowly(c);
  t.lists[c] = b->next;
  t.cached.subtract(b->bytes);
  b->references.store_relaxed(1);
  detail::count_live(t, b->bytes);
  return b;
}

FM_INLINE Stats stats() {
  detail::Shared& s = detail::shared();
  std::lock_guard const lock(s.mutex);
  std::size_t live = s.live.load(std::memory_order_relaxed), cached = s.cached.load(std::memory_order_relaxed);
  for (detail::ThreadCache const* t = s.threads; t != nullptr; t = t->next) {
    live += t->live.get();
    cached += t->cached.get();
  }
  return {live, s.peak.load(std::memory_order_relaxed), cached};
}

FM_INLINE void reset_peak() {
  detail::Shared& s = detail::shared();
  s.peak.store(s.live_counted.load(std::memory_order_relaxed), std::memory_order_relaxed);
}

FM_INLINE void trim() {
  detail::Shared& s = detail::shared();
  detail::Block* all = nullptr;
  detail::ThreadCache& t = detail::this_thread;
  detail::drain(t.lists, all);
  t.cached.subtract(t.cached.get());
  {
    std::lock_guard const lock(s.mutex);
    detail::drain(s.lists, all);
    s.cached.store(0, std::memory_order_relaxed);
  }
  detail::to_system_all(all);
}

FM_INLINE void release(Buffer* b) noexcept {
  if (b->references.subtract_acq_rel(1) == 1) b->destroy(b);
}

}  // namespace fm::memory
