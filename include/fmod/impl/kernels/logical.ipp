// fmod/impl/kernels/logical.ipp: not, and, or, all, any of Tensor<bool>; a number that no uint32 equals
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/impl/kernels/elementwise.ipp>

namespace fm::kernels {

FM_INLINE Tensor<bool> logical_not(Tensor<bool> x) { return map(compare::eq, std::move(x), false); }
FM_INLINE Tensor<bool> logical_and(Tensor<bool> x, Tensor<bool> y) {
  Tensor<bool> no = Tensor<bool>::uninitialized(Shape{});
  *no.mutable_data() = false;
  return where<bool>(std::move(x), std::move(y), std::move(no));
}
FM_INLINE Tensor<bool> logical_or(Tensor<bool> x, Tensor<bool> y) {
  Tensor<bool> yes = Tensor<bool>::uninitialized(Shape{});
  *yes.mutable_data() = true;
  return where<bool>(std::move(x), std::move(yes), std::move(y));
}
FM_INLINE bool all(Tensor<bool> const& x) {
  auto const s = x.span();
  return std::find(s.begin(), s.end(), false) == s.end();
}
FM_INLINE bool any(Tensor<bool> const& x) {
  auto const s = x.span();
  return std::find(s.begin(), s.end(), true) != s.end();
}

FM_INLINE void unsigned_out_of_range(std::string const& number) {
  throw value_error("a tensor of uint32 is compared with " + number +
                    ", which is none of its values; convert the tensor with fm::cast<fm::int64_t>(x)");
}

}  // namespace fm::kernels
