// fmod/impl/nn/initializers.ipp: the rules of the initializers
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/nn/initializers.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace fm {
namespace nn::detail {

/// (fan_in, fan_out) of a weight (out, in, kernel...).
inline std::pair<double, double> fans(Shape const& shape) {
  if (shape.rank() < 2)
    throw shape_error("initializer: fans of " + to_string(shape) +
                      ": a weight (out, in, ...) has two axes or more; for a vector name the "
                      "numbers: initializers::uniform(low, high), normal(deviation)");
  double kernel = 1;
  for (int i = 2; i < shape.rank(); ++i) kernel *= static_cast<double>(shape[i]);
  return {static_cast<double>(shape[1]) * kernel, static_cast<double>(shape[0]) * kernel};
}

/// Modified Gram and Schmidt, twice, on `count` rows of `length`: then the rows are orthonormal to the last digits. With
/// normal rows the result is uniformly distributed, because the norms that are divided out are positive.
inline void orthonormalize(std::vector<double>& rows, std::size_t count, std::size_t length) {
  for (std::size_t i = 0; i < count; ++i) {
    double* const x = rows.data() + i * length;
    for (int pass = 0; pass < 2; ++pass) {
      for (std::size_t j = 0; j < i; ++j) {
        double const* const y = rows.data() + j * length;
        double product = 0;
        for (std::size_t k = 0; k < length; ++k) product += x[k] * y[k];
        for (std::size_t k = 0; k < length; ++k) x[k] -= product * y[k];
      }
      double square = 0;
      for (std::size_t k = 0; k < length; ++k) square += x[k] * x[k];
      double const scale = 1 / std::sqrt(square);
      for (std::size_t k = 0; k < length; ++k) x[k] *= scale;
    }
  }
}

inline Tensor<double> orthogonal(Tensor<std::uint32_t> const& key, Shape const& shape, double gain) {
  if (shape.rank() < 2)
    throw shape_error("initializers::orthogonal: the shape is " + to_string(shape) + "; a matrix has two axes or more");
  auto const out = static_cast<std::size_t>(shape[0]);
  std::size_t const in = out == 0 ? 0 : static_cast<std::size_t>(shape.size()) / out;
  std::size_t const count = std::min(out, in), length = std::max(out, in);
  Tensor<double> const draws = random::normal<double>(key, Shape{count, length});
  std::vector<double> rows(draws.data(), draws.data() + draws.size());
  orthonormalize(rows, count, length);
  auto made = Tensor<double>::uninitialized(shape);
  for (std::size_t i = 0; i < out; ++i)
    for (std::size_t j = 0; j < in; ++j)
      made.mutable_data()[i * in + j] = gain * (out <= in ? rows[i * length + j] : rows[j * length + i]);
  return made;
}

template <Element S> Tensor<S> uniform(Tensor<std::uint32_t> const& key, Shape const& shape, double bound) {
  // An empty fan makes an infinite bound, and no elements.
  if (shape.size() == 0) return fm::zeros<S>(shape);
  return kernels::cast<S>(random::uniform<std::conditional_t<Real<S>, S, double>>(key, shape, -bound, bound));
}
template <Element S> Tensor<S> normal(Tensor<std::uint32_t> const& key, Shape const& shape, double deviation) {
  if (shape.size() == 0) return fm::zeros<S>(shape);
  return kernels::cast<S>(fm::mul(deviation, random::normal<std::conditional_t<Real<S>, S, double>>(key, shape)));
}

}  // namespace nn::detail

template <Element S> Tensor<S> Initializer::operator()(Tensor<std::uint32_t> const& key, Shape const& shape) const {
  switch (rule_) {
    case rule::constant:
      return fm::full(shape, static_cast<S>(a_));
    case rule::uniform:
      return kernels::cast<S>(random::uniform<std::conditional_t<Real<S>, S, double>>(key, shape, a_, b_));
    case rule::normal:
      return nn::detail::normal<S>(key, shape, a_);
    case rule::fan_in_uniform:
      return nn::detail::uniform<S>(key, shape, a_ * std::sqrt(3 / nn::detail::fans(shape).first));
    case rule::fan_in_normal:
      return nn::detail::normal<S>(key, shape, a_ / std::sqrt(nn::detail::fans(shape).first));
    case rule::fan_both_uniform: {
      auto const [in, out] = nn::detail::fans(shape);
      return nn::detail::uniform<S>(key, shape, a_ * std::sqrt(6 / (in + out)));
    }
    case rule::fan_both_normal: {
      auto const [in, out] = nn::detail::fans(shape);
      return nn::detail::normal<S>(key, shape, a_ * std::sqrt(2 / (in + out)));
    }
    case rule::orthogonal:
      return kernels::cast<S>(nn::detail::orthogonal(key, shape, a_));
    case rule::tensor:
    case rule::function:
      break;
  }
  Tensor<double> const value = rule_ == rule::tensor ? value_ : function_(key, shape);
  if (!(value.shape() == shape))
    throw shape_error("initializer: the value is " + to_string(value.shape()) + ", the parameter " + to_string(shape) +
                      "; give a value of the parameter's shape");
  return kernels::cast<S>(value);
}

namespace initializers {
FM_INLINE Initializer kaiming_uniform(double a) {
  return {Initializer::rule::fan_in_uniform, std::sqrt(2 / (1 + a * a))};
}
FM_INLINE Initializer kaiming_normal(double a) {
  return {Initializer::rule::fan_in_normal, std::sqrt(2 / (1 + a * a))};
}
FM_INLINE Initializer xavier_uniform(double gain) { return {Initializer::rule::fan_both_uniform, gain}; }
FM_INLINE Initializer xavier_normal(double gain) { return {Initializer::rule::fan_both_normal, gain}; }
FM_INLINE Initializer lecun_normal() { return {Initializer::rule::fan_in_normal, 1}; }
FM_INLINE Initializer normal(double deviation) { return {Initializer::rule::normal, deviation}; }
FM_INLINE Initializer uniform(double low, double high) { return {Initializer::rule::uniform, low, high}; }
FM_INLINE Initializer zeros() { return {Initializer::rule::constant, 0}; }
FM_INLINE Initializer ones() { return {Initializer::rule::constant, 1}; }
FM_INLINE Initializer constant(double value) { return {Initializer::rule::constant, value}; }
FM_INLINE Initializer orthogonal(double gain) { return {Initializer::rule::orthogonal, gain}; }
}  // namespace initializers
}  // namespace fm
