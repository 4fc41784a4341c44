// fmod/nn/losses.hpp: losses: mse, l1, huber, smooth_l1, cross_entropy, binary_cross_entropy_with_logits
// SPDX-License-Identifier: MIT
//
// All take (prediction, target, options..., reduction), reduce by the mean if nothing else is said, and are differentiable
// to every order, by the target too. Shapes do not broadcast: (n) against (n, 1) is a mistake, not an (n, n) loss.
#pragma once
#include <fmod/ops/ops.hpp>

namespace fm::nn {

/// What becomes of the losses of the elements.
enum class Reduction : unsigned char {
  none,  ///< nothing: one loss for each element (for each row, with classes)
  mean,
  sum,
};

namespace detail {
void check_loss_shapes(char const* loss, Shape const& prediction, Shape const& target);
void check_labels(Shape const& logits, Tensor<int64_t> const& labels);
void check_label_shape(Shape const& logits, Shape const& labels);
void check_positive(char const* loss, char const* option, double value, bool zero_too);

// The reduction is known at run time only, and `none` has the same type: a tensor.
template <class X> auto reduced(X x, Reduction r) {
  if constexpr (tower::is_scalar<X>)
    return x;
  else
    return r == Reduction::none ? x : r == Reduction::mean ? X(fm::mean(std::move(x))) : X(fm::sum(std::move(x)));
}
template <class Formula, class X, class Y>
auto elementwise_loss(char const* name, Formula const& f, X x, Y y, Reduction r) {
  detail::check_loss_shapes(name, tower::shape_of(x), tower::shape_of(y));
  return detail::reduced(fm::elementwise(f, std::move(x), std::move(y)), r);
}

struct mse_formula {
  auto operator()(auto const& x, auto const& y) const { return fm::square(fm::sub(x, y)); }
};
struct l1_formula {
  auto operator()(auto const& x, auto const& y) const { return fm::abs(fm::sub(x, y)); }
};
struct huber_formula {
  double delta;
  auto operator()(auto const& x, auto const& y) const {
    auto const d = fm::sub(x, y);
    auto const size = fm::abs(d);
    return fm::where(fm::less_equal(size, delta), fm::mul(0.5, fm::square(d)),
                     fm::mul(delta, fm::sub(size, 0.5 * delta)));
  }
};
struct bce_formula {
  // Two terms that are never negative: softplus(x) - x t would cancel where the prediction is confident and right. A label that
  // is exactly 0 removes its term, infinite or not.
  auto operator()(auto const& x, auto const& t) const {
    return fm::add(fm::zero_mul(t, fm::softplus(fm::neg(x))), fm::zero_mul(fm::sub(1.0, t), fm::softplus(x)));
  }
};

/// Labels that are mapped are checked in all lanes at once.
template <class T> void check_mapped_labels(Shape const& logits, T const& labels) {
  detail::check_label_shape(logits, tower::shape_of(labels));
  if constexpr (!tower::is_batched<T>)
    detail::check_labels(logits, labels);
  else
    detail::check_mapped_labels(labels.mapped() ? tower::Lanes{.count = labels.lanes()}.stored(logits) : logits,
                                labels.stored());
}
template <class X, class T> auto label_losses(X const& logits, T const& labels) {
  detail::check_mapped_labels(tower::shape_of(logits), labels);
  return fm::neg(fm::squeeze(fm::take_along(fm::log_softmax(logits), fm::expand_dims(labels, Axes(-1))), Axes(-1)));
}
}  // namespace detail

struct mse_function {
  /// (x - y)^2. Throws: shape_error if the shapes differ.
  template <tower::Value X, tower::Value Y> auto operator()(X x, Y y, Reduction r = Reduction::mean) const {
    return detail::elementwise_loss("mse", detail::mse_formula{}, std::move(x), std::move(y), r);
  }
};
struct l1_function {
  /// |x - y|, with derivative 0 where they are equal. Throws: shape_error if the shapes differ.
  template <tower::Value X, tower::Value Y> auto operator()(X x, Y y, Reduction r = Reduction::mean) const {
    return detail::elementwise_loss("l1", detail::l1_formula{}, std::move(x), std::move(y), r);
  }
};
struct huber_function {
  /// d^2 / 2 for |d| <= delta, else delta (|d| - delta / 2), d = x - y. Throws: shape_error; value_error unless delta > 0.
  /// Source: Huber, Robust estimation of a location parameter, 1964.
  template <tower::Value X, tower::Value Y>
  auto operator()(X x, Y y, double delta = 1, Reduction r = Reduction::mean) const {
    detail::check_positive("huber", "delta", delta, false);
    return detail::elementwise_loss("huber", detail::huber_formula{delta}, std::move(x), std::move(y), r);
  }
};
struct smooth_l1_function {
  /// d^2 / (2 beta) for |d| < beta, else |d| - beta / 2: huber / beta, and l1 for beta = 0. The derivative at |d| = beta is
  /// the sign of d. Throws: shape_error; value_error if beta is negative.
  template <tower::Value X, tower::Value Y>
  auto operator()(X x, Y y, double beta = 1, Reduction r = Reduction::mean) const {
    detail::check_positive("smooth_l1", "beta", beta, true);
    using Z = decltype(detail::elementwise_loss("smooth_l1", detail::l1_formula{}, x, y, r));
    if (beta == 0) return detail::elementwise_loss("smooth_l1", detail::l1_formula{}, std::move(x), std::move(y), r);
    return Z(fm::mul(
        1 / beta, detail::elementwise_loss("smooth_l1", detail::huber_formula{beta}, std::move(x), std::move(y), r)));
  }
};
struct binary_cross_entropy_with_logits_function {
  /// -t log sigmoid(x) - (1 - t) log sigmoid(-x), t in [0, 1]; keeps its digits however confident the logit is.
  /// Throws: shape_error if the shapes differ.
  template <tower::Value X, tower::Value T> auto operator()(X logits, T target, Reduction r = Reduction::mean) const {
    return detail::elementwise_loss("binary_cross_entropy_with_logits", detail::bce_formula{}, std::move(logits),
                                    std::move(target), r);
  }
};
struct cross_entropy_function {
  /// -log softmax(logits) at the label, over the last axis; the mean is over rows.
  ///
  /// Shape:  logits (..., C); labels (...) of int64, each in [0, C); or target probabilities (..., C), which give the sum of
  ///         -target log softmax(logits), where a target that is exactly 0 counts as 0 even at -inf.
  /// Throws: value_error naming the first label outside [0, C) and its place; shape_error if the shapes do not fit.
  template <tower::Value X, tower::Value T> auto operator()(X logits, T target, Reduction r = Reduction::mean) const {
    static_assert(!tower::is_scalar<X>, "fm::nn::cross_entropy: the logits are a number; they need an axis of classes");
    using E = tower::element_t<T>;
    static_assert(
        Real<E> || (std::is_integral_v<E> && !std::is_same_v<E, bool>),
        "fm::nn::cross_entropy: the target must be int64 labels, or probabilities of the logits' element type");
    if constexpr (std::is_arithmetic_v<T>) {
      static_assert(
          std::is_integral_v<T>,
          "fm::nn::cross_entropy: the target is a number with a fraction; give int64 labels or probabilities");
      return (*this)(std::move(logits), fm::full(Shape{}, static_cast<int64_t>(target)), r);
    } else if constexpr (std::is_integral_v<E>) {
      static_assert(std::is_same_v<E, int64_t>,
                    "fm::nn::cross_entropy: labels must be int64; convert with fm::cast<int64_t>(labels)");
      return detail::reduced(detail::label_losses(logits, target), r);
    } else {
      detail::check_loss_shapes("cross_entropy", tower::shape_of(logits), tower::shape_of(target));
      return detail::reduced(fm::neg(fm::sum(fm::zero_mul(std::move(target), fm::log_softmax(std::move(logits))), -1)),
                             r);
    }
  }
};

inline constexpr mse_function mse{};
inline constexpr l1_function l1{};
inline constexpr huber_function huber{};
inline constexpr smooth_l1_function smooth_l1{};
inline constexpr binary_cross_entropy_with_logits_function binary_cross_entropy_with_logits{};
inline constexpr cross_entropy_function cross_entropy{};

}  // namespace fm::nn

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/nn/losses.ipp>
#endif
