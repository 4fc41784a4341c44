// tests/ops/structure_test.cpp: ops that move elements, in every mode and order
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"
#include "support/check_op.hpp"

namespace {

using check::Array, check::Arrays, check::Index, check::real;
using fm::Shape;
using One = std::array<fm::Tensor<double>, 1>;
using Two = std::array<fm::Tensor<double>, 2>;

enum op {
  reshape,
  reshape_free,
  permute,
  permute_all,
  transpose,
  transpose_axes,
  squeeze,
  squeeze_axis,
  expand_dims,
  slice,
  slice_back,
  index_axis,
  flip,
  flip_axis,
  pad,
  pad_value,
  tril,
  triu,
  broadcast_to,
  sum_to,
  leading,
  vector_stack
};
// All on a tensor of shape (2, 3, 4), except squeeze on (1, 3, 1, 2).
struct moved {
  int which;
  template <class X> X operator()(X const& x) const {
    switch (which) {
      case reshape:
        return fm::reshape(x, {4, 6});
      case reshape_free:
        return fm::reshape(x, {3, -1});
      case permute:
        return fm::permute(x, {1, 2, 0});
      case permute_all:
        return fm::permute(x);
      case transpose:
        return fm::transpose(x);
      case transpose_axes:
        return fm::transpose(x, 0, -1);
      case squeeze:
        return fm::squeeze(x);
      case squeeze_axis:
        return fm::squeeze(x, 0);
      case expand_dims:
        return fm::expand_dims(x, {0, -1});
      case slice:
        return fm::slice(x, 1, 1, 3);
      case slice_back:
        return fm::slice(x, -1, -1, -5, -2);
      case index_axis:
        return fm::index(x, -1, 1);
      case flip:
        return fm::flip(x);
      case flip_axis:
        return fm::flip(x, 1);
      case pad:
        return fm::pad(x, 1, 2, 1);
      case pad_value:
        return fm::pad(x, -1, 0, 2, -0.75);
      case tril:
        return fm::tril(x, -1);
      case triu:
        return fm::triu(x);
      case broadcast_to:
        return fm::broadcast_to(x, Shape{5, 2, 3, 4});
      case sum_to:
        return fm::tower::apply(fm::ops::SumTo{Shape{3, 1}}, x);
      case leading:
        return x[1];
      default:
        return fm::stack(1, std::vector<X>(9, x));
    }
  }
};
/// Element of the result, from the index of the result.
Array move(int which, Array const& x) {
  auto const from = [&x](Shape const& to, auto source) {
    return Array(to, [&](Index const& i) { return x[source(i)]; });
  };
  switch (which) {
    case reshape:
      return Array(Shape{4, 6}, x.data);
    case reshape_free:
      return Array(Shape{3, 8}, x.data);
    case permute:
      return from(Shape{3, 4, 2}, [](Index const& i) { return Index{i[2], i[0], i[1]}; });
    case permute_all:
    case transpose_axes:
      return from(Shape{4, 3, 2}, [](Index const& i) { return Index{i[2], i[1], i[0]}; });
    case transpose:
      return from(Shape{2, 4, 3}, [](Index const& i) { return Index{i[0], i[2], i[1]}; });
    case squeeze:
      return Array(Shape{3, 2}, x.data);
    case squeeze_axis:
      return Array(Shape{3, 1, 2}, x.data);
    case expand_dims:
      return Array(Shape{1, 2, 3, 4, 1}, x.data);
    case slice:
      return from(Shape{2, 2, 4}, [](Index const& i) { return Index{i[0], i[1] + 1, i[2]}; });
    case slice_back:
      return from(Shape{2, 3, 2}, [](Index const& i) { return Index{i[0], i[1], 3 - 2 * i[2]}; });
    case index_axis:
      return from(Shape{2, 4}, [](Index const& i) { return Index{i[0], 2, i[1]}; });
    case flip:
      return from(x.shape, [](Index const& i) { return Index{1 - i[0], 2 - i[1], 3 - i[2]}; });
    case flip_axis:
      return from(x.shape, [](Index const& i) { return Index{i[0], 2 - i[1], i[2]}; });
    case pad:
      return Array(Shape{2, 6, 4}, [&](Index const& i) {
        return i[1] < 2 || i[1] > 4 ? 0 : x[{i[0], i[1] - 2, i[2]}];
      });
    case pad_value:
      return Array(Shape{2, 3, 6}, [&](Index const& i) { return i[2] > 3 ? -0.75L : x[i]; });
    case tril:
      return Array(x.shape, [&](Index const& i) { return i[2] - i[1] <= -1 ? x[i] : 0; });
    case triu:
      return Array(x.shape, [&](Index const& i) { return i[2] >= i[1] ? x[i] : 0; });
    case broadcast_to:
      return from(Shape{5, 2, 3, 4}, [](Index const& i) { return Index{i[1], i[2], i[3]}; });
    case sum_to:
      return Array(Shape{3, 1}, [&](Index const& i) {
        real s = 0;
        for (int64_t a = 0; a < 2; ++a)
          for (int64_t c = 0; c < 4; ++c) s += x[{a, i[0], c}];
        return s;
      });
    case leading:
      return from(Shape{3, 4}, [](Index const& i) { return Index{1, i[0], i[1]}; });
    default:
      return from(Shape{2, 9, 3, 4}, [](Index const& i) { return Index{i[0], i[2], i[3]}; });
  }
}
check::Reference reference(int which) {
  return [which](Arrays const& a) { return move(which, a[0]); };
}
struct row {
  char const* name;
  int op;
};
row const rows[] = {{"reshape", reshape},
                    {"reshape", reshape_free},
                    {"permute", permute},
                    {"permute", permute_all},
                    {"transpose", transpose},
                    {"transpose", transpose_axes},
                    {"expand_dims", expand_dims},
                    {"slice", slice},
                    {"slice", slice_back},
                    {"index", index_axis},
                    {"flip", flip},
                    {"flip", flip_axis},
                    {"pad", pad},
                    {"pad", pad_value},
                    {"tril", tril},
                    {"triu", triu},
                    {"broadcast_to", broadcast_to},
                    {"sum_to", sum_to},
                    {"index", leading},
                    {"stack", vector_stack}};

struct joined {
  bool stack;
  int64_t axis;
  template <class X> X operator()(X const& x, X const& y) const {
    return stack ? fm::stack(axis, x, y) : fm::concat(axis, x, y, x);
  }
};
check::Reference reference(joined const& j) {
  return [j](Arrays const& a) {
    Shape to = a[0].shape;
    auto const axis = static_cast<std::size_t>(j.axis < 0 ? j.axis + to.rank() + (j.stack ? 1 : 0) : j.axis);
    if (j.stack) {
      Shape wide;
      for (int i = 0; i <= to.rank(); ++i)
        wide.push_back(i == static_cast<int>(axis) ? 2 : to[i - (i > static_cast<int>(axis) ? 1 : 0)]);
      return Array(wide, [&](Index i) {
        auto const& part = a[static_cast<std::size_t>(i[axis])];
        i.erase(i.begin() + static_cast<std::ptrdiff_t>(axis));
        return part[i];
      });
    }
    int64_t const n = a[0].shape[static_cast<int>(axis)], m = a[1].shape[static_cast<int>(axis)];
    to[static_cast<int>(axis)] = 2 * n + m;
    return Array(to, [&](Index i) {
      if (i[axis] < n) return a[0][i];
      i[axis] -= n;
      if (i[axis] < m) return a[1][i];
      i[axis] -= m;
      return a[0][i];
    });
  };
}

// Options that do not fit, one for each op.
struct refused {
  int which;
  template <class X> X operator()(X const& x) const {
    switch (which) {
      case 0:
        return fm::reshape(x, {5, 5});
      case 1:
        return fm::reshape(x, {-1, -1});
      case 2:
        return fm::reshape(x, {7, -1});
      case 3:
        return fm::permute(x, {0, 0, 1});
      case 4:
        return fm::transpose(x, 0, 3);
      case 5:
        return fm::squeeze(x, 0);
      case 6:
        return fm::expand_dims(x, {5});
      case 7:
        return fm::slice(x, 0, 0, 1, 0);
      case 8:
        return fm::slice(x, 3, 0, 1);
      case 9:
        return fm::index(x, 2, 0);
      case 10:
        return fm::flip(x, 3);
      case 11:
        return fm::pad(x, 0, -1, 0);
      case 12:
        return fm::broadcast_to(x, Shape{2, 3, 5});
      case 13:
        return fm::concat(0, x, fm::slice(x, 1, 0, 2));
      case 14:
        return fm::stack(0, x, fm::slice(x, 1, 0, 2));
      case 15:
        return fm::tril(fm::reshape(x, {24}));
      default:
        return x[2];
    }
  }
};

}  // namespace

TEST_CASE("ops that move elements", "[structure]") {
  One const x{check::some_tensor<double>({2, 3, 4}, 3)}, units{check::some_tensor<double>({1, 3, 1, 2}, 4)};
  for (auto const& [name, op] : rows) check::check_op(name, moved{op}, reference(op), x);
  check::check_op("squeeze", moved{squeeze}, reference(squeeze), units);
  check::check_op("squeeze", moved{squeeze_axis}, reference(squeeze_axis), units);
}

TEST_CASE("ops that move elements of float tensors", "[structure]") {
  std::array<fm::Tensor<float>, 1> const x{check::some_tensor<float>({2, 3, 4}, 3)};
  for (auto const& [name, op] : rows) check::check_op(name, moved{op}, reference(op), x);
}

TEST_CASE("joins", "[structure]") {
  Two const one{check::some_tensor<double>({2, 3}, 3), check::some_tensor<double>({2, 3}, 4)};
  for (int axis : {0, 1, -1, -2}) check::check_op("concat", joined{false, axis}, reference(joined{false, axis}), one);
  for (int axis : {0, 1, 2, -1, -3}) check::check_op("stack", joined{true, axis}, reference(joined{true, axis}), one);
  check::check_op("concat", joined{false, 1}, reference(joined{false, 1}),
                  Two{check::some_tensor<double>({2, 3}, 3), check::some_tensor<double>({2, 1}, 4)},
                  Two{check::some_tensor<double>({2, 3}, 3), fm::zeros<double>({2, 0})},
                  Two{fm::zeros<double>({0, 3}), fm::zeros<double>({0, 2})});
  check::check_throws("concat", joined{false, 0}, Two{fm::zeros<double>({2, 3}), fm::zeros<double>({2, 2})});
  check::check_throws("stack", joined{true, 4}, one);
}

TEST_CASE("a vector of many parts is joined", "[structure]") {
  auto const f = [](auto const& x) {
    std::vector<std::remove_cvref_t<decltype(x)>> parts;
    for (int i = 0; i < 19; ++i) parts.push_back(fm::slice(x, 0, i, i + 1));
    auto const z = fm::concat(0, parts);
    return fm::sum(z * z * z);
  };
  auto const x = check::some_tensor<double>({19}, 3);
  auto const g = fm::grad(f)(x);
  for (int i = 0; i < 19; ++i) CHECK(g(i) == Approx(3 * x(i) * x(i)).epsilon(1e-14));
  CHECK_THROWS_AS(fm::concat(0, std::vector<fm::Tensor<double>>{}), fm::value_error);
  CHECK_THROWS_AS(fm::stack(0, std::vector<fm::Tensor<double>>{}), fm::value_error);
}

TEST_CASE("ops that move elements refuse what does not fit, boxes as plain values", "[structure]") {
  One const x{check::some_tensor<double>({2, 3, 4}, 3)};
  for (int i = 0; i <= 16; ++i) check::check_throws("refused " + std::to_string(i), refused{i}, x);
}

TEST_CASE("slices and empty tensors", "[structure]") {
  auto const f = [](auto const& x) { return fm::slice(x, 0, 3, 1); };
  auto const x = fm::tensor<double>({1, 2, 3, 4});
  CHECK(f(x).shape() == Shape{0});
  auto const g = fm::vjp(f, x).second(fm::zeros<double>({0}));
  CHECK(g.shape() == Shape{4});
  CHECK(g(2) == 0);
  CHECK(fm::jvp(f, x, x).second.shape() == Shape{0});
}
