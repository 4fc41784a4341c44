// fmod/nn/linear.hpp: Linear, the affine layer
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/nn/call.hpp>
#include <fmod/ops/ops.hpp>

namespace fm {

/// Template arguments of layers: what changes the set of names.
struct with_bias {};
struct no_bias {};

namespace nn {
namespace detail {
void check_linear(Shape const& x, int64_t in, int64_t out);
double linear_bias_bound(int64_t in);
}  // namespace detail

/// y = x weight^T + bias, on the last axis of x. `Linear{in, out}` has a bias, `Linear<fm::no_bias>{in, out}` none.
///
/// Parameters: weight (out, in), uniform within +-1 / sqrt(in); bias (out), the same (as in PyTorch).
/// Shape:      x (..., in) -> (..., out); a vector (in) -> (out).
/// Throws:     shape_error if the last axis of x is not `in`.
template <class Bias = with_bias> struct Linear {
  static_assert(std::is_same_v<Bias, with_bias> || std::is_same_v<Bias, no_bias>,
                "fm::nn::Linear<fm::no_bias> or fm::nn::Linear<fm::with_bias>");
  int64_t in, out;

  Linear(Extent inputs, Extent outputs) : in(inputs.value), out(outputs.value) {}

  auto spec() const {
    using namespace literals;
    auto const weight = fm::param({out, in}, initializers::kaiming_uniform(std::sqrt(5.0)));
    if constexpr (std::is_same_v<Bias, no_bias>) {
      return fm::dict("weight"_n = weight);
    } else {
      double const bound = detail::linear_bias_bound(in);
      return fm::dict("weight"_n = weight, "bias"_n = fm::param({out}, initializers::uniform(-bound, bound)));
    }
  }

  template <class P, tower::Value X> auto operator()(P const& p, X x) const {
    using namespace literals;
    detail::check_linear(tower::shape_of(x), in, out);
    auto y = fm::matmul(std::move(x), p["weight"_n], false, true);
    if constexpr (std::is_same_v<Bias, no_bias>)
      return y;
    else
      return fm::add(std::move(y), p["bias"_n]);
  }
};
Linear(Extent, Extent)->Linear<with_bias>;

}  // namespace nn
}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/nn/linear.ipp>
#endif
