// fmod/impl/ops/convolution.ipp: argument checks of convolutions, shapes of lanes
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/ops/convolution.hpp>

#include <string>

namespace fm::ops {

FM_INLINE LaneViews::LaneViews(tower::Lanes const& lanes, LanePlace place, Shape const& lane) {
  int64_t before = 1, rest = 1;
  for (int i = 0; i < lane.rank(); ++i)
    if (i != place.axis) (i < place.axis ? before : rest) *= lane[i];
  int64_t const each = place.groups == 0 ? 0 : lane[place.axis] / place.groups;
  front = Shape{lanes.count, before, place.groups, each, rest};
  inside = Shape{before, place.groups, lanes.count, each, rest};
  joined = lane;
  joined[place.axis] *= lanes.count;
}

FM_INLINE Shape images_joined(Shape const& x) { return {Shape(x.begin(), x.end() - 3).size(), x[-3], x[-2], x[-1]}; }
FM_INLINE Shape images_apart(Shape const& x, Shape const& result) {
  Shape to(x.begin(), x.end() - 3);
  for (int i = -3; i < 0; ++i) to.push_back(result[i]);
  return to;
}

namespace convolutions {
inline constexpr int64_t largest_option = int64_t(1) << 31;  // sums and products of options and sizes stay in range

FM_INLINE std::string text(Size2 s) {
  std::string out = "(";
  out += std::to_string(s.height) + ", " + std::to_string(s.width);
  return out + ")";
}

FM_INLINE void check_option(char const* op, char const* option, Size2 value, int64_t least) {
  if (std::min(value.height, value.width) < least || std::max(value.height, value.width) > largest_option)
    throw value_error(std::string(op) + ": " + option + " is " + text(value) + "; it must be at least " +
                      std::to_string(least) + " (and not above 2^31)");
}
FM_INLINE void check_images(char const* op, Shape const& x) {
  if (x.rank() < 3)
    throw shape_error(
        std::string(op) + ": x is " + to_string(x) +
        "; its last three axes must be (channels, height, width): give a single channel an axis of size 1 "
        "with fm::expand_dims(x, -3)");
}
FM_INLINE void check_kernel(char const* op, Shape const& w, Extent groups, char const* layout) {
  if (w.rank() != 4)
    throw shape_error(std::string(op) + ": w is " + to_string(w) + "; it must have the four axes " + layout);
  if (w[2] == 0 || w[3] == 0)
    throw shape_error(std::string(op) + ": w is " + to_string(w) + "; its height and width must be at least 1");
  if (groups.value < 1 || groups.value > largest_option)
    throw value_error(std::string(op) + ": groups is " + std::to_string(groups.value) + "; it must be at least 1");
  if (w[0] % groups.value != 0)
    throw shape_error(std::string(op) + ": w is " + to_string(w) + ", groups " + std::to_string(groups.value) +
                      "; the first axis of w must be a multiple of groups");
}
FM_INLINE void check_fits(char const* op, char const* what, Shape const& x, kernels::Window const& w) {
  Size2 const extent{(w.size.height - 1) * w.dilation.height + 1, (w.size.width - 1) * w.dilation.width + 1};
  if (x[-2] + 2 * w.padding.height < extent.height || x[-1] + 2 * w.padding.width < extent.width)
    throw shape_error(std::string(op) + ": the " + what + " is larger than the image: x is " + to_string(x) +
                      ", padding " + text(w.padding) + ", the " + what + " covers " + text(extent) +
                      "; pad more, or take a smaller " + what);
}
}  // namespace convolutions

FM_INLINE kernels::Window checked_conv2d(Shape const& x, Shape const& w, Conv2dOptions const& options) {
  char const* const op = "conv2d";
  convolutions::check_images(op, x);
  convolutions::check_kernel(op, w, options.groups, "(channels out, channels in / groups, height, width)");
  convolutions::check_option(op, "stride", options.stride, 1);
  convolutions::check_option(op, "padding", options.padding, 0);
  convolutions::check_option(op, "dilation", options.dilation, 1);
  if (x[-3] != w[1] * options.groups.value)
    throw shape_error("conv2d: channels differ: x " + to_string(x) + " has " + std::to_string(x[-3]) + ", w " +
                      to_string(w) + " takes " + std::to_string(w[1]) + " in each of " +
                      std::to_string(options.groups.value) +
                      " groups; w must be (channels out, channels in / groups, height, width)");
  kernels::Window const window{{w[2], w[3]}, options.stride, options.padding, options.dilation};
  convolutions::check_fits(op, "kernel", x, window);
  return window;
}

FM_INLINE std::pair<kernels::Window, Size2> checked_conv_transpose2d(Shape const& x, Shape const& w,
                                                                     ConvTranspose2dOptions const& options) {
  char const* const op = "conv_transpose2d";
  convolutions::check_images(op, x);
  convolutions::check_kernel(op, w, options.groups, "(channels in, channels out / groups, height, width)");
  convolutions::check_option(op, "stride", options.stride, 1);
  convolutions::check_option(op, "padding", options.padding, 0);
  convolutions::check_option(op, "dilation", options.dilation, 1);
  convolutions::check_option(op, "output_padding", options.output_padding, 0);
  if (x[-3] != w[0])
    throw shape_error("conv_transpose2d: channels differ: x " + to_string(x) + " has " + std::to_string(x[-3]) +
                      ", w " + to_string(w) + " takes " + std::to_string(w[0]) +
                      "; w must be (channels in, channels out / groups, height, width)");
  auto const more = [&](int64_t extra, int64_t step, int64_t apart) { return extra >= std::max(step, apart); };
  if (more(options.output_padding.height, options.stride.height, options.dilation.height) ||
      more(options.output_padding.width, options.stride.width, options.dilation.width))
    throw value_error("conv_transpose2d: output_padding is " + convolutions::text(options.output_padding) +
                      ", stride " + convolutions::text(options.stride) + ", dilation " +
                      convolutions::text(options.dilation) +
                      "; it must be below one of them: it chooses between sizes that conv2d takes to the same");
  auto const along = [](int64_t n, int64_t k, int64_t step, int64_t pad, int64_t extra, int64_t apart) {
    return n == 0 ? 0 : (n - 1) * step - 2 * pad + apart * (k - 1) + 1 + extra;
  };
  Size2 const image{along(x[-2], w[2], options.stride.height, options.padding.height, options.output_padding.height,
                          options.dilation.height),
                    along(x[-1], w[3], options.stride.width, options.padding.width, options.output_padding.width,
                          options.dilation.width)};
  kernels::Window const window{{w[2], w[3]}, options.stride, options.padding, options.dilation};
  if (image.height < 1 || image.width < 1 || !(window.places(image) == Size2{x[-2], x[-1]}))
    throw shape_error("conv_transpose2d: nothing is left of the image: x is " + to_string(x) + ", w " + to_string(w) +
                      ", padding " + convolutions::text(options.padding) + "; take less padding");
  return {window, image};
}

}  // namespace fm::ops
