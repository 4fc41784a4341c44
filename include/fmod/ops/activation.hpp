// fmod/ops/activation.hpp: the activations of neural networks and their rules
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/ops/elementwise.hpp>
#include <fmod/ops/select.hpp>
#include <fmod/ops/trigonometric.hpp>

namespace fm {
namespace ops {

/// 1 / (1 + exp(-x)); the derivative is sech(x / 2)^2 / 4, which keeps its digits in both tails and has derivatives of its
/// own that are exact at 0.
struct Sigmoid : unary_family<Sigmoid, kernels::unary::sigmoid> {
  static constexpr char const* name = "sigmoid";
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) { return mul(0.25, sech2(mul(0.5, x))); }
};
struct Logsigmoid : unary_family<Logsigmoid, kernels::unary::logsigmoid> {
  static constexpr char const* name = "logsigmoid";
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) { return sigmoid(neg(x)); }
};
struct Softplus : unary_family<Softplus, kernels::unary::softplus> {
  static constexpr char const* name = "softplus";
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) { return sigmoid(x); }
};
/// relu'(0) = 0.
struct Relu : unary_family<Relu, kernels::unary::relu> {
  static constexpr char const* name = "relu";
  static constexpr bool selects = true;
  template <std::size_t, class Z, class X> FM_ALWAYS_INLINE auto partial(Z const&, X const& x) const {
    return gate(tower::full_like(x, 1), x);
  }
  template <std::size_t, class D, class Z, class X> FM_ALWAYS_INLINE auto jvp(D d, Z const&, X const& x) const {
    return gate(std::move(d), x);
  }
  template <std::size_t, class C, class Z, class X> FM_ALWAYS_INLINE auto vjp(C ct, Z const&, X const& x) const {
    return gate(std::move(ct), x);
  }
};

// ---- activations that are formulas: fused, with derivatives from the formula
struct leaky_relu_formula {
  double slope;
  auto operator()(auto const& x) const { return where(greater(x, 0.0), x, mul(slope, x)); }
};
struct elu_formula {
  double alpha;
  auto operator()(auto const& x) const {
    // The side that is not taken sees 0, so that expm1 of a large x does not overflow.
    return where(greater(x, 0.0), x, mul(alpha, expm1(where(greater(x, 0.0), 0.0, x))));
  }
};
struct gelu_formula {
  auto operator()(auto const& x) const { return mul(x, mul(0.5, erfc(mul(-std::numbers::sqrt2 / 2, x)))); }
};
struct gelu_tanh_formula {
  // x sigmoid(2 u) is x (1 + tanh(u)) / 2 without the cancellation of 1 + tanh(u) in the left tail.
  auto operator()(auto const& x) const {
    double const c = 2 * std::numbers::sqrt2 * std::numbers::inv_sqrtpi;  // 2 sqrt(2 / pi)
    auto const u = clamp(x, -1e3, 1e3);  // beyond, the sigmoid is 0 or 1 and the cube may overflow
    return mul(x, sigmoid(mul(c, add(u, mul(0.044715, mul(u, square(u)))))));
  }
};
struct silu_formula {
  auto operator()(auto const& x) const { return mul(x, sigmoid(x)); }
};
struct mish_formula {
  auto operator()(auto const& x) const { return mul(x, tanh(softplus(x))); }
};
/// A plain float goes in as a constant of a transform: there the literals of a formula take its type, and the value is
/// the same as under every transform.
template <class Formula, class X> auto run_formula(Formula const& f, X x) {
  if constexpr (std::is_same_v<X, float>)
    return f(tower::Dual<float, tower::Frame<1, 0, tower::mode::forward>>(x)).primal();
  else
    return elementwise_function{}(f, std::move(x));
}
template <class Formula> struct activation_function {
  template <Value X> auto operator()(X x) const { return ops::run_formula(Formula{}, std::move(x)); }
};
struct leaky_relu_function {
  /// x for x > 0, else slope x; the slope at 0.
  template <Value X> auto operator()(X x, double slope = 0.01) const {
    return ops::run_formula(leaky_relu_formula{slope}, std::move(x));
  }
};
struct elu_function {
  /// x for x > 0, else alpha (exp(x) - 1); alpha at 0.
  template <Value X> auto operator()(X x, double alpha = 1) const {
    return ops::run_formula(elu_formula{alpha}, std::move(x));
  }
};

}  // namespace ops

/// x times the normal distribution function of x, by erfc: right in the left tail.
inline constexpr ops::activation_function<ops::gelu_formula> gelu{};
/// The approximation of gelu by tanh.
inline constexpr ops::activation_function<ops::gelu_tanh_formula> gelu_tanh{};
/// x sigmoid(x).
inline constexpr ops::activation_function<ops::silu_formula> silu{};
/// x tanh(softplus(x)).
inline constexpr ops::activation_function<ops::mish_formula> mish{};
inline constexpr ops::leaky_relu_function leaky_relu{};
inline constexpr ops::elu_function elu{};

}  // namespace fm
