// fmod/impl/nn/norm.ipp: checks of layer_norm
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/nn/norm.hpp>

#include <string>

namespace fm::nn {

FM_INLINE Shape detail::norm_weight(char const* name, Shape const& weight, Shape const& x, Axes const& axes) {
  Shape to, want;
  for (int i = -x.rank(), k = 0; i < 0; ++i) {
    bool const here = axes.all() || (k < axes.count() && axes[k] == i);
    if (here) ++k, want.push_back(x[i]);
    to.push_back(here ? x[i] : 1);
  }
  if (!(weight == want))
    throw shape_error(std::string("layer_norm: ") + name + " is " + to_string(weight) + ", x is " + to_string(x) +
                      "; along the axes that are normalised x is " + to_string(want) + ", which must be the shape of " +
                      name);
  return to;
}

FM_INLINE Axes LayerNorm::axes_in(Shape const& x) const {
  int const n = shape.rank();
  bool fits = n > 0 && x.rank() >= n;
  for (int i = -n; fits && i < 0; ++i) fits = x[i] == shape[i];
  if (!fits)
    throw shape_error("layer_norm: x is " + to_string(x) + "; its last axes must be " + to_string(shape) +
                      ": this is LayerNorm{" + to_string(shape) + "}");
  Axes axes;
  for (int i = -n; i < 0; ++i) axes.push_back(i);
  return axes;
}

}  // namespace fm::nn
