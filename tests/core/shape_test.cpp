// tests/core/shape_test.cpp: shapes, axes, broadcasting, and what is refused
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <fmod/core/shape.hpp>
#include <fmod/error.hpp>

#include <limits>
#include <vector>

using Catch::Matchers::Contains;
using fm::Axes;
using fm::Shape;

TEST_CASE("shape: sizes of any integer type", "[shape]") {
  std::size_t const a = 2;
  short const b = 3;
  Shape const s{a, b, 4u};
  CHECK(s.rank() == 3);
  CHECK(s.size() == 24);
  CHECK(s[0] == 2);
  CHECK(s[-1] == 4);
  CHECK(s == Shape{2, 3, 4});
  CHECK(s != Shape{2, 3});
  std::vector<int> const v{5, 6};
  CHECK(Shape(v.begin(), v.end()) == Shape{5, 6});
  STATIC_REQUIRE(Shape{2, 3}.size() == 6);
}

TEST_CASE("shape: rank 0, empty axes, text", "[shape]") {
  CHECK(Shape{}.size() == 1);
  CHECK(Shape{}.empty());
  CHECK(Shape{3, 0, 2}.size() == 0);
  CHECK(to_string(Shape{}) == "()");
  CHECK(to_string(Shape{4}) == "(4)");
  CHECK(to_string(Shape{2, 3}) == "(2, 3)");
}

TEST_CASE("shape: what is refused", "[shape]") {
  CHECK_THROWS_WITH((Shape{1, 1, 1, 1, 1, 1, 1, 1, 1}), Contains("at most 8"));
  CHECK_THROWS_WITH((Shape{2, -1}), Contains("negative size") && Contains("-1"));
  CHECK_THROWS_AS((Shape{2, -1}), fm::shape_error);
}

TEST_CASE("shape: a product that does not fit saturates, but zero stays zero", "[shape]") {
  int64_t const big = int64_t(1) << 32;
  CHECK(Shape{big, big}.size() == std::numeric_limits<int64_t>::max());
  CHECK(Shape{big, big, 0}.size() == 0);
  CHECK(Shape{0, big, big}.size() == 0);
}

TEST_CASE("broadcast_shapes", "[shape]") {
  CHECK(fm::broadcast_shapes("add", Shape{2, 3}, Shape{3}) == Shape{2, 3});
  CHECK(fm::broadcast_shapes("add", Shape{3}, Shape{2, 1}) == Shape{2, 3});
  CHECK(fm::broadcast_shapes("add", Shape{}, Shape{2, 1}) == Shape{2, 1});
  CHECK(fm::broadcast_shapes("add", Shape{1}, Shape{0}) == Shape{0});
  CHECK(fm::broadcast_shapes("add", Shape{4, 1, 2}, Shape{3, 1}) == Shape{4, 3, 2});
  CHECK_THROWS_WITH(
      fm::broadcast_shapes("add", Shape{2, 3}, Shape{4}),
      "add: shapes do not broadcast: x (2, 3), y (4); sizes counted from the last axis must be equal or 1");
  CHECK_THROWS_WITH(fm::broadcast_shapes("mul", Shape{4}, Shape{2, 3}), Contains("mul") && Contains("x (4), y (2, 3)"));
  CHECK_THROWS_AS(fm::broadcast_shapes("add", Shape{2}, Shape{0}), fm::shape_error);
}

TEST_CASE("checked_axis and checked_axes", "[shape]") {
  Shape const s{2, 3, 4};
  CHECK(fm::checked_axis("sum", 0, s) == -3);
  CHECK(fm::checked_axis("sum", -1, s) == -1);
  CHECK_THROWS_WITH(fm::checked_axis("sum", 3, s),
                    "sum: axis out of range: axis 3, shape (2, 3, 4); the axes are 0 to 2, "
                    "or -3 to -1 from the end");
  CHECK_THROWS_WITH(fm::checked_axis("sum", 0, Shape{}), Contains("a scalar has no axes"));
  CHECK_THROWS_AS(fm::checked_axis("sum", std::numeric_limits<int64_t>::min(), s), fm::shape_error);

  CHECK(fm::checked_axes("sum", Axes{2, 0}, s) == Axes{-3, -1});
  CHECK(fm::checked_axes("sum", Axes{}, s) == Axes{-3, -2, -1});
  CHECK(fm::checked_axes("sum", Axes{}, Shape{}).count() == 0);
  CHECK(fm::checked_axes("sum", Axes(1), s) == Axes(-2));
  CHECK_THROWS_WITH(fm::checked_axes("sum", Axes{0, -3}, s), Contains("axis given twice"));
  CHECK_THROWS_WITH(fm::checked_axes("sum", Axes(int64_t(1) << 40), s), Contains("axis out of range"));
}
