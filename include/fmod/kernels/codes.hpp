// fmod/kernels/codes.hpp: the elementwise kernels by number, so that one function serves them all
// SPDX-License-Identifier: MIT
//
// A new elementwise kernel is a line here and a scalar function of the same name in kernels/scalar.hpp (the reference;
// an instruction set may hold a faster loop for it). Everything else is generated from these lists.
#pragma once
#include <cstdint>

// One argument.
#define FM_UNARY_KERNELS(X)                                                                                           \
  X(neg)                                                                                                              \
  X(abs) X(sign) X(square) X(reciprocal) X(sqrt) X(rsqrt) X(cbrt) X(exp) X(exp2) X(expm1) X(log) X(log2) X(log1p)     \
      X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(sech2) X(asinh) X(acosh) X(atanh) X(erf) \
          X(erfc) X(lgamma) X(sigmoid) X(logsigmoid) X(softplus) X(relu) X(floor) X(ceil) X(round) X(trunc)

// One argument and an integer option n.
//   polygamma n: n-th derivative of digamma;  sinc n: n-th derivative of sin(pi x)/(pi x);  powi: x to the n.
#define FM_UNARY_N_KERNELS(X) X(polygamma) X(sinc) X(powi)

// Two arguments.
//   zero_mul: x y; 0 where either is exactly 0.
//   gate:     a tangent where x > 0, else 0.
#define FM_BINARY_KERNELS(X)                                                                                        \
  X(add)                                                                                                            \
  X(sub) X(mul) X(div) X(pow) X(atan2) X(hypot) X(fmod) X(remainder) X(maximum) X(minimum) X(fmax) X(fmin) X(xlogy) \
      X(zero_mul) X(gate)

#define FM_COMPARE_KERNELS(X) X(eq) X(ne) X(lt) X(le) X(gt) X(ge)

namespace fm::kernels {

#define FM_CODE(name) name,
enum class unary : std::uint8_t { FM_UNARY_KERNELS(FM_CODE) count };
enum class unary_n : std::uint8_t { FM_UNARY_N_KERNELS(FM_CODE) count };
enum class binary : std::uint8_t { FM_BINARY_KERNELS(FM_CODE) count };
enum class compare : std::uint8_t { FM_COMPARE_KERNELS(FM_CODE) count };
#undef FM_CODE
enum class reduction : std::uint8_t { sum, mean, prod, max, min, logsumexp, count };

}  // namespace fm::kernels
