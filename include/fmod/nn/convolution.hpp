// fmod/nn/convolution.hpp: Conv2d, the convolutional layer
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/nn/linear.hpp>

namespace fm::nn {
namespace detail {
double conv2d_bias_bound(Shape const& weight);
Shape conv2d_weight_shape(int64_t in, int64_t out, Size2 kernel, int64_t groups);
}  // namespace detail

/// y = conv2d(x, weight) + bias. `Conv2d{in, out, 3, {.padding = 1}}` has a bias, `Conv2d<fm::no_bias>{in, out, 3}` none.
///
/// Parameters: weight (out, in / groups, height, width), uniform within +-1 / sqrt(fan in); bias (out), the same (as in
///             PyTorch).
/// Shape:      x (..., in, H, W) -> (..., out, P, Q), sizes as fm::conv2d.
/// Throws:     value_error when it is made, if groups does not divide in and out; shape_error as fm::conv2d.
template <class Bias = with_bias> struct Conv2d {
  static_assert(std::is_same_v<Bias, with_bias> || std::is_same_v<Bias, no_bias>,
                "fm::nn::Conv2d<fm::no_bias> or fm::nn::Conv2d<fm::with_bias>");
  Shape weight;
  Conv2dOptions options;

  Conv2d(Extent in, Extent out, Size2 kernel, Conv2dOptions const& o = {})
      : weight(detail::conv2d_weight_shape(in.value, out.value, kernel, o.groups.value)), options(o) {}

  auto spec() const {
    using namespace literals;
    auto const kernel = fm::param(weight, initializers::kaiming_uniform(std::sqrt(5.0)));
    if constexpr (std::is_same_v<Bias, no_bias>) {
      return fm::dict("weight"_n = kernel);
    } else {
      double const bound = detail::conv2d_bias_bound(weight);
      return fm::dict("weight"_n = kernel, "bias"_n = fm::param({weight[0]}, initializers::uniform(-bound, bound)));
    }
  }

  template <class P, tower::Value X> auto operator()(P const& p, X x) const {
    using namespace literals;
    auto y = fm::conv2d(std::move(x), p["weight"_n], options);
    if constexpr (std::is_same_v<Bias, no_bias>)
      return y;
    else
      return fm::add(std::move(y), fm::reshape(p["bias"_n], Shape{weight[0], 1, 1}));
  }
};
Conv2d(Extent, Extent, Size2)->Conv2d<with_bias>;
Conv2d(Extent, Extent, Size2, Conv2dOptions)->Conv2d<with_bias>;

}  // namespace fm::nn

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/nn/convolution.ipp>
#endif
