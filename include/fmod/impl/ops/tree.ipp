// fmod/impl/ops/tree.ipp: errors of arithmetic on trees
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/ops/tree.hpp>

#include <cmath>
#include <string>

namespace fm::tree::detail {

FM_INLINE void leaf_shapes_differ(char const* op, std::string_view path, Shape const& first, Shape const& other) {
  throw shape_error(std::string(op) + ": shapes differ at " + quoted(path) + ": the first tree has " +
                    to_string(first) + ", the other " + to_string(other) + "; leaves of trees do not broadcast");
}
FM_INLINE void cannot_unstack(std::string_view path, Shape const& shape, int64_t count) {
  if (shape.rank() == 0)
    throw shape_error("tree::unstack: no leading axis at " + quoted(path) +
                      ": the leaf is a scalar; every leaf needs one");
  throw shape_error("tree::unstack: leading sizes differ at " + quoted(path) + ": the leaf is " + to_string(shape) +
                    ", leaves before it lead with " + std::to_string(count));
}
FM_INLINE void nothing_to_stack() {
  throw value_error("tree::stack: there are no trees; at least one is needed, which says what the result looks like");
}
FM_INLINE void check_unravel(Shape const& given, int64_t want) {
  if (!(given == Shape{want}))
    throw shape_error("unravel: the vector is " + to_string(given) + ", the tree holds " + std::to_string(want) +
                      " elements; give a vector of shape (" + std::to_string(want) + ")");
}
template <Element S> bool all_finite(Tensor<S> const& x) {
  for (S v : x.span())
    if (!std::isfinite(v)) return false;
  return true;
}

}  // namespace fm::tree::detail
