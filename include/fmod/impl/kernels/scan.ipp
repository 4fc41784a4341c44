// fmod/impl/kernels/scan.ipp: the linear recurrence along an axis
// SPDX-License-Identifier: MIT
#include <fmod/kernels/reduce.hpp>

namespace fm::kernels {

template <Element S> Tensor<S> linear_scan(Tensor<S> a, Tensor<S> b, int axis, bool reverse) {
  Shape const shape = a.shape();
  int64_t inner = 1;
  for (int i = axis + 1; i < 0; ++i) inner *= shape[i];
  int64_t const n = shape[axis], outer = inner * n == 0 ? 0 : shape.size() / (inner * n);
  Tensor<S> y = b.unique() ? std::move(b) : Tensor<S>::uninitialized(shape);
  S const* add = y.data();
  Tensor<S> const hold = b;
  if (!hold.is_null()) add = hold.data();
  S* out = y.mutable_data();
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t k = 0; k < n; ++k) {
      int64_t const row = (o * n + (reverse ? n - 1 - k : k)) * inner, before = row + (reverse ? inner : -inner);
      for (int64_t i = 0; i < inner; ++i)
        out[row + i] = k == 0 ? add[row + i] : a.data()[row + i] * out[before + i] + add[row + i];
    }
  return y;
}

}  // namespace fm::kernels
