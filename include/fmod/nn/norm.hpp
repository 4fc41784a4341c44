// fmod/nn/norm.hpp: layer_norm and the layer LayerNorm
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/nn/module.hpp>
#include <fmod/ops/ops.hpp>

namespace fm::nn {
namespace detail {
/// The shape in which a weight of the normalised axes meets x.
Shape norm_weight(char const* name, Shape const& weight, Shape const& x, Axes const& axes);
}  // namespace detail

/// weight standardize(x, axes, eps) + bias.
///
/// Shape:  x any; weight and bias have the sizes of x along the axes, in their order -> the shape of x.
/// Edges:  as fm::standardize.
/// Throws: shape_error naming weight or bias.
/// Source: Ba, Kiros, Hinton, Layer normalization, 2016.
template <tower::Value X, tower::Value W, tower::Value B>
auto layer_norm(X x, Axes const& axes, W weight, B bias, double eps = 1e-5) {
  Shape const shape = tower::shape_of(x);
  Axes const a = checked_axes("layer_norm", axes, shape);
  Shape const along_w = detail::norm_weight("weight", tower::shape_of(weight), shape, a);
  Shape const along_b = detail::norm_weight("bias", tower::shape_of(bias), shape, a);
  auto scale = fm::reshape(std::move(weight), along_w);
  auto shift = fm::reshape(std::move(bias), along_b);
  return fm::add(fm::mul(fm::standardize(std::move(x), a, eps), std::move(scale)), std::move(shift));
}

/// Layer normalisation over the last axes.
///
/// Parameters: weight (shape), ones; bias (shape), zeros (as in PyTorch).
/// Shape:      x (..., shape) -> the same.
/// Throws:     shape_error if x does not end in `shape`.
struct LayerNorm {
  Shape shape;
  double eps;

  explicit LayerNorm(Extent size, double e = 1e-5) : shape{size}, eps(e) {}
  explicit LayerNorm(Shape const& s, double e = 1e-5) : shape(s), eps(e) {}

  auto spec() const {
    using namespace literals;
    return fm::dict("weight"_n = fm::param(shape, initializers::ones()),
                    "bias"_n = fm::param(shape, initializers::zeros()));
  }
  template <class P, tower::Value X> auto operator()(P const& p, X x) const {
    using namespace literals;
    Axes const axes = axes_in(tower::shape_of(x));
    return nn::layer_norm(std::move(x), axes, p["weight"_n], p["bias"_n], eps);
  }

 private:
  Axes axes_in(Shape const& x) const;
};

}  // namespace fm::nn

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/nn/norm.ipp>
#endif
