// fmod/ops/ops.hpp: all ops
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/ops/lanes.hpp>
#include <fmod/ops/normalize.hpp>
#include <fmod/ops/operators.hpp>
#include <fmod/ops/pooling.hpp>
#include <fmod/ops/powers.hpp>
#include <fmod/ops/softmax.hpp>

namespace fm {

/// x without its boxes: the plain number or tensor. No derivative goes through it.
struct value_of_function {
  template <tower::Value X> auto operator()(X const& x) const { return tower::value_of(x); }
};
inline constexpr value_of_function value_of{};

}  // namespace fm
