// fmod/impl/core/create.ipp: tensors from literals, spans and constants
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/core/create.hpp>
#include <fmod/error.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace fm {

// ---- nested lists
template <Element S> void Literal<S>::measure(Shape& shape) const {
  if (scalar_) return;
  shape.push_back(static_cast<int64_t>(items_.size()));
  if (!items_.empty()) items_.front().measure(shape);
}

template <Element S> void Literal<S>::fill(Shape const& shape, int axis, S*& out) const {
  bool const number = axis == shape.rank();
  if (number != scalar_)
    throw shape_error("tensor: uneven literal: a number and a list at nesting depth " + std::to_string(axis) +
                      "; all rows of an axis must be alike");
  if (number) {
    *out++ = value_;
    return;
  }
  if (static_cast<int64_t>(items_.size()) != shape[axis])
    throw shape_error("tensor: uneven literal: rows of " + std::to_string(shape[axis]) + " and of " +
                      std::to_string(items_.size()) + " at nesting depth " + std::to_string(axis) +
                      "; all rows of an axis must be alike");
  for (Literal const& item : items_) item.fill(shape, axis + 1, out);
}

template <Element S> Tensor<S> Literal<S>::tensor() const {
  Shape shape;
  measure(shape);
  Tensor<S> t = Tensor<S>::uninitialized(shape);
  S* out = t.mutable_data();
  fill(shape, 0, out);
  return t;
}

// ---- constants and sequences
template <Element S> Tensor<S> full(Shape const& shape, S value) {
  Tensor<S> t = Tensor<S>::uninitialized(shape);
  std::fill_n(t.mutable_data(), t.size(), value);
  return t;
}

template <Element S> Tensor<S> eye(int64_t rows, int64_t columns) {
  if (columns == -1) columns = rows;
  Tensor<S> t = full(Shape{rows, columns}, S(0));
  for (int64_t i = 0; i < std::min(rows, columns); ++i) t.mutable_data()[i * columns + i] = S(1);
  return t;
}

template <Element S> Tensor<S> arange(S first, S last, S step) {
  if (step == S(0)) throw value_error("arange: step is 0");
  int64_t count = 0;
  if constexpr (Real<S>) {
    if (!std::isfinite(step) || !std::isfinite(first) || !std::isfinite(last))
      throw value_error("arange: not finite: first " + std::to_string(first) + ", last " + std::to_string(last) +
                        ", step " + std::to_string(step));
    double const exact =
        std::ceil((static_cast<double>(last) - static_cast<double>(first)) / static_cast<double>(step));
    if (exact > 0) count = exact < 0x1p62 ? static_cast<int64_t>(exact) : int64_t(1) << 62;
  } else {
    // The distance of two int64 fits in uint64.
    bool const up = step > S(0);
    if (up ? first < last : first > last) {
      std::uint64_t const distance = up ? static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first)
                                        : static_cast<std::uint64_t>(first) - static_cast<std::uint64_t>(last);
      std::uint64_t const size = up ? static_cast<std::uint64_t>(step) : -static_cast<std::uint64_t>(step);
      count = static_cast<int64_t>(std::min<std::uint64_t>((distance - 1) / size + 1, std::uint64_t(1) << 62));
    }
  }
  Tensor<S> t = Tensor<S>::uninitialized(Shape{count});
  S* const out = t.mutable_data();
  if constexpr (Real<S>) {
    for (int64_t i = 0; i < count; ++i)
      out[i] = static_cast<S>(static_cast<double>(first) + static_cast<double>(i) * static_cast<double>(step));
  } else {
    // i * step may leave the range of int64 where the sum does not.
    for (int64_t i = 0; i < count; ++i)
      out[i] = static_cast<S>(static_cast<std::uint64_t>(first) +
                              static_cast<std::uint64_t>(i) * static_cast<std::uint64_t>(step));
  }
  return t;
}

template <Element S> Tensor<S> linspace(S first, S last, int64_t count) {
  if (count < 0) throw value_error("linspace: count is negative: " + std::to_string(count));
  Tensor<S> t = Tensor<S>::uninitialized(Shape{count});
  S* const out = t.mutable_data();
  S const parts = static_cast<S>(std::max<int64_t>(count - 1, 1));
  S const whole = last - first, step = std::isfinite(whole) ? whole / parts : last / parts - first / parts;
  // From both ends, so that both are met exactly and symmetric ranges come out symmetric.
  for (int64_t i = 0; i < count; ++i)
    out[i] = i < (count + 1) / 2 ? first + static_cast<S>(i) * step : last - static_cast<S>(count - 1 - i) * step;
  return t;
}

template <Element S> Tensor<S> from_span(Shape const& shape, std::span<S const> values) {
  if (static_cast<std::uint64_t>(shape.size()) != values.size())
    throw shape_error("from_span: element counts differ: shape " + to_string(shape) + " has " +
                      std::to_string(shape.size()) + ", the span has " + std::to_string(values.size()));
  Tensor<S> t = Tensor<S>::uninitialized(shape);
  std::copy(values.begin(), values.end(), t.mutable_data());
  return t;
}

}  // namespace fm
