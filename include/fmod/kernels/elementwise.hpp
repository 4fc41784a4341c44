// fmod/kernels/elementwise.hpp: compiled elementwise kernels on tensors and on tiles
// SPDX-License-Identifier: MIT
//
// Tensors come by value: a moved-in, unshared argument of the result's shape is written in place.
// `op` in messages is the name the user called. Types: float, double; int64 where noted.
#pragma once
#include <fmod/core/tensor.hpp>
#include <fmod/kernels/codes.hpp>

namespace fm::kernels {

/// Also int64: neg, abs, sign, square, relu, floor, ceil, round, trunc.
template <Element S> Tensor<S> map(unary code, Tensor<S> x);
template <Element S> Tensor<S> map(unary_n code, int64_t n, Tensor<S> x);
/// Broadcasts. Also int64: add, sub, mul, div (towards zero, value_error at 0), fmod, remainder, maximum, minimum,
/// fmax, fmin, pow (value_error if an exponent is negative), zero_mul, gate; integer overflow wraps.
template <Element S> Tensor<S> map(binary code, Tensor<S> x, Tensor<S> y);
template <Element S> Tensor<S> map(binary code, Tensor<S> x, S y);
template <Element S> Tensor<S> map(binary code, S x, Tensor<S> y);
/// Also int64, bool (eq, ne), uint32.
template <Element S> Tensor<bool> map(compare code, Tensor<S> x, Tensor<S> y);
template <Element S> Tensor<bool> map(compare code, Tensor<S> x, S y);
[[noreturn]] void unsigned_out_of_range(std::string const& number);
/// Elements of x where c, else of y; broadcasts all three. All element types.
template <Element S> Tensor<S> where(Tensor<bool> c, Tensor<S> x, Tensor<S> y);
/// into += x, same shapes, `into` unshared: for cotangents that are owned.
template <Element S> void accumulate(Tensor<S>& into, Tensor<S> const& x);
/// Conversion as by static_cast; to bool: != 0. Same type: the same storage.
template <Element To, Element From> Tensor<To> cast(Tensor<From> x);

Tensor<bool> logical_not(Tensor<bool> x);
Tensor<bool> logical_and(Tensor<bool> x, Tensor<bool> y);
Tensor<bool> logical_or(Tensor<bool> x, Tensor<bool> y);
bool all(Tensor<bool> const& x);
bool any(Tensor<bool> const& x);

// ---- raw loops over n elements, of the instruction set chosen at run time; out may be an input. For tiles and kernels.
template <Real S> void loop(unary code, S* out, S const* x, int64_t n);
template <Real S> void loop(unary_n code, int64_t option, S* out, S const* x, int64_t n);
template <Real S> void loop(binary code, S* out, S const* x, S const* y, int64_t n);
template <Real S> void loop(binary code, S* out, S const* x, S y, int64_t n);
template <Real S> void loop(binary code, S* out, S x, S const* y, int64_t n);
template <Real S> void loop(compare code, bool* out, S const* x, S const* y, int64_t n);
template <Real S> void loop(compare code, bool* out, S const* x, S y, int64_t n);
template <Real S> void loop_where(bool const* c, S* out, S const* x, S const* y, int64_t n);

}  // namespace fm::kernels

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/kernels/logical.ipp>
#endif
