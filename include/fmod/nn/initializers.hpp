// fmod/nn/initializers.hpp: what a parameter is before training: kaiming, xavier, orthogonal, constants, ...
// SPDX-License-Identifier: MIT
//
// Fans are counted as in PyTorch: a weight is (out, in, kernel...), fan_in = in * kernel..., fan_out = out * kernel...
#pragma once
#include <fmod/random/distributions.hpp>

namespace fm {

/// How to make the first value of a parameter from a key and a shape. A small value: it holds a rule and its numbers.
class Initializer {
 public:
  enum class rule : unsigned char {
    constant,
    uniform,
    normal,
    fan_in_uniform,
    fan_in_normal,
    fan_both_uniform,
    fan_both_normal,
    orthogonal,
    tensor,
    function
  };
  using Function = Tensor<double> (*)(Tensor<std::uint32_t> const& key, Shape const& shape);

  Initializer(rule r, double a, double b = 0) : rule_(r), a_(a), b_(b) {}
  /// One's own rule: a plain function, or a lambda without captures.
  Initializer(Function f) : rule_(rule::function), function_(f) {}
  template <class F>
  requires std::is_convertible_v<F, Function> Initializer(F const& f) : Initializer(static_cast<Function>(f)) {}
  /// A given value; the shape must be the parameter's.
  explicit Initializer(Tensor<double> value) : rule_(rule::tensor), value_(std::move(value)) {}

  /// Throws: shape_error if the rule does not fit the shape (fans of a vector, a given value of another shape).
  template <Element S> Tensor<S> operator()(Tensor<std::uint32_t> const& key, Shape const& shape) const;

 private:
  rule rule_;
  double a_ = 0, b_ = 0;
  Function function_ = nullptr;
  Tensor<double> value_;
};

/// Initializers: `fm::param({out, in}, fm::initializers::xavier_uniform())`.
namespace initializers {

/// Uniform within +-gain sqrt(3 / fan_in) with gain sqrt(2 / (1 + a^2)), for layers before a leaky relu of slope a.
/// Source: He, Zhang, Ren, Sun, Delving deep into rectifiers, 2015.
Initializer kaiming_uniform(double a = 0);
/// Normal with deviation gain / sqrt(fan_in), gain as above.
Initializer kaiming_normal(double a = 0);
/// Uniform within +-gain sqrt(6 / (fan_in + fan_out)).
/// Source: Glorot, Bengio, Understanding the difficulty of training deep feedforward neural networks, 2010.
Initializer xavier_uniform(double gain = 1);
/// Normal with deviation gain sqrt(2 / (fan_in + fan_out)).
Initializer xavier_normal(double gain = 1);
/// Normal with deviation 1 / sqrt(fan_in).
Initializer lecun_normal();
/// Normal with mean 0.
Initializer normal(double deviation = 1);
/// Uniform in [low, high).
Initializer uniform(double low, double high);
Initializer zeros();
Initializer ones();
Initializer constant(double value);
/// Rows (or columns, if there are fewer) are orthonormal, times gain; uniformly distributed over such matrices. Axes after
/// the first count as one.
Initializer orthogonal(double gain = 1);
/// The given tensor.
template <Real S> Initializer value(Tensor<S> const& t) { return Initializer(fm::cast<double>(t)); }

}  // namespace initializers
}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/nn/initializers.ipp>
#endif
