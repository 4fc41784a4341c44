// fmod/impl/transforms/jacobian.ipp: the directions that a Jacobian is made along
// SPDX-License-Identifier: MIT
#include <fmod/transforms/jacobian.hpp>

namespace fm::transforms {

template <Real S> Tensor<S> basis_block(int64_t total, int64_t first, Shape const& shape) {
  auto out = fm::zeros<S>(block_shape(Shape{total}, shape));
  int64_t const n = shape.size();
  for (int64_t i = 0; i < n; ++i) out.mutable_data()[(first + i) * n + i] = S(1);
  return out;
}

FM_INLINE Shape block_shape(Shape const& a, Shape const& b) {
  Shape s = a;
  for (int64_t size : b) s.push_back(size);
  return s;
}

}  // namespace fm::transforms
