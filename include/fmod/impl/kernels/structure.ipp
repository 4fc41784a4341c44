// fmod/impl/kernels/structure.ipp: kernels that move elements
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/impl/kernels/integer.hpp>
#include <fmod/impl/kernels/strided.hpp>
#include <fmod/impl/kernels/vector.hpp>
#include <fmod/kernels/structure.hpp>

#include <algorithm>

namespace fm::kernels::detail {

template <class S> Tensor<S> zeros_of(Shape const& shape) {
  Tensor<S> t = Tensor<S>::uninitialized(shape);
  std::fill_n(t.mutable_data(), t.size(), S(0));
  return t;
}

// The shape with another size along an axis.
inline Shape with_size(Shape shape, int axis, int64_t size) {
  shape[axis] = size;
  return shape;
}

// out[i] = x[offset + i step] for `n` elements.
template <class S> void copy_row(S* out, S const* x, int64_t step, int64_t n) {
  if (step == 1)
    std::copy_n(x, n, out);
  else if (step == 0)
    std::fill_n(out, n, *x);
  else
    for (int64_t i = 0; i < n; ++i) out[i] = x[i * step];
}

// Sum with integers wrapping and bool as or.
template <class S> void add_to(S& into, S x) {
  if constexpr (std::is_same_v<S, bool>)
    into = into || x;
  else if constexpr (std::is_same_v<S, int64_t>)
    into = integer::add(into, x);
  else
    into = static_cast<S>(into + x);
}

// out (n, m) = transpose of x (m, n), rows `ldx` and `ldo` apart.
template <class S> void transpose_plain(S* out, int64_t ldo, S const* x, int64_t ldx, int64_t m, int64_t n) {
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = 0; i < m; ++i) out[j * ldo + i] = x[i * ldx + j];
}
// The same for whole squares of 16 bytes.
template <class S> void transpose_squares(S* out, int64_t ldo, S const* x, int64_t ldx, int64_t m, int64_t n) {
  constexpr int64_t square = 16 / static_cast<int64_t>(sizeof(S));
  for (int64_t j = 0; j < n; j += square)
    for (int64_t i = 0; i < m; i += square)
      isa::FM_ISA_NAME::transpose_square(out + j * ldo + i, ldo, x + i * ldx + j, ldx);
}
// Blocks stay in the first-level cache. Large matrices go through a buffer, since lines of rows a power of two apart push each
// other out.
template <class S> void transpose(S* out, int64_t ldo, S const* x, int64_t ldx, int64_t m, int64_t n) {
  int64_t i = 0;
  if constexpr (sizeof(S) >= 4) {
    constexpr int64_t most = 64;
    S buffer[most * most];
    bool const large = m * n * static_cast<int64_t>(sizeof(S)) > (1 << 20);
    int64_t const block = large ? most : 16;
    for (; i + block <= m; i += block) {
      int64_t j = 0;
      for (; j + block <= n; j += block) {
        if (!large) {
          transpose_squares(out + j * ldo + i, ldo, x + i * ldx + j, ldx, block, block);
          continue;
        }
        transpose_squares(buffer, block, x + i * ldx + j, ldx, block, block);
        for (int64_t q = 0; q < block; ++q) std::copy_n(buffer + q * block, block, out + (j + q) * ldo + i);
      }
      transpose_plain(out + j * ldo + i, ldo, x + i * ldx + j, ldx, block, n - j);
    }
  } else {
    for (constexpr int64_t block = 32; i + block <= m; i += block)
      for (int64_t j = 0; j < n; j += block)
        transpose_plain(out + j * ldo + i, ldo, x + i * ldx + j, ldx, block, std::min(block, n - j));
  }
  transpose_plain(out + i, ldo, x + i * ldx, ldx, m - i, n);
}

}  // namespace fm::kernels::detail

namespace fm::kernels {

template <Element S> Tensor<S> permute(Tensor<S> x, Axes const& perm) {
  int const rank = x.rank();
  std::array<int64_t, max_rank> steps{};
  int64_t step = 1;
  for (int i = rank - 1; i >= 0; step *= x.shape()[i], --i) steps[static_cast<std::size_t>(i)] = step;
  Shape shape;
  detail::Walk<1> walk;
  for (int i = 0; i < rank; ++i) {
    int const from = perm[i] + rank;
    shape.push_back(x.shape()[from]);
    walk.push(x.shape()[from], {steps[static_cast<std::size_t>(from)]});
  }
  if (walk.rank == 0 && walk.inner_step[0] <= 1) return std::move(x).reshaped(shape);  // only axes of size 1 moved
  Tensor<S> result = Tensor<S>::uninitialized(shape);
  if (result.size() == 0) return result;
  S* out = result.mutable_data();
  // The axis of the result that is innermost in x: together with the innermost axis of the result it is a transpose.
  int other = -1;
  for (int i = 0; i < walk.rank; ++i)
    if (walk.steps[0][static_cast<std::size_t>(i)] == 1 && walk.sizes[static_cast<std::size_t>(i)] > 1) other = i;
  if (walk.inner_step[0] == 1 || other < 0) {
    walk.rows([&](auto const& offset) {
      detail::copy_row(out, x.data() + offset[0], walk.inner_step[0], walk.inner);
      out += walk.inner;
    });
    return result;
  }
  if (walk.rank == 1) {
    detail::transpose(out, walk.inner, x.data(), walk.inner_step[0], walk.inner, walk.sizes[0]);
    return result;
  }
  // Outer axes but for `other`, with steps in x and in the result.
  std::array<int64_t, max_rank> out_steps{};
  int64_t out_step = walk.inner;
  for (int i = walk.rank - 1; i >= 0; --i) {
    out_steps[static_cast<std::size_t>(i)] = out_step;
    out_step *= walk.sizes[static_cast<std::size_t>(i)];
  }
  detail::Walk<2> outer;
  for (int i = 0; i < walk.rank; ++i) {
    std::size_t const a = static_cast<std::size_t>(i);
    if (i != other) outer.push(walk.sizes[a], {walk.steps[0][a], out_steps[a]});
  }
  int64_t const n = walk.sizes[static_cast<std::size_t>(other)], ldo = out_steps[static_cast<std::size_t>(other)];
  outer.rows([&](auto const& offset) {
    for (int64_t i = 0; i < outer.inner; ++i)
      detail::transpose(out + offset[1] + i * outer.inner_step[1], ldo, x.data() + offset[0] + i * outer.inner_step[0],
                        walk.inner_step[0], walk.inner, n);
  });
  return result;
}

template <Element S> Tensor<S> broadcast_to(Tensor<S> x, Shape const& shape) {
  if (x.shape() == shape) return x;
  Tensor<S> result = Tensor<S>::uninitialized(shape);
  if (result.size() == 0) return result;
  S* out = result.mutable_data();
  Shape const& from = x.shape();
  auto const walk = detail::broadcast_walk<1>(shape, {&from});
  walk.rows([&](auto const& offset) {
    detail::copy_row(out, x.data() + offset[0], walk.inner_step[0], walk.inner);
    out += walk.inner;
  });
  return result;
}

template <Element S> Tensor<S> slice(Tensor<S> x, int axis, int64_t start, int64_t count, int64_t step) {
  auto const v = detail::view_axis(x.shape(), axis);
  if (count == v.size && step == 1) return x;
  Shape const shape = detail::with_size(x.shape(), axis, count);
  if (v.outer == 1 && (step == 1 || count == 1) && count > 0) {
    // All axes before this one have size 1: the elements lie together.
    Shape const flat{v.size, v.inner};
    return std::move(x).reshaped(flat).rows(start, start + count).reshaped(shape);
  }
  Tensor<S> result = Tensor<S>::uninitialized(shape);
  S* out = result.mutable_data();
  for (int64_t o = 0; o < v.outer; ++o) {
    S const* const in = x.data() + (o * v.size + start) * v.inner;
    if (v.inner == 1) {
      detail::copy_row(out, in, step, count);
      out += count;
    } else {
      for (int64_t j = 0; j < count; ++j, out += v.inner) std::copy_n(in + j * step * v.inner, v.inner, out);
    }
  }
  return result;
}

template <Element S> Tensor<S> unslice(Tensor<S> x, int axis, int64_t start, int64_t step, int64_t size) {
  auto const v = detail::view_axis(x.shape(), axis);
  Tensor<S> result = detail::zeros_of<S>(detail::with_size(x.shape(), axis, size));
  S const* in = x.data();
  for (int64_t o = 0; o < v.outer; ++o)
    for (int64_t j = 0; j < v.size; ++j, in += v.inner)
      std::copy_n(in, v.inner, result.mutable_data() + (o * size + start + j * step) * v.inner);
  return result;
}

template <Element S> Tensor<S> concat(std::vector<Tensor<S>> const& parts, int axis) {
  if (parts.size() == 1) return parts.front();
  int64_t total = 0;
  for (Tensor<S> const& p : parts) total += p.shape()[axis];
  Tensor<S> result = Tensor<S>::uninitialized(detail::with_size(parts.front().shape(), axis, total));
  auto const v = detail::view_axis(result.shape(), axis);
  S* out = result.mutable_data();
  for (Tensor<S> const& p : parts) {
    int64_t const width = p.shape()[axis] * v.inner;
    for (int64_t o = 0; o < v.outer; ++o) std::copy_n(p.data() + o * width, width, out + o * total * v.inner);
    out += width;
  }
  return result;
}

template <Element S> Tensor<S> flip(Tensor<S> x, Axes const& axes) {
  if (x.size() == 0) return x;
  std::array<bool, max_rank> flipped{};
  for (int i = 0; i < axes.count(); ++i) flipped[static_cast<std::size_t>(axes[i] + x.rank())] = true;
  if (axes.all()) flipped.fill(true);
  std::array<int64_t, max_rank> steps = detail::broadcast_steps(x.shape(), x.shape());
  detail::Walk<1> walk;
  S const* in = x.data();
  for (int i = 0; i < x.rank(); ++i) {
    std::size_t const a = static_cast<std::size_t>(i);
    if (flipped[a]) {
      in += (x.shape()[i] - 1) * steps[a];
      steps[a] = -steps[a];
    }
    walk.push(x.shape()[i], {steps[a]});
  }
  Tensor<S> result = Tensor<S>::uninitialized(x.shape());
  S* out = result.mutable_data();
  walk.rows([&](auto const& offset) {
    detail::copy_row(out, in + offset[0], walk.inner_step[0], walk.inner);
    out += walk.inner;
  });
  return result;
}

// ---- indexed
template <Element S> Tensor<S> take(Tensor<S> x, Tensor<int64_t> const& index, int axis) {
  auto const v = detail::view_axis(x.shape(), axis);
  int const at = axis + x.rank();
  Shape shape(x.shape().begin(), x.shape().begin() + at);
  for (int64_t s : index.shape()) shape.push_back(s);
  for (int i = at + 1; i < x.rank(); ++i) shape.push_back(x.shape()[i]);
  Tensor<S> result = Tensor<S>::uninitialized(shape);
  S* out = result.mutable_data();
  for (int64_t o = 0; o < v.outer; ++o)
    for (int64_t i : index.span()) {
      std::copy_n(x.data() + (o * v.size + i) * v.inner, v.inner, out);
      out += v.inner;
    }
  return result;
}

template <Element S> Tensor<S> scatter_add(Tensor<S> x, Tensor<int64_t> const& index, int axis, int64_t size) {
  // x is (outer, index.shape, inner); `axis` counts in the result, which is (outer, size, inner).
  int const inner_rank = -axis - 1, outer_rank = x.rank() - index.rank() - inner_rank;
  Shape shape(x.shape().begin(), x.shape().begin() + outer_rank);
  int64_t const outer = shape.size();
  shape.push_back(size);
  for (int i = x.rank() - inner_rank; i < x.rank(); ++i) shape.push_back(x.shape()[i]);
  Tensor<S> result = detail::zeros_of<S>(shape);
  int64_t const inner = Shape(x.shape().end() - inner_rank, x.shape().end()).size();
  S const* in = x.data();
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t i : index.span()) {
      S* const out = result.mutable_data() + (o * size + i) * inner;
      for (int64_t j = 0; j < inner; ++j) detail::add_to(out[j], in[j]);
      in += inner;
    }
  return result;
}

template <Element S> Tensor<S> take_along(Tensor<S> x, Tensor<int64_t> const& index, int axis) {
  auto const v = detail::view_axis(x.shape(), axis);
  int64_t const m = index.shape()[axis];
  Tensor<S> result = Tensor<S>::uninitialized(index.shape());
  for (int64_t o = 0; o < v.outer; ++o)
    for (int64_t j = 0; j < m; ++j)
      for (int64_t i = 0; i < v.inner; ++i) {
        int64_t const at = (o * m + j) * v.inner + i;
        result.mutable_data()[at] = x.data()[(o * v.size + index.data()[at]) * v.inner + i];
      }
  return result;
}

template <Element S> Tensor<S> scatter_along(Tensor<S> x, Tensor<int64_t> const& index, int axis, int64_t size) {
  auto const v = detail::view_axis(x.shape(), axis);
  Tensor<S> result = detail::zeros_of<S>(detail::with_size(x.shape(), axis, size));
  for (int64_t o = 0; o < v.outer; ++o)
    for (int64_t j = 0; j < v.size; ++j)
      for (int64_t i = 0; i < v.inner; ++i) {
        int64_t const at = (o * v.size + j) * v.inner + i;
        detail::add_to(result.mutable_data()[(o * size + index.data()[at]) * v.inner + i], x.data()[at]);
      }
  return result;
}

template <Element S> Tensor<S> one_hot(Tensor<int64_t> const& index, int64_t depth) {
  Shape shape = index.shape();
  shape.push_back(depth);
  Tensor<S> result = detail::zeros_of<S>(shape);
  S* out = result.mutable_data();
  for (int64_t i : index.span()) {
    out[i] = S(1);
    out += depth;
  }
  return result;
}

template <Element S> Tensor<S> triangle(Tensor<S> x, bool lower, int64_t k) {
  int64_t const m = x.shape()[-2], n = x.shape()[-1];
  if (x.size() == 0) return x;
  Tensor<S> held;  // what is read, if it is not what is written
  bool const in_place = x.unique();
  Tensor<S> result = in_place ? std::move(x) : Tensor<S>::uninitialized(x.shape());
  S* out = result.mutable_data();
  S const* in = in_place ? out : x.data();
  k = std::clamp(k, -m, n);
  for (int64_t row = 0, rows = result.size() / n; row < rows; ++row, in += n, out += n) {
    // Column j of row i is kept if j <= i + k (lower), j >= i + k (upper).
    int64_t const edge = row % m + k;
    int64_t const first = lower ? 0 : std::clamp<int64_t>(edge, 0, n);
    int64_t const last = lower ? std::clamp<int64_t>(edge + 1, 0, n) : n;
    std::fill(out, out + first, S(0));
    if (out != in) std::copy(in + first, in + last, out + first);
    std::fill(out + last, out + n, S(0));
  }
  return result;
}

FM_INLINE std::array<int64_t, 2> index_range(Tensor<int64_t> const& index) {
  if (index.size() == 0) return {0, -1};
  auto const s = index.span();
  auto const [low, high] = std::minmax_element(s.begin(), s.end());
  return {*low, *high};
}

}  // namespace fm::kernels
