// tests/core/tensor_test.cpp: storage of tensors: sharing, slices, elements, and what is refused
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <fmod/core/create.hpp>
#include <fmod/error.hpp>

#include <cstdint>

using Catch::Matchers::Contains;
using fm::Shape;
using fm::Tensor;

TEST_CASE("tensor: copies share, moves leave nothing behind", "[tensor]") {
  auto a = fm::tensor<double>({{1, 2, 3}, {4, 5, 6}});
  CHECK(a.unique());
  auto b = a;
  CHECK(b.data() == a.data());
  CHECK(!a.unique());
  auto c = std::move(b);
  CHECK(c.data() == a.data());
  CHECK(b.is_null());
  CHECK(b.shape() == Shape{0});
  c = Tensor<double>();
  CHECK(a.unique());
  auto& same = a;
  a = same;
  CHECK(a(1, 2) == 6);
}

TEST_CASE("tensor: data is aligned", "[tensor]") {
  for (int n : {0, 1, 7, 100, 300000})
    CHECK(reinterpret_cast<std::uintptr_t>(fm::zeros<float>({n}).data()) % fm::memory::alignment == 0);
}

TEST_CASE("tensor: slices of the leading axis share storage", "[tensor]") {
  auto t = fm::tensor<float>({{1, 2}, {3, 4}, {5, 6}});
  auto row = t[1];
  CHECK(row.shape() == Shape{2});
  CHECK(row.data() == t.data() + 2);
  CHECK(row(-1) == 4);
  CHECK(t[-1](0) == 5);
  auto rows = t.rows(1, 3);
  CHECK(rows.shape() == Shape{2, 2});
  CHECK(rows.data() == t.data() + 2);
  CHECK(t.rows(3, 3).shape() == Shape{0, 2});
  CHECK(row[0].shape() == Shape{});
  CHECK(row[0].item() == 3);
  t = Tensor<float>();
  row = Tensor<float>();
  CHECK(!rows.is_null());
  CHECK(rows(1, 1) == 6);
  CHECK(rows.unique());
}

TEST_CASE("tensor: reshaped shares storage", "[tensor]") {
  auto const t = fm::arange<double>(6.);
  auto const m = t.reshaped(Shape{2, 3});
  CHECK(m.data() == t.data());
  CHECK(m(1, 0) == 3);
  auto const* const data = fm::arange<double>(6.).data();
  (void)data;
  CHECK_THROWS_WITH(t.reshaped(Shape{4}), "reshape: element counts differ: x (6) has 6, (4) has 4");
  CHECK_THROWS_AS(fm::zeros<float>({0}).reshaped(Shape{int64_t(1) << 32, int64_t(1) << 32}), fm::shape_error);
}

TEST_CASE("tensor: elements", "[tensor]") {
  auto const t = fm::tensor<double>({{1, 2}, {3, 4}});
  CHECK(t(0, 1) == 2);
  CHECK(t(-1, -2) == 3);
  CHECK(fm::scalar(2.5).item() == 2.5);
  CHECK(fm::scalar(2.5)() == 2.5);
  CHECK(static_cast<bool>(fm::scalar(1.0)));
  CHECK(!static_cast<bool>(fm::scalar(0.0)));
  CHECK_THROWS_WITH(t(0), "Tensor: wrong number of indices: 1 given, shape (2, 2); give 2");
  CHECK_THROWS_WITH(t(0, 2), "index 2 is outside axis 1 of shape (2, 2); it must be in [-2, 2)");
  CHECK_THROWS_AS(t(-3, 0), fm::value_error);
  CHECK_THROWS_WITH(t.item(), "item: not one element: shape (2, 2) has 4; reduce it first, or index it");
  CHECK_THROWS_AS(static_cast<bool>(t), fm::shape_error);
  CHECK_THROWS_AS(fm::scalar(1.0)[0], fm::shape_error);
  CHECK_THROWS_AS(t.rows(1, 3), fm::value_error);
  CHECK_THROWS_AS(t.rows(2, 1), fm::value_error);
}

TEST_CASE("tensor: impossible sizes are refused", "[tensor]") {
  int64_t const big = int64_t(1) << 40;
  CHECK_THROWS_AS((Tensor<double>::uninitialized(Shape{big, big})), fm::shape_error);
  CHECK_THROWS_WITH((Tensor<double>::uninitialized(Shape{big, big})), Contains("impossible shape"));
  Shape negative{2, 3};
  negative[1] = -3;
  CHECK_THROWS_AS(Tensor<float>::uninitialized(negative), fm::shape_error);
  negative[0] = -2;
  CHECK_THROWS_AS(Tensor<float>::uninitialized(negative), fm::shape_error);
  CHECK(Tensor<float>::uninitialized(Shape{0, big, big}).size() == 0);
  CHECK(Tensor<float>::uninitialized(Shape{big, big, 0}).size() == 0);
}
