// tests/cases/formulas.hpp: small functions with known derivatives, differentiated in every mode and order
// SPDX-License-Identifier: MIT
//
// The functions stand in formulas_*.cpp, which alone instantiate the transforms. Derivatives of all orders, in all four
// orders of modes, come back as plain numbers; a value that is not given (unknown) is not looked at.
#pragma once
#include <vector>

#include <fmod/core/create.hpp>

namespace cases {

// ---- functions of one number
enum class one {
  determinant,
  layer_norm,
  householder,
  log_normal_cdf,
  gelu,
  log1p,
  expm1,
  erfc,
  digamma,
  trigamma,
  sinc_shifted,
  sinc,
  sigmoid,
  tanh,
  asinh_tan,
  atan2_by_2,
  powers,
  exp2_by_pow,
  hypot_by_3,
  power_5,
  power_2,
  power_0,
  cosh,
  adam_rooted,
  adam,
  doubling,
  before_loop,
  abs_parabola,
  equal_branch,
  accumulated,
  scaled_slots,
  outer_factors,
  maximum_1,
  maximum_1_left,
  minimum_1,
  minimum_1_left,
  clamp_01,
  asin,
  acos,
  acosh,
  atanh,
  relu,
  abs,
  leaky_relu,
  elu,
  xlogx,
  entropy,
  hardtanh,
  relu6,
  hardswish,
  softshrink,
  smooth_l1,
  times_itself,
  minus_twice,
  twice_minus,
  over_itself,
  minus_itself,
  plus_itself,
  power_itself,
  itself,
  moved,
  assigned_in_turn,
  incremented,
  cubed,
  square_by_template,
  sqrt,
  masked_sqrt,
  masked_infinite,
  masked_root,
  masked_exp
};
struct orders {
  double value, first, second, third;
};
inline constexpr double unknown = 1.2345e300;
/// f, f', f'', f''' at x. `tolerance` is relative; a value of exactly 0 is meant exactly.
void expect(one f, double x, orders const& want, double tolerance = 1e-12);

// ---- functions of two numbers
enum class two {
  rosenbrock,
  affine_power,
  power,
  atan2,
  hypot,
  roots,
  sine,
  cancelled,
  minimum_of_squares,
  atan2_signed,
  logaddexp,
  sqrt_plus_nothing,
  xlogy,
  fmod,
  clamp_second
};
struct surface {
  double value, x, y, xx, xy, yy;
};
void expect(two f, double x, double y, surface const& want, double tolerance = 1e-12);

// ---- functions of a tensor, or of a tensor cut into parts
enum class many {
  determinant_3,
  layer_norm,
  cross_entropy_2,
  cross_entropy_3,
  product_of_squares,
  product,
  bump,
  squares,
  kernel,
  kernel_by_norm,
  cumulative,
  logsumexp,
  masked_logsumexp,
  nested_logaddexp,
  norm,
  variance,
  deviation,
  variance_unbiased,
  weighted_softmax,
  masked_rows,
  early_exit,
  determinant_2,
  squared_norm,
  atan2_of_vectors,
  first_power
};
using Matrix = std::vector<std::vector<double>>;
/// Gradient, and the Hessian by all four orders of modes if it is given.
void expect(many f, fm::Tensor<double> const& x, double value, std::vector<double> const& gradient,
            Matrix const& hessian = {}, double tolerance = 1e-12);

}  // namespace cases
