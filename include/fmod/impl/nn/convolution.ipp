// fmod/impl/nn/convolution.ipp: checks of Conv2d
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/nn/convolution.hpp>

#include <cmath>
#include <string>

namespace fm::nn::detail {

FM_INLINE Shape conv2d_weight_shape(int64_t in, int64_t out, Size2 kernel, int64_t groups) {
  if (groups < 1 || in % groups != 0 || out % groups != 0)
    throw value_error("conv2d: groups is " + std::to_string(groups) + ", in " + std::to_string(in) + ", out " +
                      std::to_string(out) + "; groups must divide both");
  return {out, in / groups, kernel.height, kernel.width};
}
FM_INLINE double conv2d_bias_bound(Shape const& weight) {
  int64_t const fan = weight[1] * weight[2] * weight[3];
  return fan > 0 ? 1 / std::sqrt(static_cast<double>(fan)) : 0;
}

}  // namespace fm::nn::detail
