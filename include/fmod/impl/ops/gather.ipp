// fmod/impl/ops/gather.ipp: checks of indices
// SPDX-License-Identifier: MIT
#include <fmod/ops/gather.hpp>

#include <string>

namespace fm::ops {

FM_INLINE Tensor<int64_t> checked_indices(char const* op, Tensor<int64_t> index, int64_t size, Shape const& x) {
  auto const range = kernels::index_range(index);
  if (range[0] > range[1] || (range[0] >= 0 && range[1] < size)) return index;
  if (range[0] < -size || range[1] >= size)
    throw value_error(std::string(op) + ": index " + std::to_string(range[1] >= size ? range[1] : range[0]) +
                      " is outside [" + std::to_string(-size) + ", " + std::to_string(size) + ") for x " +
                      to_string(x));
  auto out = Tensor<int64_t>::uninitialized(index.shape());
  for (int64_t i = 0; i < index.size(); ++i) {
    int64_t const k = index.data()[i];
    out.mutable_data()[i] = k < 0 ? k + size : k;
  }
  return out;
}

FM_INLINE Axes moved_axes(int rank, int from, int count, int to) {
  Axes axes(std::initializer_list<Extent>{});
  auto const push = [&](int first, int last) {
    for (int i = first; i < last; ++i)
      if (i < from || i >= from + count) axes.push_back(i);
  };
  // `to` counts in the result, so the axes that stand before it are the first `to` of those that stay.
  int const split = to <= from ? to : to + count;
  push(0, split);
  for (int i = from; i < from + count; ++i) axes.push_back(i);
  push(split, rank);
  return axes;
}

FM_INLINE Index lane_starts(tower::Lanes const& lanes, int64_t size, int rank) {
  Shape shape{lanes.count};
  while (shape.rank() < rank) shape.push_back(1);
  auto starts = Index::uninitialized(shape);
  for (int64_t i = 0; i < lanes.count; ++i) starts.mutable_data()[i] = i * size;
  return starts;
}

FM_INLINE void check_along(Shape const& x, Shape const& index, int axis) {
  bool fits = x.rank() == index.rank();
  for (int i = -x.rank(); fits && i < 0; ++i) fits = i == axis || x[i] == index[i];
  if (!fits)
    throw shape_error("take_along: x is " + to_string(x) + ", index is " + to_string(index) +
                      "; all sizes but that of axis " + std::to_string(axis) + " must be equal");
}

FM_INLINE void check_depth(int64_t depth) {
  if (depth < 0) throw value_error("one_hot: depth is " + std::to_string(depth) + "; it must not be negative");
}

FM_INLINE void scatter_add_function::check_scatter_size(int64_t size, Shape const& x, int extra) {
  if (size < 0) throw value_error("scatter_add: the size is " + std::to_string(size) + "; it must not be negative");
  if (extra > x.rank())
    throw shape_error("scatter_add: index has " + std::to_string(extra + 1) + " axes, x is " + to_string(x) +
                      "; x must have all axes of index");
}
FM_INLINE void scatter_add_function::check_scatter(Shape const& x, Shape const& index, int axis) {
  // x is (a..., index..., b...) with b as many axes as follow `axis`.
  int const after = -axis - 1;
  bool fits = x.rank() >= after + index.rank();
  for (int i = 0; fits && i < index.rank(); ++i) fits = x[-after - index.rank() + i] == index[i];
  if (!fits)
    throw shape_error("scatter_add: x is " + to_string(x) + ", index is " + to_string(index) +
                      "; x must have the index's sizes at axis " + std::to_string(axis));
}

}  // namespace fm::ops
