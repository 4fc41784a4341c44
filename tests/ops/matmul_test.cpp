// tests/ops/matmul_test.cpp: matrix products with vectors, batches and transposed operands, in every mode and order
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"
#include "support/check_op.hpp"

namespace {

using check::Array, check::Arrays, check::Index, check::real;
using fm::Shape;
using Two = std::array<fm::Tensor<double>, 2>;

struct product {
  bool tx = false, ty = false;
  template <class X> X operator()(X const& x, X const& y) const { return fm::matmul(x, y, tx, ty); }
};
struct of_vectors {
  bool outer;
  template <class X> X operator()(X const& x, X const& y) const { return outer ? fm::outer(x, y) : fm::dot(x, y); }
};

Array transposed(Array const& x) {
  Shape s = x.shape;
  int const r = s.rank();
  std::swap(s[r - 1], s[r - 2]);
  return Array(s, [&](Index i) {
    std::swap(i[i.size() - 1], i[i.size() - 2]);
    return x[i];
  });
}
check::Reference reference(product const& p) {
  return [p](Arrays const& a) {
    Array x = a[0], y = a[1];
    bool const row = x.shape.rank() == 1, column = y.shape.rank() == 1;
    if (row)
      x.shape = Shape{1, x.shape[0]};
    else if (p.tx)
      x = transposed(x);
    if (column)
      y.shape = Shape{y.shape[0], 1};
    else if (p.ty)
      y = transposed(y);
    Shape const bx(x.shape.begin(), x.shape.end() - 2), by(y.shape.begin(), y.shape.end() - 2);
    Shape to = fm::broadcast_shapes("test", bx, by);
    to.push_back(x.shape[-2]), to.push_back(y.shape[-1]);
    // The index in an operand whose leading axes were broadcast.
    auto const in = [](Array const& v, Index const& i, int64_t r, int64_t c) {
      Index at;
      int const extra = static_cast<int>(i.size()) - v.shape.rank();
      for (int axis = 0; axis < v.shape.rank() - 2; ++axis)
        at.push_back(v.shape[axis] == 1 ? 0 : i[static_cast<std::size_t>(axis + extra)]);
      at.push_back(r), at.push_back(c);
      return v[at];
    };
    Array z(to, [&](Index const& i) {
      real s = 0;
      for (int64_t k = 0; k < x.shape[-1]; ++k) s += in(x, i, i[i.size() - 2], k) * in(y, i, k, i[i.size() - 1]);
      return s;
    });
    if (row && column)
      z.shape = Shape{};
    else if (row)
      z.shape = by, z.shape.push_back(y.shape[-1]);
    else if (column)
      z.shape = Shape(to.begin(), to.end() - 1);
    return z;
  };
}
Two pair(Shape const& x, Shape const& y) {
  return {check::some_tensor<double>(x, 3), check::some_tensor<double>(y, 4)};
}

}  // namespace

TEST_CASE("matrix products", "[matmul]") {
  std::pair<Shape, Shape> const pairs[] = {
      {{2, 3}, {3, 4}},    {{3}, {3, 4}},       {{2, 3}, {3}},          {{3}, {3}},
      {{5, 2, 3}, {3, 4}}, {{2, 3}, {5, 3, 4}}, {{5, 2, 3}, {5, 3, 4}}, {{2, 1, 2, 3}, {4, 3, 1}},
      {{4, 2, 3}, {3}},    {{3}, {4, 3, 2}},    {{1, 1}, {1, 1}},       {{2, 0}, {0, 3}},
      {{0, 3}, {3, 2}},    {{2, 3}, {3, 0}},    {{0, 2, 3}, {3, 4}},    {{5, 2, 0}, {0, 4}},
      {{0}, {0}}};
  for (auto const& [x, y] : pairs) check::check_op("matmul", product{}, reference(product{}), pair(x, y));
  for (auto const& [x, y] :
       {std::pair<Shape, Shape>{{3, 2}, {4, 3}}, {{5, 3, 2}, {4, 3}}, {{5, 3, 2}, {5, 4, 3}}, {{3, 2}, {5, 4, 3}}}) {
    check::check_op("matmul", product{true, true}, reference(product{true, true}), pair(x, y));
    auto swapped = x;
    std::swap(swapped[-1], swapped[-2]);
    check::check_op("matmul", product{false, true}, reference(product{false, true}), pair(swapped, y));
    swapped = y;
    std::swap(swapped[-1], swapped[-2]);
    check::check_op("matmul", product{true, false}, reference(product{true, false}), pair(x, swapped));
  }
  check::check_op("matmul", product{true, true}, reference(product{true, true}), pair({3}, {4, 3}), pair({3, 2}, {3}));
  std::array<fm::Tensor<float>, 2> const single{check::some_tensor<float>({2, 3}, 3),
                                                check::some_tensor<float>({3, 4}, 3)};
  check::check_op("matmul", product{}, reference(product{}), single);
}

TEST_CASE("dot and outer", "[matmul]") {
  check::check_op("dot", of_vectors{false}, reference(product{}), pair({5}, {5}), pair({0}, {0}), pair({1}, {1}));
  auto const outer = [](Arrays const& a) {
    return Array(Shape{a[0].shape[0], a[1].shape[0]}, [&](Index const& i) { return a[0][{i[0]}] * a[1][{i[1]}]; });
  };
  check::check_op("outer", of_vectors{true}, outer, pair({3}, {2}), pair({1}, {4}), pair({0}, {2}));
}

TEST_CASE("products refuse shapes that do not fit, boxes as plain values", "[matmul]") {
  for (auto const& [x, y] :
       {std::pair<Shape, Shape>{{2, 3}, {2, 3}}, {{3}, {2}}, {{}, {2}}, {{2, 3}, {}}, {{2, 2, 3}, {3, 3, 4}}})
    check::check_throws("matmul", product{}, pair(x, y));
  check::check_throws("matmul", product{true, false}, pair({2, 3}, {3, 4}));
  check::check_throws("dot", of_vectors{false}, pair({2}, {3}));
  check::check_throws("dot", of_vectors{false}, pair({2, 2}, {2, 2}));
  check::check_throws("outer", of_vectors{true}, pair({2, 2}, {2}));
}
