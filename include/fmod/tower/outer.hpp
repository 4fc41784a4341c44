// fmod/tower/outer.hpp: OuterProduct, the product of a column and a row that is not computed before somebody reads it
// SPDX-License-Identifier: MIT
//
// The gradient of one example by a matrix is an outer product. Of many examples these are large, and often only their norms are
// wanted, which the factors know: an op may answer from them (`of_outer`, tower/batched.hpp).
#pragma once
#include <fmod/tower/level.hpp>

namespace fm::tower {

/// Column (lanes, m, 1) times row (lanes, 1, n).
template <class T> class OuterProduct {
 public:
  using Multiply = T (*)(T const& column, T const& row);
  OuterProduct(T column, T row, Multiply multiply)
      : column_(std::move(column)), row_(std::move(row)), multiply_(multiply) {}
  OuterProduct(OuterProduct&& o) noexcept
      : column_(std::move(o.column_)), row_(std::move(o.row_)), multiply_(o.multiply_) {}
  ~OuterProduct() { delete value_.load_acquire(); }

  T const& column() const noexcept { return column_; }
  T const& row() const noexcept { return row_; }
  /// Of one lane.
  Shape shape() const { return Shape{shape_of(column_)[-2], shape_of(row_)[-1]}; }
  /// Computed once; of two threads that ask at the same time both compute, and one result is kept.
  T const& value() const {
    T const* known = value_.load_acquire();
    if (known != nullptr) return *known;
    T const* const made = new T(multiply_(column_, row_));
    if (value_.replace(known, made)) return *made;
    delete made;
    return *known;
  }

 private:
  T column_, row_;
  Multiply multiply_;
  mutable Atomic<T const*> value_{nullptr};
};

}  // namespace fm::tower
