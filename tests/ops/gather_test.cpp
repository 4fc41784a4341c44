// tests/ops/gather_test.cpp: take, take_along, scatter_add, sort in every mode and order; one_hot, argsort
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "support/catch.hpp"
#include "support/check_op.hpp"

namespace {

using check::Array, check::Arrays, check::Index, check::real;
using fm::Shape;
using One = std::array<fm::Tensor<double>, 1>;

enum op { take, take_rows, take_along, scatter_add, scatter_along, sort, sort_rows };
fm::Tensor<int64_t> const some{fm::tensor<int64_t>({2, 0, -1, 2})},
    table{fm::tensor<int64_t>({{0, 2}, {1, 1}, {-3, 0}})};
fm::Tensor<int64_t> const along{fm::tensor<int64_t>({{0, 0, 3, -1, 2}, {1, 1, 1, 1, 1}, {3, 2, 1, 0, 0}})};

// On a tensor of shape (3, 4); scatter_along on one of the shape of its index.
struct gathered {
  int which;
  template <class X> X operator()(X const& x) const {
    switch (which) {
      case take:
        return fm::take(x, table, 0);
      case take_rows:
        return fm::take(x, some, -1);
      case take_along:
        return fm::take_along(x, along, 1);
      case scatter_add:
        return fm::scatter_add(x, fm::tensor<int64_t>({1, 4, 1, -1}), 5, 1);
      case scatter_along:
        return fm::tower::apply(fm::ops::ScatterAlong{-1, 6}, x,
                                fm::tensor<int64_t>({{0, 1, 1, 5}, {5, 4, 3, 2}, {2, 2, 2, 2}}));
      case sort:
        return fm::sort(x);
      default:
        return fm::sort(x, 0);
    }
  }
};
Array gather(int which, Array const& x) {
  auto const at = [](fm::Tensor<int64_t> const& index, std::size_t i, int64_t size) {
    int64_t const v = index.data()[i];
    return v < 0 ? v + size : v;
  };
  auto const place = [](int64_t i, int64_t n, int64_t j) { return static_cast<std::size_t>(i * n + j); };
  switch (which) {
    case take:
      return Array(Shape{3, 2, 4}, [&](Index const& i) { return x[{at(table, place(i[0], 2, i[1]), 3), i[2]}]; });
    case take_rows:
      return Array(Shape{3, 4}, [&](Index const& i) { return x[{i[0], at(some, static_cast<std::size_t>(i[1]), 4)}]; });
    case take_along:
      return Array(Shape{3, 5}, [&](Index const& i) { return x[{i[0], at(along, place(i[0], 5, i[1]), 4)}]; });
    case scatter_add: {
      int64_t const to[] = {1, 4, 1, 4};
      Array z(Shape{3, 5});
      for (int64_t i = 0; i < 3; ++i)
        for (int64_t j = 0; j < 4; ++j) z[{i, to[j]}] += x[{i, j}];
      return z;
    }
    case scatter_along: {
      int64_t const to[3][4] = {{0, 1, 1, 5}, {5, 4, 3, 2}, {2, 2, 2, 2}};
      Array z(Shape{3, 6});
      for (int64_t i = 0; i < 3; ++i)
        for (int64_t j = 0; j < 4; ++j) z[{i, to[i][j]}] += x[{i, j}];
      return z;
    }
    default: {
      Array z = x;
      bool const rows = which == sort;
      for (int64_t i = 0; i < (rows ? 3 : 4); ++i) {
        std::vector<real> line;
        for (int64_t j = 0; j < (rows ? 4 : 3); ++j) line.push_back(rows ? x[{i, j}] : x[{j, i}]);
        std::sort(line.begin(), line.end());
        for (int64_t j = 0; j < (rows ? 4 : 3); ++j) (rows ? z[{i, j}] : z[{j, i}]) = line[static_cast<std::size_t>(j)];
      }
      return z;
    }
  }
}
struct row {
  char const* name;
  int op;
};
row const rows[] = {{"take", take},
                    {"take", take_rows},
                    {"take_along", take_along},
                    {"scatter_add", scatter_add},
                    {"scatter_along", scatter_along},
                    {"sort", sort},
                    {"sort", sort_rows}};

struct refused {
  int which;
  template <class X> X operator()(X const& x) const {
    switch (which) {
      case 0:
        return fm::take(x, fm::tensor<int64_t>({0, 3}), 0);
      case 1:
        return fm::take(x, fm::tensor<int64_t>({-5}), 1);
      case 2:
        return fm::take(x, some, 2);
      case 3:
        return fm::take_along(x, some, 1);
      case 4:
        return fm::take_along(x, fm::tensor<int64_t>({{4}, {0}, {0}}), 1);
      case 5:
        return fm::scatter_add(x, fm::tensor<int64_t>({0, 1}), 5, 1);
      default:
        return fm::sort(x, 2);
    }
  }
};

}  // namespace

TEST_CASE("gathers, scatters and sorts", "[gather]") {
  check::Options options;
  options.room = 0.02;  // nearer than any two elements: the order of a sort does not change
  One const x{check::some_tensor<double>({3, 4}, 3)};
  std::array<fm::Tensor<float>, 1> const single{check::some_tensor<float>({3, 4}, 3)};
  for (auto const& [name, op] : rows) {
    auto const reference = [op = op](Arrays const& a) { return gather(op, a[0]); };
    check::check_op(name, options, gathered{op}, reference, x);
    check::check_op(name, options, gathered{op}, reference, single);
  }
  for (int i = 0; i <= 6; ++i) check::check_throws("refused " + std::to_string(i), refused{i}, x);
}

TEST_CASE("one_hot, argsort and scalar indices", "[gather]") {
  auto const hot = fm::one_hot<float>(fm::tensor<int64_t>({2, 0}), 3);
  CHECK(hot.shape() == Shape{2, 3});
  CHECK(hot(0, 2) == 1);
  CHECK(hot(1, 2) == 0);
  CHECK_THROWS_AS(fm::one_hot<float>(fm::tensor<int64_t>({3}), 3), fm::value_error);
  auto const x = fm::tensor<double>({3, NAN, 1, 1});
  auto const f = [](auto const& v) {
    auto const order = fm::argsort(v);
    static_assert(std::is_same_v<decltype(order), fm::Tensor<int64_t> const>);
    return fm::sum(fm::take(v, order, 0) * fm::tensor<double>({1, 10, 100, 0}));
  };
  auto const order = fm::argsort(x);
  CHECK(order(0) == 2);
  CHECK(order(1) == 3);
  CHECK(order(3) == 1);
  auto const g = fm::grad(f)(fm::tensor<double>({3, 2, 1, 1}));
  CHECK(g(0) == 0);
  CHECK(g(1) == 100);
  CHECK(g(2) == 1);
  CHECK(g(3) == 10);
  auto const row = [](auto const& v) { return fm::take(v, fm::scalar<int64_t>(1), 0); };
  CHECK(row(fm::tensor<double>({{1, 2}, {3, 4}})).shape() == Shape{2});
  CHECK(fm::vjp(row, fm::tensor<double>({{1, 2}, {3, 4}})).second(fm::ones<double>({2}))(1, 0) == 1);
}
