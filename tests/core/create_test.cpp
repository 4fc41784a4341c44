// tests/core/create_test.cpp: literals, constants, sequences
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <fmod/core/create.hpp>
#include <fmod/error.hpp>

#include <cmath>
#include <limits>

using Catch::Matchers::Contains;
using fm::Shape;
using fm::Tensor;

template <class S> std::vector<S> values(Tensor<S> const& t) { return {t.span().begin(), t.span().end()}; }

TEST_CASE("literals", "[create]") {
  auto const m = fm::tensor<double>({{1, 2}, {3, 4.5}});
  CHECK(m.shape() == Shape{2, 2});
  CHECK(values(m) == std::vector<double>{1, 2, 3, 4.5});
  CHECK(fm::tensor<float>(3).shape() == Shape{});
  CHECK(fm::tensor<float>({3}).shape() == Shape{1});
  CHECK(fm::tensor<float>({{3}}).shape() == Shape{1, 1});
  CHECK(fm::tensor<float>({{{1}, {2}}, {{3}, {4}}}).shape() == Shape{2, 2, 1});
  CHECK(values(fm::tensor<bool>({true, false})) == std::vector<bool>{true, false});
  CHECK(values(fm::tensor<int64_t>({1, 2u, 'a'})) == std::vector<int64_t>{1, 2, 97});
  std::size_t const n = 7;
  CHECK(values(fm::tensor<double>({n, 1.5f, 2L})) == std::vector<double>{7, 1.5, 2});
}

TEST_CASE("uneven literals are refused", "[create]") {
  CHECK_THROWS_WITH(fm::tensor<double>({{1, 2}, {3}}), Contains("rows of 2 and of 1"));
  CHECK_THROWS_WITH(fm::tensor<double>({{1, 2}, 3}), Contains("a number and a list"));
  CHECK_THROWS_AS(fm::tensor<double>({1, {2, 3}}), fm::shape_error);
}

TEST_CASE("constants", "[create]") {
  CHECK(fm::scalar(2.0).shape() == Shape{});
  CHECK(fm::scalar(3).item() == 3);
  CHECK(values(fm::full<float>({2}, 1)) == std::vector<float>{1, 1});
  CHECK(values(fm::zeros<double>({3})) == std::vector<double>(3, 0.0));
  CHECK(values(fm::ones<std::uint32_t>({2})) == std::vector<std::uint32_t>{1, 1});
  CHECK(fm::zeros<float>({2, 0, 3}).size() == 0);
  CHECK(values(fm::eye<double>(2)) == std::vector<double>{1, 0, 0, 1});
  CHECK(values(fm::eye<double>(2, 3)) == std::vector<double>{1, 0, 0, 0, 1, 0});
  CHECK(values(fm::eye<float>(3, 1)) == std::vector<float>{1, 0, 0});
}

TEST_CASE("arange", "[create]") {
  CHECK(values(fm::arange<int64_t>(4)) == std::vector<int64_t>{0, 1, 2, 3});
  CHECK(values(fm::arange<double>(1, 2, 0.25)) == std::vector<double>{1, 1.25, 1.5, 1.75});
  CHECK(values(fm::arange<int64_t>(5, 0, -2)) == std::vector<int64_t>{5, 3, 1});
  CHECK(fm::arange<float>(3, 1).size() == 0);
  CHECK(fm::arange<std::uint32_t>(2, 5).shape() == Shape{3});
  int64_t const low = std::numeric_limits<int64_t>::min(), high = std::numeric_limits<int64_t>::max();
  CHECK(values(fm::arange<int64_t>(low, high, high)) == std::vector<int64_t>{low, -1, high - 1});
  CHECK_THROWS_WITH(fm::arange<double>(0, 1, 0), Contains("step is 0"));
  CHECK_THROWS_AS(fm::arange<double>(0, NAN), fm::value_error);
  CHECK_THROWS_AS(fm::arange<double>(0, 1e300), fm::shape_error);
}

TEST_CASE("linspace", "[create]") {
  CHECK(values(fm::linspace<double>(0, 1, 5)) == std::vector<double>{0, 0.25, 0.5, 0.75, 1});
  CHECK(values(fm::linspace<float>(2, 3, 1)) == std::vector<float>{2});
  CHECK(fm::linspace<float>(2, 3, 0).size() == 0);
  auto const t = fm::linspace<double>(-0.3, 0.3, 7);
  CHECK(t(0) == -0.3);
  CHECK(t(6) == 0.3);
  for (int i = 0; i < 3; ++i) CHECK(t(i) == -t(6 - i));
  CHECK_THROWS_AS(fm::linspace<double>(0, 1, -1), fm::value_error);
}

TEST_CASE("from_span, from_vector", "[create]") {
  std::vector<float> const v{1, 2, 3, 4};
  auto const t = fm::from_span<float>(Shape{2, 2}, v);
  CHECK(t.data() != v.data());
  CHECK(values(t) == v);
  CHECK(fm::from_vector(v).shape() == Shape{4});
  CHECK_THROWS_WITH(fm::from_span<float>(Shape{3}, v),
                    "from_span: element counts differ: shape (3) has 3, the span has 4");
}
