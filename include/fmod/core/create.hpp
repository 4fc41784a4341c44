// fmod/core/create.hpp: tensors from literals, spans and constants
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/core/tensor.hpp>

#include <vector>

namespace fm {

/// A nested list of numbers as written in source: `{{1, 2}, {3, 4.5}}`. Any arithmetic type, without warnings.
template <Element S> class Literal {
 public:
  template <class T>
  requires std::is_arithmetic_v<T> Literal(T v) : value_(static_cast<S>(v)), scalar_(true) {}
  Literal(std::initializer_list<Literal> items) : items_(items) {}

  Tensor<S> tensor() const;

 private:
  void measure(Shape& shape) const;
  void fill(Shape const& shape, int axis, S*& out) const;

  std::vector<Literal> items_;
  S value_{};
  bool scalar_ = false;
};

/// `tensor<double>({{1, 2}, {3, 4}})`. Throws: shape_error if rows differ in length.
template <Element S> Tensor<S> tensor(Literal<S> const& literal) { return literal.tensor(); }

template <Element S> Tensor<S> full(Shape const& shape, S value);

/// Rank-0 tensor.
template <Element S> Tensor<S> scalar(S value) { return full(Shape{}, value); }
template <class T>
requires(std::is_arithmetic_v<T> && !Element<T>) Tensor<int64_t> scalar(T value) {
  return full(Shape{}, static_cast<int64_t>(value));
}

/// All elements equal; the type may be named (`full<float>({2}, 1)`) and then any number fits.
template <Element S, class T>
requires(std::is_arithmetic_v<T> && !std::is_same_v<S, T>) Tensor<S> full(Shape const& shape, T value) {
  return full(shape, static_cast<S>(value));
}
template <Element S> Tensor<S> zeros(Shape const& shape) { return full(shape, S(0)); }
template <Element S> Tensor<S> ones(Shape const& shape) { return full(shape, S(1)); }
/// Identity matrix (rows, columns); square when one size is given.
template <Element S> Tensor<S> eye(int64_t rows, int64_t columns = -1);
/// first, first + step, ... below last. Throws: value_error if step is 0 or not finite.
template <Element S> Tensor<S> arange(S first, S last, S step = S(1));
template <Element S> Tensor<S> arange(S last) { return arange(S(0), last); }
/// `count` points from first to last, both included. Throws: value_error if count is negative.
template <Element S> Tensor<S> linspace(S first, S last, int64_t count);

/// Copies the elements, row-major. Throws: shape_error if the count differs from the shape's.
template <Element S> Tensor<S> from_span(Shape const& shape, std::span<S const> values);
template <Element S> Tensor<S> from_vector(std::vector<S> const& values) requires(!std::is_same_v<S, bool>) {
  return from_span<S>(Shape{values.size()}, std::span<S const>(values));
}

}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/core/create.ipp>
#endif
