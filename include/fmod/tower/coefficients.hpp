// fmod/tower/coefficients.hpp: a list of Taylor coefficients that are computed when they are asked for
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/core/atomic.hpp>

#include <vector>

namespace fm::tower {

/// The coefficients of one series, computed in order. An absent tensor is 0.
template <class T> class Coefficients {
 public:
  explicit Coefficients(T first) { known_.push_back(std::move(first)); }
  explicit Coefficients(std::vector<T> known) : known_(std::move(known)) {}
  Coefficients(Coefficients const&) = delete;
  Coefficients& operator=(Coefficients const&) = delete;
  virtual ~Coefficients() = default;

  T at(int k) {
    while (static_cast<int>(known_.size()) <= k) known_.push_back(next(static_cast<int>(known_.size())));
    return known_[static_cast<std::size_t>(k)];
  }
  bool knows(int order) const { return static_cast<int>(known_.size()) > order; }
  /// Computes all up to `order`; what they are computed from is not needed any more.
  void complete(int order) {
    static_cast<void>(at(order));
    forget();
  }

 private:
  template <class> friend class CoefficientsHandle;
  virtual T next(int k) = 0;
  virtual void forget() {}
  std::vector<T> known_;
  Atomic<std::uint32_t> references_{0};
};

/// Counted; or not, where a rule reads the series that owns it.
template <class T> class CoefficientsHandle {
 public:
  CoefficientsHandle() = default;
  static CoefficientsHandle owning(Coefficients<T>* c) {
    c->references_.add_relaxed(1);
    return {c, true};
  }
  static CoefficientsHandle borrowing(Coefficients<T>* c) { return {c, false}; }
  CoefficientsHandle(CoefficientsHandle const& o) : node_(o.node_), owns_(o.owns_) {
    if (owns_) node_->references_.add_relaxed(1);
  }
  CoefficientsHandle(CoefficientsHandle&& o) noexcept
      : node_(std::exchange(o.node_, nullptr)), owns_(std::exchange(o.owns_, false)) {}
  CoefficientsHandle& operator=(CoefficientsHandle o) noexcept {
    std::swap(node_, o.node_);
    std::swap(owns_, o.owns_);
    return *this;
  }
  ~CoefficientsHandle() {
    if (owns_ && node_->references_.subtract_acq_rel(1) == 1) delete node_;
  }
  explicit operator bool() const { return node_ != nullptr; }
  Coefficients<T>* operator->() const { return node_; }

 private:
  CoefficientsHandle(Coefficients<T>* c, bool owns) : node_(c), owns_(owns) {}
  Coefficients<T>* node_ = nullptr;
  bool owns_ = false;
};

template <class T> struct GivenCoefficients final : Coefficients<T> {
  using Coefficients<T>::Coefficients;
  T next(int) override { return T{}; }
};

}  // namespace fm::tower
