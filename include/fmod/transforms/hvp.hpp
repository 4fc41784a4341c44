// fmod/transforms/hvp.hpp: hvp, the Hessian of a scalar function times a vector
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/transforms/grad.hpp>
#include <fmod/transforms/jvp.hpp>

namespace fm {
namespace transforms {
template <class F> struct HvpOf {
  F f;
  template <class X, class V, class... Rest> auto operator()(X const& x, V const& v, Rest const&... rest) const {
    return fm::jvp(GradOf<F, false, false, 0>{f}, x, v, rest...).second;
  }
};
}  // namespace transforms

/// hvp(f)(x, v, rest...) is H v, a tree like x, for the Hessian H of f by its first argument.
///
/// Math:  the derivative of grad(f) along v (forward over reverse). Cost: two to three gradients; no Hessian is formed.
/// Throws: shape_error if f's result is not of shape (), or v does not have x's shapes.
/// Source: Pearlmutter, Fast exact multiplication by the Hessian, 1994.
template <class F> auto hvp(F f) { return transforms::HvpOf<F>{std::move(f)}; }

}  // namespace fm
