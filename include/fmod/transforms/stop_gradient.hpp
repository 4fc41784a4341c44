// fmod/transforms/stop_gradient.hpp: stop_gradient, a value that counts as a constant
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/transforms/call.hpp>

namespace fm {
namespace ops {
struct StopGradient : non_differentiable_family {
  static constexpr char const* name = "stop_gradient";
  using batching = tower::aligned;
  template <class X> FM_ALWAYS_INLINE auto eval(X x) const { return x; }
};
}  // namespace ops

struct stop_gradient_function {
  /// x, leaf by leaf, of the same type; no derivative of any transform or order goes through it. Costs nothing.
  template <class Tree> auto operator()(Tree const& x) const {
    return tree::map([](auto const& leaf) { return tower::apply(ops::StopGradient{}, leaf); }, x);
  }
};
inline constexpr stop_gradient_function stop_gradient{};

}  // namespace fm
