// fmod/kernels/convolution.hpp: compiled convolutions and pooling over the last two axes
// SPDX-License-Identifier: MIT
//
// N images, C channels in, O out, G groups; H, W: the image; K, L: the kernel or window; P, Q: the result's height and width:
//   x (N, C, H, W)   w (O, C / G, K, L)   z (N, O, P, Q)
// Arguments arrive checked by the ops. float, double.
#pragma once
#include <fmod/core/tensor.hpp>

namespace fm {

/// A number for the height and one for the width; one number stands for both.
struct Size2 {
  int64_t height, width;
  template <std::integral I> constexpr Size2(I both) noexcept : Size2(both, both) {}
  constexpr Size2(Extent h, Extent w) noexcept : height(h.value), width(w.value) {}
  friend constexpr bool operator==(Size2 const&, Size2 const&) noexcept = default;
};

namespace kernels {

/// How a window moves over an image.
struct Window {
  Size2 size = 1, stride = 1, padding = 0, dilation = 1;
  /// Number of places on an image.
  Size2 places(Size2 image) const noexcept {
    return {along(image.height, size.height, stride.height, padding.height, dilation.height),
            along(image.width, size.width, stride.width, padding.width, dilation.width)};
  }

 private:
  static constexpr int64_t along(int64_t n, int64_t k, int64_t step, int64_t pad, int64_t apart) noexcept {
    int64_t const room = n + 2 * pad - (k - 1) * apart - 1;
    return room < 0 ? 0 : room / step + 1;
  }
};

/// z from x and w. The three functions are the derivatives of one trilinear form, sum(z conv2d(x, w)), by each argument.
template <Real S> Tensor<S> conv2d(Tensor<S> const& x, Tensor<S> const& w, Window const& window, int64_t groups);
/// x, of the given height and width, from z and w.
template <Real S>
Tensor<S> conv2d_input(Tensor<S> const& z, Tensor<S> const& w, Window const& window, int64_t groups, Size2 image);
/// w from x and z; its height and width are those of the window.
template <Real S> Tensor<S> conv2d_weight(Tensor<S> const& x, Tensor<S> const& z, Window const& window, int64_t groups);

/// Largest element of each window; NaN if it has one. What lies outside of the image never wins.
template <Real S> Tensor<S> max_pool2d(Tensor<S> const& x, Window const& window);
/// Mean over each window of d (like x) where x is largest.
template <Real S> Tensor<S> max_pool2d_push(Tensor<S> const& d, Tensor<S> const& x, Window const& window);
/// Its adjoint: ct of each window divided evenly among the places where x is largest.
template <Real S> Tensor<S> max_pool2d_pull(Tensor<S> const& ct, Tensor<S> const& x, Window const& window);
/// Sum over each window, with zeros outside of the image, and its adjoint.
template <Real S> Tensor<S> sum_pool2d(Tensor<S> const& x, Window const& window);
template <Real S> Tensor<S> sum_unpool2d(Tensor<S> const& z, Window const& window, Size2 image);

}  // namespace kernels
}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/kernels/convolution.ipp>
#include <fmod/impl/kernels/pooling.ipp>
#endif
