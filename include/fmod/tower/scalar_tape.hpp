// fmod/tower/scalar_tape.hpp: the record of operations on numbers: partial derivatives and where they lead
// SPDX-License-Identifier: MIT
//
// Variable i (i >= 1; 0 stands for a constant) is the result of operation i, whose partials are
//   entries[ends[i-1]] .. entries[ends[i]-1].
// A run of operations with no tensor operation in between is one node of the tape.
#pragma once
#include <fmod/tower/tape.hpp>

#include <limits>

namespace fm::tower {

[[noreturn]] void too_many_numbers();

template <class T> class ScalarTape {
 public:
  struct Entry {
    T partial;
    std::uint32_t parent;
  };

  explicit ScalarTape(Tape& owner) : owner_(&owner) {}
  void restart(std::uint64_t stamp) {
    constexpr std::size_t keep = std::size_t{1} << 16;
    if (entries_.capacity() > keep) entries_ = {};
    if (ends_.capacity() > keep) ends_ = {};
    entries_.clear();
    ends_.assign(1, 0);
    block_ = nullptr;
    stamp_.store_relaxed(static_cast<std::uint32_t>(stamp));
  }

  std::uint32_t stamp() const noexcept { return stamp_.load_relaxed(); }
  Atomic<std::uint32_t>& stamp_source() noexcept { return stamp_; }
  Tape& owner() const noexcept { return *owner_; }
  std::size_t count() const noexcept { return ends_.size(); }

  void entry(T partial, std::uint32_t parent) { entries_.push_back({std::move(partial), parent}); }
  /// Ends the list of partials of one operation; returns its variable.
  std::uint32_t variable() {
    if (block_ == nullptr || owner_->last() != block_) open_block();
    if (entries_.size() >= std::numeric_limits<std::uint32_t>::max()) too_many_numbers();
    ends_.push_back(static_cast<std::uint32_t>(entries_.size()));
    return block_->last = static_cast<std::uint32_t>(ends_.size() - 1);
  }

  void pull(Sweep& sweep, std::uint32_t first, std::uint32_t last) const {
    T* ct = sweep.numbers<T>(this, count());
    for (std::uint32_t i = last; i >= first; --i) {
      // As everywhere, a cotangent that is exactly 0 stays 0 whatever the partial is.
      if (is_constant_zero(ct[i])) continue;
      for (std::uint32_t e = ends_[i - 1]; e < ends_[i]; ++e) {
        T& to = ct[entries_[e].parent];
        to = tower::plus<T>(std::move(to), tower::chained<T>(ct[i], entries_[e].partial));
      }
    }
  }
  void push(Sweep& sweep, std::uint32_t first, std::uint32_t last) const {
    T* t = sweep.numbers<T>(this, count());
    for (std::uint32_t i = first; i <= last; ++i)
      for (std::uint32_t e = ends_[i - 1]; e < ends_[i]; ++e) {
        T const& d = t[entries_[e].parent];
        if (!is_constant_zero(d)) t[i] = tower::plus<T>(std::move(t[i]), tower::chained<T>(d, entries_[e].partial));
      }
  }

 private:
  struct Block final : Node {
    ScalarTape const* tape;
    std::uint32_t first, last;
    Block(ScalarTape const* t, std::uint32_t f) : tape(t), first(f), last(f) {}
    void pull(Sweep& s) const override { tape->pull(s, first, last); }
    void push(Sweep& s) const override { tape->push(s, first, last); }
  };
  void open_block() { block_ = owner_->make<Block>(this, static_cast<std::uint32_t>(ends_.size())); }

  Atomic<std::uint32_t> stamp_{0};
  Tape* owner_;
  Block* block_ = nullptr;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> ends_{0};
};

}  // namespace fm::tower

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/tower/scalar_tape.ipp>
#endif
