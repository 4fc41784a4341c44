// fmod/impl/tower/tape.ipp: storage and recycling of tapes, and the sweeps
// SPDX-License-Identifier: MIT
#include <fmod/tower/tape.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>

namespace fm::tower {

namespace detail {

// Tapes that nobody uses. The list is never destroyed: boxes may look at a tape's stamp at any time, also while statics
// are torn down.
struct FreeTapes {
  std::mutex mutex;
  std::vector<Tape*> tapes;
};
inline FreeTapes& free_tapes() {
  static FreeTapes& list = *new FreeTapes;
  return list;
}
// A thread keeps a few to itself, so that a gradient in a loop takes no lock.
struct LocalTapes {
  static constexpr std::size_t most = 8;
  Tape* tapes[most];
  std::size_t count = 0;
  bool ended = false;
  ~LocalTapes() {
    ended = true;
    std::lock_guard lock(free_tapes().mutex);
    while (count != 0) free_tapes().tapes.push_back(tapes[--count]);
  }
};
inline LocalTapes& local_tapes() {
  thread_local LocalTapes list;
  return list;
}

}  // namespace detail

FM_INLINE Tape::Handle Tape::open() {
  Tape* t = nullptr;
  auto& local = detail::local_tapes();
  if (!local.ended && local.count != 0) {
    t = local.tapes[--local.count];
  } else {
    auto& shared = detail::free_tapes();
    std::lock_guard lock(shared.mutex);
    if (!shared.tapes.empty()) {
      t = shared.tapes.back();
      shared.tapes.pop_back();
    }
  }
  if (t == nullptr) t = new Tape;
  t->stamp_.store_relaxed(new_stamp());
  for (auto const& s : t->scalars_) s.restart(s.tape, t->stamp());
  return Handle(t);
}

FM_INLINE void Tape::recycle(Tape* t) noexcept {
  t->clear();
  auto& local = detail::local_tapes();
  if (!local.ended && local.count != detail::LocalTapes::most) {
    local.tapes[local.count++] = t;
    return;
  }
  auto& shared = detail::free_tapes();
  std::lock_guard lock(shared.mutex);
  shared.tapes.push_back(t);
}

FM_INLINE void Tape::clear() noexcept {
  close();
  // Backwards: a node's residuals never own another node, so order is free; this one frees what was used last first.
  for (std::size_t i = nodes_.size(); i-- > 0;)
    if (nodes_[i]) nodes_[i]->~Node();
  constexpr std::size_t keep = std::size_t{1} << 20;  // a long record does not hold its memory for ever
  if (nodes_.capacity() * sizeof(Node*) > keep) nodes_ = {};
  nodes_.clear();
  std::size_t kept = 0, chunks = 0;
  while (chunks < chunks_.size() && (kept += chunks_[chunks].size) <= keep) ++chunks;
  while (chunks_.size() > chunks) {
    delete[] chunks_.back().bytes;
    chunks_.pop_back();
  }
  chunk_ = used_ = slot_bytes_ = fence_ = 0;
  for (auto const& s : scalars_) s.restart(s.tape, 0);
}

FM_INLINE void* Tape::reserve(std::size_t bytes) {
  constexpr std::size_t align = alignof(std::max_align_t);
  bytes = (bytes + align - 1) & ~(align - 1);
  while (chunk_ < chunks_.size() && used_ + bytes > chunks_[chunk_].size) {
    ++chunk_;
    used_ = 0;
  }
  if (chunk_ == chunks_.size()) {
    std::size_t const grown =
        chunks_.empty() ? std::size_t{8} << 10 : std::min(chunks_.back().size * 2, std::size_t{1} << 20);
    std::size_t const size = std::max(bytes, grown);
    chunks_.reserve(chunks_.size() + 1);
    chunks_.push_back({new std::byte[size], size});
    used_ = 0;
  }
  void* p = chunks_[chunk_].bytes + used_;
  used_ += bytes;
  return p;
}

FM_INLINE void* Sweep::reserve(std::size_t bytes) {
  constexpr std::size_t align = alignof(std::max_align_t);
  bytes = (bytes + align - 1) & ~(align - 1);
  if (bytes <= sizeof local_ - local_used_) {
    void* const p = local_ + local_used_;
    local_used_ += bytes;
    return p;
  }
  blocks_.reserve(blocks_.size() + 1);
  void* const p = std::malloc(bytes);
  if (!p) throw std::bad_alloc();
  blocks_.push_back(p);
  return p;
}

FM_INLINE void Sweep::remember(Numbers const& n) {
  if (kinds_ == most_kinds) throw value_error("fmod: more than 8 types of number in one differentiated function");
  numbers_[kinds_++] = n;
}

FM_INLINE Sweep::Sweep(Tape const& tape) : tape_(&tape) {
  std::size_t const count = tape.nodes().size();
  present_ = static_cast<unsigned char*>(reserve(count));
  std::memset(present_, 0, count);
  slots_ = static_cast<std::byte*>(reserve(tape.slot_bytes()));
}

FM_INLINE Sweep::~Sweep() {
  auto const& nodes = tape_->nodes();
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (present_[i] && nodes[i]) nodes[i]->destroy_slot(slots_ + nodes[i]->slot);
  for (std::size_t i = 0; i < kinds_; ++i) numbers_[i].destroy(numbers_[i].values, numbers_[i].count);
  for (void* p : blocks_) std::free(p);
}

FM_INLINE void Sweep::pull_all() {
  auto const& nodes = tape_->nodes();
  for (std::size_t i = nodes.size(); i-- > 0;) nodes[i]->pull(*this);
}

FM_INLINE void Sweep::pull_and_drop(Tape& tape, std::size_t inputs) {
  auto& nodes = tape.nodes();
  for (std::size_t i = nodes.size(); i-- > inputs;) {
    nodes[i]->pull(*this);
    tape.drop(nodes[i]);
  }
}

FM_INLINE void Sweep::push_all() {
  for (Node const* n : tape_->nodes()) n->push(*this);
}

}  // namespace fm::tower
