// fmod/core/atomic.hpp: Atomic and Shared, the little of <atomic> and <memory> that the public headers need
// SPDX-License-Identifier: MIT
//
// The standard headers cost a fifth of a second in every file of every user; these use the compilers' own operations.
#pragma once
#include <cstdint>
#include <utility>

namespace fm {

/// A number that several threads may read and write.
template <class T> class Atomic {
 public:
  constexpr Atomic(T v = T()) noexcept : value_(v) {}
  Atomic(Atomic const&) = delete;
  Atomic& operator=(Atomic const&) = delete;

  T load_relaxed() const noexcept { return __atomic_load_n(&value_, __ATOMIC_RELAXED); }
  T load_acquire() const noexcept { return __atomic_load_n(&value_, __ATOMIC_ACQUIRE); }
  void store_relaxed(T v) noexcept { __atomic_store_n(&value_, v, __ATOMIC_RELAXED); }
  /// Returns the value before.
  T add_relaxed(T d) noexcept { return __atomic_fetch_add(&value_, d, __ATOMIC_RELAXED); }
  /// Sets the value if it is `expected`; else nothing happens, and `expected` becomes what it is.
  bool replace(T& expected, T v) noexcept {
    return __atomic_compare_exchange_n(&value_, &expected, v, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  }
  T subtract_acq_rel(T d) noexcept { return __atomic_fetch_sub(&value_, d, __ATOMIC_ACQ_REL); }

 private:
  T value_;
};

/// A counted handle of a value on the heap. Copies may be used by several threads at once.
template <class T> class Shared {
 public:
  Shared() noexcept = default;
  explicit Shared(T value) : cell_(new Cell{{1}, std::move(value)}) {}
  Shared(Shared const& o) noexcept : cell_(o.cell_) {
    if (cell_) cell_->references.add_relaxed(1);
  }
  Shared(Shared&& o) noexcept : cell_(std::exchange(o.cell_, nullptr)) {}
  Shared& operator=(Shared o) noexcept {
    std::swap(cell_, o.cell_);
    return *this;
  }
  ~Shared() {
    if (cell_ && cell_->references.subtract_acq_rel(1) == 1) delete cell_;
  }
  explicit operator bool() const noexcept { return cell_ != nullptr; }
  T const* operator->() const noexcept { return &cell_->value; }

 private:
  struct Cell {
    Atomic<std::uint32_t> references;
    T value;
  };
  Cell* cell_ = nullptr;
};

}  // namespace fm
