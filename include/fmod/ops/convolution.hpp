// fmod/ops/convolution.hpp: conv2d and conv_transpose2d with their rules
// SPDX-License-Identifier: MIT
//
// The number sum(z conv2d(x, w)) is linear in each of x, w and z. Its derivatives by z, x and w are the three ops below; each
// is bilinear, and its rules are the other two, so every order is closed. The letters are those of kernels/convolution.hpp.
#pragma once
#include <fmod/kernels/convolution.hpp>
#include <fmod/ops/structure.hpp>

namespace fm {

/// Options of conv2d: `fm::conv2d(x, w, {.stride = 2, .padding = {1, 0}})`. Sizes are of height and width, or one for both.
struct Conv2dOptions {
  Size2 stride = 1;    ///< how far apart the places of the kernel are
  Size2 padding = 0;   ///< zeros around the image, on each side
  Size2 dilation = 1;  ///< how far apart the elements of the kernel are
  Extent groups = 1;   ///< channels are divided into groups, each of which sees only its own
};
/// Options of conv_transpose2d; those of the conv2d that it is the adjoint of.
struct ConvTranspose2dOptions {
  Size2 stride = 1, padding = 0, output_padding = 0, dilation = 1;
  Extent groups = 1;
};

namespace ops {

/// Where the lanes of an argument or a result go: inside of `groups` of an axis (0 or 1, not counting the lanes).
struct LanePlace {
  int axis;
  int64_t groups;
};
/// {views of (lanes, before, groups, channels, rest): with the lanes in front, inside of the groups, joined}
struct LaneViews {
  Shape front, inside, joined;
  LaneViews(tower::Lanes const& lanes, LanePlace place, Shape const& lane);
  bool in_order() const { return front[1] * front[2] == 1; }
};
/// x (lanes, lane...) with the lanes as part of an axis.
template <class X> X lanes_joined(tower::Lanes const& lanes, LanePlace place, X x) {
  LaneViews const views(lanes, place, tower::lane_of(tower::shape_of(x)));
  if (views.in_order()) return tower::reshaped(std::move(x), views.joined);
  x = permute(tower::reshaped(std::move(x), views.front), Axes{1, 2, 0, 3, 4});
  return tower::reshaped(std::move(x), views.joined);
}
/// The other way; `lane` is the shape of one lane.
template <class X> X lanes_in_front(tower::Lanes const& lanes, LanePlace place, X x, Shape const& lane) {
  LaneViews const views(lanes, place, lane);
  if (!views.in_order()) x = permute(tower::reshaped(std::move(x), views.inside), Axes{2, 0, 1, 3, 4});
  return tower::reshaped(std::move(x), lanes.stored(lane));
}

/// What the three ops share. One argument that is mapped: its lanes join the axis that it has and the other lacks, which is
/// images for x and z, channels in or out for w. Both mapped: every lane is a group of its own.
struct convolution_family {
  static constexpr bool bilinear = true;
  static constexpr unsigned keep = keep_x | keep_y;
  kernels::Window window;
  int64_t groups;

 protected:
  struct Places {
    LanePlace first, second, result;
  };
  template <class Op, class X, class Y>
  static auto run(Op op, tower::Lanes const& lanes, Places const& both, Places const& first, Places const& second, X x,
                  Y y) {
    Shape const lane = op.result(tower::lane_shape(lanes, 0, x), tower::lane_shape(lanes, 1, y));
    Places const& p = lanes.of(0) && lanes.of(1) ? both : lanes.of(0) ? first : second;
    if (lanes.of(0)) x = ops::lanes_joined(lanes, p.first, std::move(x));
    if (lanes.of(1)) y = ops::lanes_joined(lanes, p.second, std::move(y));
    if (lanes.of(0) && lanes.of(1)) op.groups *= lanes.count;
    return ops::lanes_in_front(lanes, p.result, tower::apply(op, std::move(x), std::move(y)), lane);
  }
  template <class Op, std::size_t I, class D, class X, class Y>
  static auto along(Op const& op, D d, X const& x, Y const& y) {
    if constexpr (I == 0)
      return tower::apply(op, std::move(d), y);
    else
      return tower::apply(op, x, std::move(d));
  }
};

struct Conv2dInput;
struct Conv2dWeight;

/// z from x and w.
struct Conv2d : convolution_family {
  static constexpr char const* name = "conv2d";
  Conv2d(kernels::Window const& w, int64_t g) : convolution_family{w, g} {}
  Shape result(Shape const& x, Shape const& w) const {
    Size2 const places = window.places({x[-2], x[-1]});
    return {x[0], w[0], places.height, places.width};
  }
  template <class X, class W> auto eval(X x, W w) const {
    check_same_element<typename X::value_type, typename W::value_type>();
    check_arithmetic<typename X::value_type, false>();
    return kernels::conv2d(x, w, window, groups);
  }
  template <std::size_t I, class D, class Z, class X, class W> auto jvp(D d, Z const&, X const& x, W const& w) const {
    return along<Conv2d, I>(*this, std::move(d), x, w);
  }
  template <std::size_t I, class C, class Z, class X, class W> auto vjp(C ct, Z const&, X const& x, W const& w) const;
  template <class X, class W> auto batch(tower::Lanes const& lanes, X x, W w) const {
    return run(*this, lanes, {{1, 1}, {0, 1}, {1, 1}}, {{0, 1}, {}, {0, 1}}, {{}, {0, groups}, {1, groups}},
               std::move(x), std::move(w));
  }
};

/// x, of a given size, from z and w: the transposed convolution.
struct Conv2dInput : convolution_family {
  static constexpr char const* name = "conv2d_input";
  Size2 image;
  Conv2dInput(kernels::Window const& w, int64_t g, Size2 i) : convolution_family{w, g}, image(i) {}
  Shape result(Shape const& z, Shape const& w) const { return {z[0], w[1] * groups, image.height, image.width}; }
  template <class Z, class W> auto eval(Z z, W w) const {
    check_same_element<typename Z::value_type, typename W::value_type>();
    check_arithmetic<typename Z::value_type, false>();
    return kernels::conv2d_input(z, w, window, groups, image);
  }
  template <std::size_t I, class D, class X, class Z, class W> auto jvp(D d, X const&, Z const& z, W const& w) const {
    return along<Conv2dInput, I>(*this, std::move(d), z, w);
  }
  template <std::size_t I, class C, class X, class Z, class W> auto vjp(C ct, X const&, Z const& z, W const& w) const;
  template <class Z, class W> auto batch(tower::Lanes const& lanes, Z z, W w) const {
    return run(*this, lanes, {{1, 1}, {0, 1}, {1, 1}}, {{0, 1}, {}, {0, 1}}, {{}, {1, 1}, {1, groups}}, std::move(z),
               std::move(w));
  }
};

/// w, of the size of the window, from x and z: the correlation of the two.
struct Conv2dWeight : convolution_family {
  static constexpr char const* name = "conv2d_weight";
  Conv2dWeight(kernels::Window const& w, int64_t g) : convolution_family{w, g} {}
  Shape result(Shape const& x, Shape const& z) const {
    return {z[1], x[1] / std::max<int64_t>(groups, 1), window.size.height, window.size.width};
  }
  template <class X, class Z> auto eval(X x, Z z) const {
    check_same_element<typename X::value_type, typename Z::value_type>();
    return kernels::conv2d_weight(x, z, window, groups);
  }
  template <std::size_t I, class D, class W, class X, class Z> auto jvp(D d, W const&, X const& x, Z const& z) const {
    return along<Conv2dWeight, I>(*this, std::move(d), x, z);
  }
  template <std::size_t I, class C, class W, class X, class Z> auto vjp(C ct, W const&, X const& x, Z const& z) const {
    if constexpr (I == 0)
      return tower::apply(Conv2dInput{window, groups, {tower::shape_of(x)[-2], tower::shape_of(x)[-1]}}, z,
                          std::move(ct));
    else
      return tower::apply(Conv2d{window, groups}, x, std::move(ct));
  }
  template <class X, class Z> auto batch(tower::Lanes const& lanes, X x, Z z) const {
    return run(*this, lanes, {{1, 1}, {1, 1}, {0, 1}}, {{1, groups}, {}, {1, 1}}, {{}, {1, groups}, {0, groups}},
               std::move(x), std::move(z));
  }
};

template <std::size_t I, class C, class Z, class X, class W>
auto Conv2d::vjp(C ct, Z const&, X const& x, W const& w) const {
  if constexpr (I == 0)
    return tower::apply(Conv2dInput{window, groups, {tower::shape_of(x)[-2], tower::shape_of(x)[-1]}}, std::move(ct),
                        w);
  else
    return tower::apply(Conv2dWeight{window, groups}, x, std::move(ct));
}
template <std::size_t I, class C, class X, class Z, class W>
auto Conv2dInput::vjp(C ct, X const&, Z const& z, W const& w) const {
  if constexpr (I == 0)
    return tower::apply(Conv2d{window, groups}, std::move(ct), w);
  else
    return tower::apply(Conv2dWeight{window, groups}, std::move(ct), z);
}

kernels::Window checked_conv2d(Shape const& x, Shape const& w, Conv2dOptions const& options);
/// Also gives the size of the image.
std::pair<kernels::Window, Size2> checked_conv_transpose2d(Shape const& z, Shape const& w,
                                                           ConvTranspose2dOptions const& options);
/// (images, channels, height, width) of a shape with any number of axes for the images, and a shape with those axes back.
Shape images_joined(Shape const& x);
Shape images_apart(Shape const& x, Shape const& result);

struct conv2d_function {
  /// Convolution of images with kernels as in PyTorch and JAX, which is a cross-correlation: the kernel is not turned over.
  ///
  /// Shape:  x (..., C, H, W), w (O, C / groups, K, L) -> (..., O, P, Q) with
  ///         P = floor((H + 2 padding - dilation (K - 1) - 1) / stride) + 1, and Q likewise. x (C, H, W) is one image.
  /// Math:   z[o, p, q] = sum over c, k, l of w[o, c, k, l] x[c, p stride + k dilation - padding, ...], where x is 0 outside;
  ///         bilinear;  vjp by x: the transposed convolution of ct with w;  by w: the correlation of x and ct.
  /// Edges:  no images or no channels: zeros, or nothing. NaN and inf propagate as in IEEE.
  /// Throws: shape_error if the channels do not match or the kernel is larger than the padded image; value_error for
  ///         options out of range.
  /// Cost:   2 P Q O C K L / groups flops an image, as matrix products of tiles of about 1 MiB (at least one row of
  ///         the result); keeps x and w.
  template <Value X, Value W> auto operator()(X x, W w, Conv2dOptions const& options = {}) const {
    static_assert(!tower::is_scalar<X> && !tower::is_scalar<W>,
                  "fmod: conv2d needs tensors; multiply by a number with *");
    Shape const shape = tower::shape_of(x);
    auto const window = checked_conv2d(shape, tower::shape_of(w), options);
    auto z =
        tower::apply(Conv2d{window, options.groups.value}, reshape(std::move(x), images_joined(shape)), std::move(w));
    Shape const to = images_apart(shape, tower::shape_of(z));
    return reshape(std::move(z), to);
  }
};
struct conv_transpose2d_function {
  /// The adjoint of conv2d by its images, as in PyTorch: each element of x puts a copy of the kernel into the result.
  ///
  /// Shape:  x (..., C, H, W), w (C, O / groups, K, L) -> (..., O, P, Q) with
  ///         P = (H - 1) stride - 2 padding + dilation (K - 1) + 1 + output_padding, and Q likewise.
  /// Math:   sum(y conv_transpose2d(x, w)) = sum(x conv2d(y, w)) with the same options; bilinear.
  /// Throws: shape_error if the channels do not match or nothing is left; value_error for options out of range;
  ///         output_padding must be below the stride or the dilation.
  template <Value X, Value W> auto operator()(X x, W w, ConvTranspose2dOptions const& options = {}) const {
    static_assert(!tower::is_scalar<X> && !tower::is_scalar<W>,
                  "fmod: conv_transpose2d needs tensors; multiply by a number with *");
    Shape const shape = tower::shape_of(x);
    auto const [window, image] = checked_conv_transpose2d(shape, tower::shape_of(w), options);
    auto y = tower::apply(Conv2dInput{window, options.groups.value, image}, reshape(std::move(x), images_joined(shape)),
                          std::move(w));
    Shape const to = images_apart(shape, tower::shape_of(y));
    return reshape(std::move(y), to);
  }
};

}  // namespace ops

inline constexpr ops::conv2d_function conv2d{};
inline constexpr ops::conv_transpose2d_function conv_transpose2d{};

}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/ops/convolution.ipp>
#endif
