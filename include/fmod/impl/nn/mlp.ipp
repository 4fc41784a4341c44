// fmod/impl/nn/mlp.ipp: errors of mlp
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/nn/mlp.hpp>

#include <string>

namespace fm::nn::detail {

FM_INLINE void mlp_too_short(std::size_t sizes) {
  throw value_error("mlp: " + std::to_string(sizes) +
                    " sizes were given; at least two are needed, of the input and the output");
}
FM_INLINE std::string layer_path(std::size_t i) { return "layers." + std::to_string(i); }
FM_INLINE void check_layer_count(std::size_t given, std::size_t want) {
  if (given != want)
    throw shape_error("layers: the parameters have " + std::to_string(given) + " layers, the model says " +
                      std::to_string(want));
}

}  // namespace fm::nn::detail
