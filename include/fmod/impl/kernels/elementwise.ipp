// fmod/impl/kernels/elementwise.ipp: elementwise kernels on tensors: storage, broadcasting, and the choice of a loop
// SPDX-License-Identifier: MIT
//
// float and double run the loops of the chosen instruction set (isa_table.hpp), the other types those of integer.hpp.
// A broadcast is never materialised: long rows run one loop each; short ones are collected in tiles on the stack.
#pragma once
#include <fmod/error.hpp>
#include <fmod/impl/kernels/integer.hpp>
#include <fmod/impl/kernels/isa_table.hpp>
#include <fmod/impl/kernels/strided.hpp>
#include <fmod/kernels/elementwise.hpp>

#include <algorithm>
#include <cstring>

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/kernels/dispatch.ipp>
#endif

namespace fm::kernels::detail {

#define FM_NAME(name) #name,
inline constexpr char const* binary_names[] = {FM_BINARY_KERNELS(FM_NAME)};
inline constexpr char const* compare_names[] = {FM_COMPARE_KERNELS(FM_NAME)};
#undef FM_NAME

template <class Enum> constexpr std::size_t at(Enum code) noexcept { return static_cast<std::size_t>(code); }

// The storage of x if nobody else sees it and the shape is right, else new.
template <class S> Tensor<S> take_storage(Tensor<S>& x, Shape const& shape) {
  return x.unique() && x.shape() == shape ? std::move(x) : Tensor<S>::uninitialized(shape);
}

// ---- the loop for a type
template <class S> void run(unary code, S* out, S const* x, int64_t n) {
  if constexpr (Real<S>)
    isa::real<S>().unary[at(code)](out, x, n);
  else
    integer::loop(code, out, x, n);
}
template <class S> void run(binary code, S* out, S const* x, S const* y, int64_t n) {
  if constexpr (Real<S>)
    isa::real<S>().binary[at(code)](out, x, y, n);
  else
    integer::loop(code, out, x, 1, y, 1, n);
}
template <class S> void run(binary code, S* out, S const* x, S y, int64_t n) {
  if constexpr (Real<S>)
    isa::real<S>().binary_xs[at(code)](out, x, y, n);
  else
    integer::loop(code, out, x, 1, &y, 0, n);
}
template <class S> void run(binary code, S* out, S x, S const* y, int64_t n) {
  if constexpr (Real<S>)
    isa::real<S>().binary_sx[at(code)](out, x, y, n);
  else
    integer::loop(code, out, &x, 0, y, 1, n);
}
template <class S> void run(compare code, bool* out, S const* x, S const* y, int64_t n) {
  if constexpr (Real<S>)
    isa::real<S>().compare[at(code)](out, x, y, n);
  else
    integer::loop(code, out, x, 1, y, 1, n);
}
template <class S> void run(compare code, bool* out, S const* x, S y, int64_t n) {
  if constexpr (Real<S>)
    isa::real<S>().compare_xs[at(code)](out, x, y, n);
  else
    integer::loop(code, out, x, 1, &y, 0, n);
}
template <class S> void run(compare code, bool* out, S x, S const* y, int64_t n) {
  constexpr compare mirrored[] = {compare::eq, compare::ne, compare::gt, compare::ge, compare::lt, compare::le};
  run(mirrored[at(code)], out, y, x, n);
}

// ---- broadcasting
inline constexpr int64_t tile = 512;
inline constexpr int64_t short_row = 24;

// One operand of a plane of short rows, tile by tile: its own memory if rows lie one after another, else a copy on the
// stack, made once if all rows are the same.
template <class S> class Tiles {
 public:
  Tiles(S const* x, int64_t row_step, int64_t step, int64_t n, int64_t rows_a_tile)
      : x_(x), row_step_(row_step), step_(step), n_(n) {
    if (row_step == 0) fill(x, rows_a_tile);
  }
  S const* at(int64_t first, int64_t rows) {
    if (row_step_ == n_ && step_ == 1) return x_ + first * n_;
    if (row_step_ != 0) fill(x_ + first * row_step_, rows);
    return items_;
  }

 private:
  void fill(S const* x, int64_t rows) {
    S* to = items_;
    for (int64_t r = 0; r < rows; ++r, x += row_step_)
      for (int64_t i = 0; i < n_; ++i) *to++ = x[i * step_];
  }
  S const* x_;
  int64_t row_step_, step_, n_;
  S items_[tile];
};

// run(code, out, x, y) with x and y broadcast to `shape`. out may be x or y, if that one has this shape.
template <class Code, class Out, class S>
void broadcast(Code code, Shape const& shape, Out* out, S const* x, Shape const& xs, S const* y, Shape const& ys) {
  auto const walk = broadcast_walk<2>(shape, {&xs, &ys});
  int64_t const n = walk.inner, sx = walk.inner_step[0], sy = walk.inner_step[1];
  walk.planes([&](auto const& offset, int64_t rows, auto const& step) {
    S const *a = x + offset[0], *b = y + offset[1];
    if (n < short_row && rows > 1) {
      int64_t const together = tile / n;
      Tiles<S> left(a, step[0], sx, n, std::min(together, rows)), right(b, step[1], sy, n, std::min(together, rows));
      for (int64_t r = 0; r < rows; r += together) {
        int64_t const count = std::min(together, rows - r);
        run(code, out, left.at(r, count), right.at(r, count), count * n);
        out += count * n;
      }
      return;
    }
    for (int64_t r = 0; r < rows; ++r, a += step[0], b += step[1], out += n) {
      if (sx != 0 && sy != 0)
        run(code, out, a, b, n);
      else if (sx != 0)
        run(code, out, a, *b, n);
      else if (sy != 0)
        run(code, out, *a, b, n);
      else {
        Out value;
        run(code, &value, a, b, 1);
        std::fill_n(out, n, value);
      }
    }
  });
}

}  // namespace fm::kernels::detail

namespace fm::kernels {

template <Element S> Tensor<S> map(unary code, Tensor<S> x) {
  int64_t const n = x.size();
  S const* const data = x.data();
  Shape const shape = x.shape();
  Tensor<S> out = detail::take_storage(x, shape);
  detail::run(code, out.mutable_data(), data, n);
  return out;
}

template <Element S> Tensor<S> map(unary_n code, int64_t option, Tensor<S> x) {
  int64_t const n = x.size();
  S const* const data = x.data();
  Shape const shape = x.shape();
  Tensor<S> out = detail::take_storage(x, shape);
  isa::real<S>().unary_n[detail::at(code)](option, out.mutable_data(), data, n);
  return out;
}

template <Element S> Tensor<S> map(binary code, Tensor<S> x, Tensor<S> y) {
  S const *const a = x.data(), *const b = y.data();
  if (x.shape() == y.shape()) {
    Shape const shape = x.shape();
    Tensor<S> out = detail::take_storage(x.unique() ? x : y, shape);
    detail::run(code, out.mutable_data(), a, b, shape.size());
    return out;
  }
  Shape const shape = broadcast_shapes(detail::binary_names[detail::at(code)], x.shape(), y.shape());
  Shape const xs = x.shape(), ys = y.shape();
  Tensor<S> out = detail::take_storage(x.unique() && xs == shape ? x : y, shape);
  if (out.size() != 0) detail::broadcast(code, shape, out.mutable_data(), a, xs, b, ys);
  return out;
}

template <Element S> Tensor<S> map(binary code, Tensor<S> x, S y) {
  int64_t const n = x.size();
  S const* const data = x.data();
  Shape const shape = x.shape();
  Tensor<S> out = detail::take_storage(x, shape);
  detail::run(code, out.mutable_data(), data, y, n);
  return out;
}
template <Element S> Tensor<S> map(binary code, S x, Tensor<S> y) {
  int64_t const n = y.size();
  S const* const data = y.data();
  Shape const shape = y.shape();
  Tensor<S> out = detail::take_storage(y, shape);
  detail::run(code, out.mutable_data(), x, data, n);
  return out;
}

template <Element S> Tensor<bool> map(compare code, Tensor<S> x, Tensor<S> y) {
  bool const same = x.shape() == y.shape();
  Shape const shape =
      same ? x.shape() : broadcast_shapes(detail::compare_names[detail::at(code)], x.shape(), y.shape());
  Tensor<bool> out = Tensor<bool>::uninitialized(shape);
  if (same)
    detail::run(code, out.mutable_data(), x.data(), y.data(), out.size());
  else if (out.size() != 0)
    detail::broadcast(code, shape, out.mutable_data(), x.data(), x.shape(), y.data(), y.shape());
  return out;
}
template <Element S> Tensor<bool> map(compare code, Tensor<S> x, S y) {
  Tensor<bool> out = Tensor<bool>::uninitialized(x.shape());
  detail::run(code, out.mutable_data(), x.data(), y, out.size());
  return out;
}

template <Element S> Tensor<S> where(Tensor<bool> c, Tensor<S> x, Tensor<S> y) {
  Shape const cs = c.shape(), xs = x.shape(), ys = y.shape();
  Shape const shape = cs == xs && xs == ys ? xs : broadcast_shapes("where", cs, broadcast_shapes("where", xs, ys));
  S const *const a = x.data(), *const b = y.data();
  bool const* const k = c.data();
  Tensor<S> result = detail::take_storage(x.unique() && xs == shape ? x : y, shape);
  if (result.size() == 0) return result;
  S* out = result.mutable_data();
  auto const walk = detail::broadcast_walk<3>(shape, {&cs, &xs, &ys});
  int64_t const n = walk.inner, sc = walk.inner_step[0], sx = walk.inner_step[1], sy = walk.inner_step[2];
  walk.rows([&](auto const& offset) {
    bool const* const ck = k + offset[0];
    S const *const xk = a + offset[1], *const yk = b + offset[2];
    if constexpr (Real<S>) {
      if (sc == 1 && sx == 1 && sy == 1) {
        isa::real<S>().where(ck, out, xk, yk, n);
        out += n;
        return;
      }
    }
    for (int64_t i = 0; i < n; ++i) {
      S const p = xk[i * sx], q = yk[i * sy];
      out[i] = ck[i * sc] ? p : q;
    }
    out += n;
  });
  return result;
}

template <Element S> void accumulate(Tensor<S>& into, Tensor<S> const& x) {
  detail::run(binary::add, into.mutable_data(), static_cast<S const*>(into.data()), x.data(), into.size());
}

template <Element To, Element From> Tensor<To> cast(Tensor<From> x) {
  if constexpr (std::is_same_v<To, From>) {
    return x;
  } else {
    Tensor<To> out = Tensor<To>::uninitialized(x.shape());
    From const* const in = x.data();
    int64_t const n = x.size();
    if constexpr (std::is_same_v<To, double> && std::is_same_v<From, float>) {
      isa::table().float_to_double(out.mutable_data(), in, n);
    } else if constexpr (std::is_same_v<To, float> && std::is_same_v<From, double>) {
      isa::table().double_to_float(out.mutable_data(), in, n);
    } else {
      To* const result = out.mutable_data();
      for (int64_t i = 0; i < n; ++i) result[i] = integer::convert<To>(in[i]);
    }
    return out;
  }
}

// ---- bool
// ---- raw loops
template <Real S> void loop(unary code, S* out, S const* x, int64_t n) { detail::run(code, out, x, n); }
template <Real S> void loop(unary_n code, int64_t option, S* out, S const* x, int64_t n) {
  isa::real<S>().unary_n[detail::at(code)](option, out, x, n);
}
template <Real S> void loop(binary code, S* out, S const* x, S const* y, int64_t n) { detail::run(code, out, x, y, n); }
template <Real S> void loop(binary code, S* out, S const* x, S y, int64_t n) { detail::run(code, out, x, y, n); }
template <Real S> void loop(binary code, S* out, S x, S const* y, int64_t n) { detail::run(code, out, x, y, n); }
template <Real S> void loop(compare code, bool* out, S const* x, S const* y, int64_t n) {
  detail::run(code, out, x, y, n);
}
template <Real S> void loop(compare code, bool* out, S const* x, S y, int64_t n) { detail::run(code, out, x, y, n); }
template <Real S> void loop_where(bool const* c, S* out, S const* x, S const* y, int64_t n) {
  isa::real<S>().where(c, out, x, y, n);
}

}  // namespace fm::kernels
