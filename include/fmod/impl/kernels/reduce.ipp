// fmod/impl/kernels/reduce.ipp: reductions, scans and sorting on tensors
// SPDX-License-Identifier: MIT
//
// Every kernel sees its tensor as (outer, n, inner) and works along n. A reduction over axes that do not touch runs once for
// each group of neighbours, innermost first; every reduction here may be applied in parts.
#pragma once
#include <fmod/error.hpp>
#include <fmod/impl/kernels/elementwise.ipp>
#include <fmod/kernels/reduce.hpp>

#include <cmath>
#include <numeric>
#include <vector>

namespace fm::kernels::detail {

inline constexpr char const* reduction_names[] = {"sum", "mean", "prod", "max", "min", "logsumexp"};

// Which axes of a shape a reduction removes.
struct Reduced {
  std::array<bool, max_rank> is{};
  Shape dropped, kept;  // the result's shape without and with keepdims
  int64_t count = 1;    // elements that become one

  Reduced(Shape const& shape, Axes const& axes) {
    for (int i = 0; i < axes.count(); ++i) is[static_cast<std::size_t>(axes[i] + shape.rank())] = true;
    if (axes.all()) is.fill(true);
    for (int i = 0; i < shape.rank(); ++i) {
      bool const gone = is[static_cast<std::size_t>(i)];
      if (gone)
        count *= shape[i];
      else
        dropped.push_back(shape[i]);
      kept.push_back(gone ? 1 : shape[i]);
    }
  }
};

// Calls f(outer, n, inner) for each group of reduced axes, innermost first; `shape` shrinks to 1 along it after each.
template <class F> void for_each_group(Shape shape, Reduced const& reduced, F&& f) {
  for (int last = shape.rank() - 1; last >= 0; --last) {
    if (!reduced.is[static_cast<std::size_t>(last)] || shape[last] == 1) continue;
    int first = last;
    while (first > 0 && (reduced.is[static_cast<std::size_t>(first - 1)] || shape[first - 1] == 1)) --first;
    AxisView v;
    for (int i = 0; i < shape.rank(); ++i) (i < first ? v.outer : i <= last ? v.size : v.inner) *= shape[i];
    f(v.outer, v.size, v.inner);
    for (int i = first; i <= last; ++i) shape[i] = 1;
    last = first;
  }
}

template <class S> void reduce_group(reduction code, S* out, S const* x, int64_t outer, int64_t n, int64_t inner) {
  if constexpr (Real<S>) {
    auto const& table = isa::real<S>();
    if (inner == 1) return table.reduce_rows[at(code)](out, x, outer, n);
    for (int64_t o = 0; o < outer; ++o) table.reduce_columns[at(code)](out + o * inner, x + o * n * inner, n, inner);
  } else {
    for (int64_t o = 0; o < outer; ++o)
      for (int64_t i = 0; i < inner; ++i) {
        S const* const lane = x + o * n * inner + i;
        S r = code == reduction::sum ? S(0) : code == reduction::prod ? S(1) : *lane;
        for (int64_t j = 0; j < n; ++j) {
          S const v = lane[j * inner];
          switch (code) {
            case reduction::sum:
              r = integer::add(r, v);
              break;
            case reduction::prod:
              r = integer::mul(r, v);
              break;
            case reduction::max:
              r = v > r ? v : r;
              break;
            case reduction::min:
              r = v < r ? v : r;
              break;
            default:
              integer::no_such_kernel();
          }
        }
        out[o * inner + i] = r;
      }
  }
}

// f(lane of x, lane of out) for each lane along an axis; the step along a lane is `inner`.
template <class S, class Out, class F>
void for_each_lane(S const* x, int64_t n, Out* out, int64_t m, AxisView v, F&& f) {
  for (int64_t o = 0; o < v.outer; ++o)
    for (int64_t i = 0; i < v.inner; ++i) f(x + o * n * v.inner + i, out + o * m * v.inner + i);
}

}  // namespace fm::kernels::detail

namespace fm::kernels {

template <Element S> Tensor<S> reduce(reduction code, Tensor<S> x, Axes const& axes, bool keepdims) {
  detail::Reduced const reduced(x.shape(), axes);
  Shape const& shape = keepdims ? reduced.kept : reduced.dropped;
  if ((code == reduction::max || code == reduction::min) && reduced.count == 0 && shape.size() != 0)
    throw value_error(std::string(detail::reduction_names[detail::at(code)]) + ": nothing to reduce: shape " +
                      to_string(x.shape()) + " has no elements along the axes");
  if (code != reduction::mean && x.size() == shape.size() && reduced.count == 1) return std::move(x).reshaped(shape);
  detail::for_each_group(x.shape(), reduced, [&](int64_t outer, int64_t n, int64_t inner) {
    Tensor<S> out = Tensor<S>::uninitialized(Shape{outer, inner});
    detail::reduce_group(code, out.mutable_data(), x.data(), outer, n, inner);
    x = std::move(out);
  });
  if constexpr (Real<S>) {
    if (code == reduction::mean) x = map(binary::div, std::move(x), static_cast<S>(reduced.count));
  }
  return std::move(x).reshaped(shape);
}

template <Element S> Tensor<int64_t> arg_reduce(reduction code, Tensor<S> x, int axis, bool keepdims) {
  auto const v = detail::view_axis(x.shape(), axis);
  detail::Reduced const reduced(x.shape(), Axes(axis));
  bool const max = code == reduction::max;
  if (v.size == 0 && v.outer * v.inner != 0)
    throw value_error(std::string(max ? "argmax" : "argmin") + ": nothing to reduce: shape " + to_string(x.shape()) +
                      " has no elements along the axis");
  auto out = Tensor<int64_t>::uninitialized(keepdims ? reduced.kept : reduced.dropped);
  detail::for_each_lane(x.data(), v.size, out.mutable_data(), 1, v, [&](S const* lane, int64_t* result) {
    int64_t best = 0;
    for (int64_t j = 1; j < v.size; ++j) {
      S const a = lane[j * v.inner], b = lane[best * v.inner];
      if (b != b) break;
      if (a != a || (max ? a > b : a < b)) best = j;
    }
    *result = best;
  });
  return out;
}

template <Element S> Tensor<S> cumulative(reduction code, Tensor<S> x, int axis, bool reverse) {
  auto const v = detail::view_axis(x.shape(), axis);
  Shape const shape = x.shape();
  S const* const in = x.data();
  Tensor<S> out = detail::take_storage(x, shape);
  bool const sum = code == reduction::sum;
  detail::for_each_lane(in, v.size, out.mutable_data(), v.size, v, [&](S const* lane, S* result) {
    S r = sum ? S(0) : S(1);
    for (int64_t k = 0; k < v.size; ++k) {
      int64_t const at = (reverse ? v.size - 1 - k : k) * v.inner;
      if constexpr (Real<S>)
        r = sum ? r + lane[at] : r * lane[at];
      else
        r = sum ? integer::add(r, lane[at]) : integer::mul(r, lane[at]);
      result[at] = r;
    }
  });
  return out;
}

template <Element S> Tensor<S> sum_to(Tensor<S> x, Shape const& shape) {
  if (x.shape() == shape) return x;
  int const rank = x.rank();
  Axes axes(std::initializer_list<Extent>{});
  for (int i = -rank; i < 0; ++i)
    if (-i > shape.rank() || (shape[i] == 1 && x.shape()[i] != 1)) axes.push_back(i);
  return reduce(reduction::sum, std::move(x), axes, true).reshaped(shape);
}

// ---- softmax and norm
template <Element S> Tensor<S> softmax(Tensor<S> x, int axis) {
  auto const v = detail::view_axis(x.shape(), axis);
  Shape const shape = x.shape();
  S const* const in = x.data();
  Tensor<S> out = detail::take_storage(x, shape);
  auto const& table = isa::real<S>();
  if (v.inner == 1) {
    table.softmax_rows(out.mutable_data(), in, v.outer, v.size);
    return out;
  }
  for (int64_t o = 0, block = v.size * v.inner; o < v.outer; ++o)
    table.softmax_columns(out.mutable_data() + o * block, in + o * block, v.size, v.inner);
  return out;
}

template <Element S> Tensor<S> log_softmax(Tensor<S> x, int axis) {
  auto const v = detail::view_axis(x.shape(), axis);
  Shape const shape = x.shape();
  S const* const in = x.data();
  Tensor<S> out = detail::take_storage(x, shape);
  auto const& table = isa::real<S>();
  if (v.inner == 1) {
    table.log_softmax_rows(out.mutable_data(), in, v.outer, v.size);
    return out;
  }
  for (int64_t o = 0, block = v.size * v.inner; o < v.outer; ++o)
    table.log_softmax_columns(out.mutable_data() + o * block, in + o * block, v.size, v.inner);
  return out;
}

template <Element S> Tensor<S> norm(Tensor<S> x, Axes const& axes, bool keepdims) {
  detail::Reduced const reduced(x.shape(), axes);
  Shape const& shape = keepdims ? reduced.kept : reduced.dropped;
  if (x.size() == shape.size() && reduced.count == 1) return map(unary::abs, std::move(x)).reshaped(shape);
  detail::for_each_group(x.shape(), reduced, [&](int64_t outer, int64_t n, int64_t inner) {
    Tensor<S> out = Tensor<S>::uninitialized(Shape{outer, inner});
    auto const& table = isa::real<S>();
    if (inner == 1)
      table.norm_rows(out.mutable_data(), x.data(), outer, n);
    else
      for (int64_t o = 0; o < outer; ++o)
        table.norm_columns(out.mutable_data() + o * inner, x.data() + o * n * inner, n, inner);
    x = std::move(out);
  });
  return std::move(x).reshaped(shape);
}

template <Element S> Tensor<int64_t> argsort(Tensor<S> x, int axis) {
  auto const v = detail::view_axis(x.shape(), axis);
  auto out = Tensor<int64_t>::uninitialized(x.shape());
  std::vector<int64_t> order(static_cast<std::size_t>(v.size));
  detail::for_each_lane(x.data(), v.size, out.mutable_data(), v.size, v, [&](S const* lane, int64_t* result) {
    std::iota(order.begin(), order.end(), int64_t(0));
    std::stable_sort(order.begin(), order.end(), [&](int64_t i, int64_t j) {
      S const a = lane[i * v.inner], b = lane[j * v.inner];
      return b != b ? a == a : a < b;
    });
    for (int64_t k = 0; k < v.size; ++k) result[k * v.inner] = order[static_cast<std::size_t>(k)];
  });
  return out;
}

}  // namespace fm::kernels
