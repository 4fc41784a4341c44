// fmod/impl/optim/schedules.ipp: checks of the options of schedules
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/optim/schedules.hpp>

#include <string>

namespace fm::optim::detail {

FM_INLINE void check_steps(char const* schedule, char const* option, double steps) {
  if (!(steps > 0))
    throw value_error(std::string(schedule) + ": " + option + " is " + std::to_string(static_cast<int64_t>(steps)) +
                      "; it must be above 0");
}
FM_INLINE void check_factor(char const* schedule, double factor) {
  if (!(factor > 0))
    throw value_error(std::string(schedule) + ": factor is " + std::to_string(factor) + "; it must be above 0");
}
FM_INLINE void check_boundaries(std::vector<std::pair<int64_t, double>> const& boundaries) {
  for (std::size_t i = 1; i < boundaries.size(); ++i)
    if (boundaries[i].first <= boundaries[i - 1].first)
      throw value_error("piecewise: step " + std::to_string(boundaries[i].first) + " comes after step " +
                        std::to_string(boundaries[i - 1].first) + "; the steps must increase");
}

}  // namespace fm::optim::detail
