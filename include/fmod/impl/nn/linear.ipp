// fmod/impl/nn/linear.ipp: checks of Linear
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/nn/linear.hpp>

#include <cmath>
#include <string>

namespace fm::nn::detail {

FM_INLINE void check_linear(Shape const& x, int64_t in, int64_t out) {
  if (x.rank() == 0 || x[-1] != in)
    throw shape_error("linear: x is " + to_string(x) + ", its last axis must be " + std::to_string(in) +
                      ": this is Linear{" + std::to_string(in) + ", " + std::to_string(out) + "}");
}
FM_INLINE double linear_bias_bound(int64_t in) { return in > 0 ? 1 / std::sqrt(static_cast<double>(in)) : 0; }

}  // namespace fm::nn::detail
