// fmod/impl/ops/matmul.ipp: argument checks of matrix products
// SPDX-License-Identifier: MIT
#include <fmod/ops/matmul.hpp>

#include <string>

namespace fm::ops {

FM_INLINE void check_matmul(Shape const& x, Shape const& y, bool tx, bool ty) {
  if (x.rank() == 0 || y.rank() == 0)
    throw shape_error("matmul: an operand is a scalar: a " + to_string(x) + ", b " + to_string(y) +
                      "; multiply by a scalar with *");
  int64_t const inner_x = x.rank() == 1 ? x[0] : tx ? x[-2] : x[-1];
  int64_t const inner_y = y.rank() == 1 ? y[0] : ty ? y[-1] : y[-2];
  if (inner_x != inner_y)
    throw shape_error("matmul: inner sizes differ: a " + to_string(x) + (tx ? " transposed" : "") + ", b " +
                      to_string(y) + (ty ? " transposed" : "") + "; a's last axis must equal b's second-last");
  if (x.rank() > 2 && y.rank() > 2)
    broadcast_shapes("matmul", Shape(x.begin(), x.end() - 2), Shape(y.begin(), y.end() - 2));
}

FM_INLINE void check_dot(Shape const& x, Shape const& y) {
  if (x.rank() != 1 || !(x == y))
    throw shape_error("dot: a is " + to_string(x) + ", b is " + to_string(y) + "; both must be vectors of one length");
}

FM_INLINE void check_outer(Shape const& x, Shape const& y) {
  if (x.rank() != 1 || y.rank() != 1)
    throw shape_error("outer: a is " + to_string(x) + ", b is " + to_string(y) + "; both must be vectors");
}

}  // namespace fm::ops
