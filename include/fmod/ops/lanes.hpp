// fmod/ops/lanes.hpp: what batching needs of the ops: shapes, copies of lanes, numbers as tensors and back
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/ops/join.hpp>

namespace fm::tower {

template <class X> X reshaped(X x, Shape const& to) { return fm::reshape(std::move(x), to); }
/// Broadcast to a shape, without the checks of a call by a user.
template <class X> X stretched(X x, Shape const& to) {
  if (shape_of(x) == to) return x;
  return X(tower::apply(ops::BroadcastTo{to}, std::move(x)));
}
template <class S, class X> auto with_elements(X x) { return fm::cast<S>(std::move(x)); }

/// A number, or a box of one, as a tensor of rank 0 in the same boxes.
template <class T> auto as_tensor(T number) { return fm::broadcast_to(std::move(number), Shape{}); }
template <class N, class X> auto as_number(X rank0) { return tower::apply(ops::ToNumber<N>{}, std::move(rank0)); }

template <class X> auto stacked(std::vector<X> const& lanes) { return fm::stack(0, lanes); }

}  // namespace fm::tower
