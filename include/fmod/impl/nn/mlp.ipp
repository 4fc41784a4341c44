// fmod/impl/nn/mlp.ipp: errors of mlp
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/nn/mlp.hpp>

#include <string>

namespace fm::nn::detail {

FM_INLINE void mlp_too_short(std::size_t sizes) {
  throw value_error("mlp: " + std::to_string(sizes) + " sizes were given; at least two are needed, of the input and the output");
}
FM_INLINE std::string layer_path(std::size_t i) { return "layers." + std::to_string(i); }

}  // namespace fm::nn::detail
