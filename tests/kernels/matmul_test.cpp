// tests/kernels/matmul_test.cpp: products of all sizes, transposes and batches against three loops
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "kernels/reference.hpp"
#include "support/catch.hpp"

#include <fmod/impl/kernels/isa_table.hpp>
#include <fmod/kernels/matmul.hpp>

using namespace fm::kernels;
using fm::Shape;
using fm::Tensor;
using reference::Index;
using reference::random;

namespace {

template <class S> Tensor<S> naive(Tensor<S> const& x, Tensor<S> const& y, bool tx, bool ty) {
  Shape const xb(x.shape().begin(), x.shape().end() - 2), yb(y.shape().begin(), y.shape().end() - 2);
  Shape shape = fm::broadcast_shapes("matmul", xb, yb);
  shape.push_back(x.shape()[tx ? -1 : -2]);
  shape.push_back(y.shape()[ty ? -2 : -1]);
  int64_t const inner = x.shape()[tx ? -2 : -1];
  return reference::make<S>(shape, [&](Index const& i) {
    Index a = i, b = i;
    std::size_t const row = i.size() - 2, column = i.size() - 1;
    long double sum = 0;
    for (int64_t k = 0; k < inner; ++k) {
      a[row] = tx ? k : i[row];
      a[column] = tx ? i[row] : k;
      b[row] = ty ? i[column] : k;
      b[column] = ty ? k : i[column];
      // Broadcasting must not stretch a matrix axis of size 1: it never is, sizes agree.
      sum += static_cast<long double>(reference::at(x, a)) * static_cast<long double>(reference::at(y, b));
    }
    return static_cast<S>(sum);
  });
}

// One matrix product: the same without a copy of an index for each factor.
template <class S> Tensor<S> naive(Tensor<S> const& x, Tensor<S> const& y) {
  int64_t const m = x.shape()[0], inner = x.shape()[1], n = y.shape()[1];
  auto z = Tensor<S>::uninitialized(Shape{m, n});
  std::vector<long double> row(static_cast<std::size_t>(n));
  for (int64_t i = 0; i < m; ++i) {
    std::fill(row.begin(), row.end(), 0.L);
    for (int64_t k = 0; k < inner; ++k) {
      long double const factor = x.data()[i * inner + k];
      S const* const from = y.data() + k * n;
      for (std::size_t j = 0; j < row.size(); ++j) row[j] += factor * from[j];
    }
    std::transform(row.begin(), row.end(), z.mutable_data() + i * n, [](long double v) { return static_cast<S>(v); });
  }
  return z;
}
template <class S> Tensor<S> transposed(Tensor<S> const& x) {
  return reference::make<S>(Shape{x.shape()[1], x.shape()[0]}, [&](Index const& i) { return x(i[1], i[0]); });
}

Shape stored(int64_t rows, int64_t columns, bool transposed) {
  return transposed ? Shape{columns, rows} : Shape{rows, columns};
}

}  // namespace

TEMPLATE_TEST_CASE("matmul of all small sizes and transposes", "[matmul]", float, double, int64_t) {
  using S = TestType;
  int64_t const sizes[] = {1, 2, 3, 5, 8, 13, 17, 33};
  for (int64_t m : sizes)
    for (int64_t k : sizes)
      for (int64_t n : sizes)
        for (int t = 0; t < 4; ++t) {
          auto const x = random<S>(stored(m, k, t & 1), -5, 5, 1), y = random<S>(stored(k, n, t & 2), -5, 5, 2);
          auto const z = matmul(x, y, t & 1, t & 2);
          CAPTURE(m, k, n, t);
          if (!reference::close(z, naive(x, y, t & 1, t & 2), sizeof(S) == 4 ? 2e-5 : 1e-13)) REQUIRE(false);
        }
  SUCCEED();
}

TEMPLATE_TEST_CASE("matmul of larger sizes in every set", "[matmul]", float, double) {
  using S = TestType;
  struct Size {
    int64_t m, k, n;
  };
  for (Size const s : {Size{64, 64, 64},
                       {100, 257, 65},
                       {1, 300, 70},
                       {70, 300, 1},
                       {300, 1, 40},
                       {129, 520, 7},
                       {6, 1000, 16},
                       {7, 33, 515},
                       {400, 270, 90},
                       {20, 10, 2100}}) {
    auto const plain_x = random<S>(Shape{s.m, s.k}, -1, 1, 1), plain_y = random<S>(Shape{s.k, s.n}, -1, 1, 2);
    auto const want = naive(plain_x, plain_y);
    for (int t = 0; t < 4; ++t) {
      bool const ta = t & 1, tb = t & 2;
      auto const x = ta ? transposed(plain_x) : plain_x, y = tb ? transposed(plain_y) : plain_y;
      for (int i = 0; fm::isa::Table const* set = fm::isa::table_at(i); ++i) {
        auto z = Tensor<S>::uninitialized(Shape{s.m, s.n});
        auto const run = [&](auto const& table) {
          auto space = fm::zeros<double>({table.gemm_space(s.m, s.k, s.n, ta, tb) / 8 + 1});
          table.gemm(z.mutable_data(), x.data(), y.data(), s.m, s.k, s.n, ta, tb, space.mutable_data());
        };
        if constexpr (sizeof(S) == 4)
          run(set->f);
        else
          run(set->d);
        CAPTURE(set->name, s.m, s.k, s.n, t);
        CHECK(reference::close(z, want, sizeof(S) == 4 ? 5e-5 : 1e-13));
      }
    }
  }
}

TEST_CASE("matmul: batches broadcast", "[matmul]") {
  struct Pair {
    Shape x, y;
  };
  for (Pair const& p : {Pair{{4, 2, 3}, {4, 3, 5}},
                        {{4, 2, 3}, {3, 5}},
                        {{2, 3}, {4, 3, 5}},
                        {{4, 2, 3}, {1, 3, 5}},
                        {{2, 1, 2, 3}, {3, 3, 5}},
                        {{2, 4, 2, 3}, {2, 4, 3, 5}},
                        {{2, 2, 1, 1, 2, 1, 2, 3}, {3, 1, 2, 3, 5}},
                        {{0, 2, 3}, {3, 5}},
                        {{0, 2, 3}, {0, 3, 5}}}) {
    auto const x = random<double>(p.x, -1, 1, 1), y = random<double>(p.y, -1, 1, 2);
    CAPTURE(to_string(p.x), to_string(p.y));
    CHECK(reference::close(matmul(x, y, false, false), naive(x, y, false, false), 1e-14));
  }
  auto const x = random<double>({4, 3, 2}, -1, 1, 1), y = random<double>({5, 3}, -1, 1, 2);
  CHECK(reference::close(matmul(x, y, true, true), naive(x, y, true, true), 1e-14));
  CHECK(reference::close(matmul(x, random<double>({2, 6}), false, false),
                         naive(x, random<double>({2, 6}), false, false), 1e-14));
}

TEST_CASE("matmul: empty sizes", "[matmul]") {
  auto const z = matmul(fm::ones<double>({2, 0}), fm::ones<double>({0, 3}), false, false);
  CHECK(reference::same(z, fm::zeros<double>({2, 3})));
  CHECK(matmul(fm::ones<float>({0, 4}), fm::ones<float>({4, 3}), false, false).shape() == Shape{0, 3});
  CHECK(matmul(fm::ones<float>({5, 2, 0}), fm::ones<float>({0, 3}), false, false).shape() == Shape{5, 2, 3});
}

TEST_CASE("matmul: NaN and infinity propagate", "[matmul]") {
  auto const z =
      matmul(fm::tensor<double>({{NAN, 0}, {INFINITY, 1}}), fm::tensor<double>({{0, 1}, {1, 2}}), false, false);
  CHECK(std::isnan(z(0, 0)));
  CHECK(std::isnan(z(1, 0)));
  CHECK(z(1, 1) == INFINITY);
}

TEST_CASE("dot", "[matmul]") {
  auto const x = random<double>({1000}), y = random<double>({1000}, -1, 1, 2);
  long double want = 0;
  for (int64_t i = 0; i < 1000; ++i) want += static_cast<long double>(x(i)) * y(i);
  CHECK(dot(x, y) == Approx(static_cast<double>(want)).epsilon(1e-14));
  CHECK(dot(fm::zeros<float>({0}), fm::zeros<float>({0})) == 0);
  CHECK(dot(fm::tensor<int64_t>({2, 3}), fm::tensor<int64_t>({4, 5})) == 23);
}
