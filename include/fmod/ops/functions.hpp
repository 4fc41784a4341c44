// fmod/ops/functions.hpp: the elementwise ops without options, all of them, as function objects
// SPDX-License-Identifier: MIT
//
// A new elementwise op is a line here, a struct with its derivative in one of the files below, and its kernel in
// kernels/codes.hpp and kernels/scalar.hpp.
//   arithmetic.hpp  + - * / and their like      exponential.hpp  exp, log, pow      trigonometric.hpp  sin ... atanh
//   special.hpp  erf, lgamma, sinc              activation.hpp  relu, gelu, ...     select.hpp  where, maximum, comparisons
#pragma once
#include <fmod/ops/family.hpp>

// clang-format off
#define FM_ELEMENTWISE_OPS(X)                                                                             \
  X(add, Add) X(sub, Sub) X(mul, Mul) X(div, Div) X(neg, Neg) X(abs, Abs) X(square, Square)               \
  X(reciprocal, Reciprocal) X(zero_mul, ZeroMul) X(fmod, Fmod) X(remainder, Remainder) X(sqrt, Sqrt)      \
  X(rsqrt, Rsqrt) X(cbrt, Cbrt) X(exp, Exp) X(exp2, Exp2) X(expm1, Expm1) X(log, Log) X(log2, Log2)       \
  X(log1p, Log1p) X(xlogy, Xlogy) X(sin, Sin) X(cos, Cos) X(tan, Tan) X(asin, Asin) X(acos, Acos)         \
  X(atan, Atan) X(atan2, Atan2) X(hypot, Hypot) X(sinh, Sinh) X(cosh, Cosh) X(tanh, Tanh) X(sech2, Sech2) \
  X(asinh, Asinh) X(acosh, Acosh) X(atanh, Atanh) X(erf, Erf) X(erfc, Erfc) X(lgamma, Lgamma)             \
  X(sigmoid, Sigmoid) X(logsigmoid, Logsigmoid) X(softplus, Softplus) X(relu, Relu) X(gate, Gate)         \
  X(sign, Sign) X(floor, Floor) X(ceil, Ceil) X(round, Round) X(trunc, Trunc) X(maximum, Maximum)         \
  X(minimum, Minimum) X(fmax, Fmax) X(fmin, Fmin) X(equal, Equal) X(not_equal, NotEqual) X(less, Less)    \
  X(less_equal, LessEqual) X(greater, Greater) X(greater_equal, GreaterEqual) X(where, Where)
// clang-format on

namespace fm {
#define FM_DECLARE(object, Op) \
  namespace ops {              \
  struct Op;                   \
  }                            \
  inline constexpr function<ops::Op> object{};
FM_ELEMENTWISE_OPS(FM_DECLARE)
#undef FM_DECLARE
}  // namespace fm
