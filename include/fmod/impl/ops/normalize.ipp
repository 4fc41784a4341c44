// fmod/impl/ops/normalize.ipp: argument checks of standardize
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/ops/normalize.hpp>

#include <string>

namespace fm::ops {

FM_INLINE void check_standardize(Shape const& x, double eps) {
  if (x.rank() == 0) throw shape_error("standardize: x is a scalar; it must have an axis to take the mean over");
  if (!(eps >= 0)) throw value_error("standardize: eps is " + std::to_string(eps) + "; it must not be negative");
}

}  // namespace fm::ops
