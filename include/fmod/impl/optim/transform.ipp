// fmod/impl/optim/transform.ipp: checks of the options of optimizers
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/optim/transform.hpp>

#include <sstream>

namespace fm::optim::detail {

FM_INLINE void check_option(char const* optimizer, char const* option, double value, double low, double high) {
  if (value >= low && value < high) return;
  std::ostringstream text;
  text << optimizer << ": " << option << " is " << value << "; it must be in [" << low << ", " << high << ")";
  throw value_error(text.str());
}

}  // namespace fm::optim::detail
