// fmod/ops/pooling.hpp: max_pool2d and avg_pool2d with their rules
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/ops/arithmetic.hpp>
#include <fmod/ops/convolution.hpp>

namespace fm {

/// Options of pooling: `fm::max_pool2d(x, {.window = 3, .stride = 2, .padding = 1})`. Without a stride the windows lie side by side.
struct Pool2dOptions {
  Size2 window;
  Size2 stride = 0;   ///< how far apart the windows are; 0: as far as they are large
  Size2 padding = 0;  ///< around the image, on each side
};

namespace ops {

/// f on x with all axes of images as one; the kernels know no other.
template <class X, class F> auto on_images(X const& x, F const& f) {
  Shape const shape = x.shape();
  auto z = f(x.reshaped(images_joined(shape)));
  return z.reshaped(images_apart(shape, z.shape()));
}

struct MaxPull;
/// d, like x, averaged over where x is largest in each window. Linear in d; no derivative goes through x.
struct MaxPush {
  static constexpr char const* name = "max_pool2d_push";
  using batching = tower::every_lane;
  static constexpr unsigned keep = keep_y, through = keep_x;
  kernels::Window window;
  template <class D, class X> auto eval(D d, X x) const {
    check_same_element<typename D::value_type, typename X::value_type>();
    Shape const images = images_joined(x.shape());
    return on_images(d, [&](auto const& e) { return kernels::max_pool2d_push(e, x.reshaped(images), window); });
  }
  template <std::size_t, class E, class Z, class D, class X> auto jvp(E e, Z const&, D const&, X const& x) const {
    return tower::apply(*this, std::move(e), x);
  }
  template <std::size_t, class C, class Z, class D, class X> auto vjp(C ct, Z const&, D const&, X const& x) const;
};
/// Its adjoint: from results to images.
struct MaxPull {
  static constexpr char const* name = "max_pool2d_pull";
  using batching = tower::every_lane;
  static constexpr unsigned keep = keep_y, through = keep_x;
  kernels::Window window;
  template <class C, class X> auto eval(C ct, X x) const {
    check_same_element<typename C::value_type, typename X::value_type>();
    return on_images(
        x, [&](auto const& y) { return kernels::max_pool2d_pull(ct.reshaped(images_joined(ct.shape())), y, window); });
  }
  template <std::size_t, class D, class Z, class C, class X> auto jvp(D d, Z const&, C const&, X const& x) const {
    return tower::apply(*this, std::move(d), x);
  }
  template <std::size_t, class D, class Z, class C, class X> auto vjp(D d, Z const&, C const&, X const& x) const {
    return tower::apply(MaxPush{window}, std::move(d), x);
  }
};
template <std::size_t, class C, class Z, class D, class X>
auto MaxPush::vjp(C ct, Z const&, D const&, X const& x) const {
  return tower::apply(MaxPull{window}, std::move(ct), x);
}

struct MaxPool2d {
  static constexpr char const* name = "max_pool2d";
  using batching = tower::aligned;
  static constexpr unsigned keep = keep_x;
  kernels::Window window;
  template <class X> auto eval(X x) const {
    check_arithmetic<typename X::value_type, false>();
    return on_images(x, [&](auto const& y) { return kernels::max_pool2d(y, window); });
  }
  template <std::size_t, class D, class Z, class X> auto jvp(D d, Z const&, X const& x) const {
    return tower::apply(MaxPush{window}, std::move(d), x);
  }
  template <std::size_t, class C, class Z, class X> auto vjp(C ct, Z const&, X const& x) const {
    return tower::apply(MaxPull{window}, std::move(ct), x);
  }
};

struct SumUnpool2d;
struct SumPool2d : linear_family<SumPool2d> {
  static constexpr char const* name = "sum_pool2d";
  using batching = tower::aligned;
  kernels::Window window;
  explicit SumPool2d(kernels::Window const& w) : window(w) {}
  template <class X> auto eval(X x) const {
    check_arithmetic<typename X::value_type, false>();
    return on_images(x, [&](auto const& y) { return kernels::sum_pool2d(y, window); });
  }
  template <class C, class X> auto transpose(C ct, X const& x) const;
};
struct SumUnpool2d : linear_family<SumUnpool2d> {
  static constexpr char const* name = "sum_unpool2d";
  using batching = tower::aligned;
  kernels::Window window;
  Size2 image;
  SumUnpool2d(kernels::Window const& w, Size2 i) : window(w), image(i) {}
  template <class Z> auto eval(Z z) const {
    return on_images(z, [&](auto const& y) { return kernels::sum_unpool2d(y, window, image); });
  }
  template <class C, class Z> auto transpose(C ct, Z const&) const {
    return tower::apply(SumPool2d{window}, std::move(ct));
  }
};
template <class C, class X> auto SumPool2d::transpose(C ct, X const& x) const {
  Shape const s = tower::shape_of(x);
  return tower::apply(SumUnpool2d{window, {s[-2], s[-1]}}, std::move(ct));
}

kernels::Window checked_pool2d(char const* op, Shape const& x, Pool2dOptions const& options);

struct max_pool2d_function {
  /// Largest element of each window.
  ///
  /// Shape:  x (..., C, H, W) -> (..., C, P, Q) with P = floor((H + 2 padding - window) / stride) + 1, and Q likewise.
  /// Edges:  what lies outside of the image never wins. Derivative: k elements of a window that tie get 1/k each. A NaN
  ///         makes its window NaN, with derivative 0.
  /// Throws: shape_error if the window is larger than the padded image; value_error for options out of range, and if the
  ///         padding is not smaller than the window.
  /// Cost:   window elements for each result, forward and back; keeps x.
  template <Value X> auto operator()(X x, Pool2dOptions const& options) const {
    static_assert(!tower::is_scalar<X>, "fmod: max_pool2d needs a tensor");
    auto const window = checked_pool2d("max_pool2d", tower::shape_of(x), options);
    return X(tower::apply(MaxPool2d{window}, std::move(x)));
  }
};
struct avg_pool2d_function {
  /// Mean of each window.
  ///
  /// Shape:  as max_pool2d.
  /// Edges:  what lies outside of the image counts as zeros, so every sum is divided by the size of the window (PyTorch's
  ///         count_include_pad=True, its default). The means of the elements inside are
  ///         avg_pool2d(x, o) / avg_pool2d(fm::ones<S>(x.shape()), o).
  /// Throws: as max_pool2d.
  /// Cost:   linear; keeps nothing.
  template <Value X> auto operator()(X x, Pool2dOptions const& options) const {
    static_assert(!tower::is_scalar<X>, "fmod: avg_pool2d needs a tensor");
    auto const window = checked_pool2d("avg_pool2d", tower::shape_of(x), options);
    auto z = tower::apply(SumPool2d{window}, std::move(x));
    return X(mul(std::move(z), 1.0 / static_cast<double>(window.size.height * window.size.width)));
  }
};

}  // namespace ops

inline constexpr ops::max_pool2d_function max_pool2d{};
inline constexpr ops::avg_pool2d_function avg_pool2d{};

}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/ops/pooling.ipp>
#endif
