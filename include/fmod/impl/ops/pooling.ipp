// fmod/impl/ops/pooling.ipp: argument checks of pooling
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/impl/ops/convolution.ipp>
#include <fmod/ops/pooling.hpp>

namespace fm::ops {

FM_INLINE kernels::Window checked_pool2d(char const* op, Shape const& x, Pool2dOptions const& options) {
  convolutions::check_images(op, x);
  convolutions::check_option(op, "window", options.window, 1);
  Size2 const stride = options.stride == Size2(0) ? options.window : options.stride;
  convolutions::check_option(op, "stride", stride, 1);
  convolutions::check_option(op, "padding", options.padding, 0);
  if (options.padding.height >= options.window.height || options.padding.width >= options.window.width)
    throw value_error(std::string(op) + ": padding is " + convolutions::text(options.padding) + ", the window " +
                      convolutions::text(options.window) +
                      "; padding must be smaller, or a window would see nothing of the image");
  kernels::Window const window{options.window, stride, options.padding, 1};
  convolutions::check_fits(op, "window", x, window);
  return window;
}

}  // namespace fm::ops
