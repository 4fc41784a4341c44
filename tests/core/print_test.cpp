// tests/core/print_test.cpp: tensors as text
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <fmod/core/create.hpp>

#include <cmath>
#include <sstream>

template <class S> std::string text(fm::Tensor<S> const& t, int precision = 6) {
  std::ostringstream os;
  os.precision(precision);
  os << t;
  return os.str();
}

TEST_CASE("print: short double tensors are bare", "[print]") {
  CHECK(text(fm::scalar(2.5)) == "2.5");
  CHECK(text(fm::tensor<double>({1, -2, 0.1})) == "[1, -2, 0.1]");
  CHECK(text(fm::tensor<double>({{1, 2}, {3, 4}})) == "[[1, 2], [3, 4]]");
  CHECK(text(fm::tensor<double>({NAN, INFINITY, -INFINITY})) == "[nan, inf, -inf]");
  CHECK(text(fm::scalar(1. / 3), 3) == "0.333");
  CHECK(text(fm::scalar(1e300)) == "1e+300");
}

TEST_CASE("print: others say type and shape", "[print]") {
  CHECK(text(fm::tensor<float>({{1, 2}})) == "[[1, 2]] float(1, 2)");
  CHECK(text(fm::scalar(3)) == "3 int64()");
  CHECK(text(fm::tensor<bool>({true, false})) == "[true, false] bool(2)");
  CHECK(text(fm::zeros<double>({0, 3})) == "[] double(0, 3)");
  CHECK(text(fm::zeros<double>({2, 0})) == "[[], []] double(2, 0)");
}

TEST_CASE("print: long axes are abridged, wide matrices take lines", "[print]") {
  CHECK(text(fm::arange<double>(100.)) == "[0, 1, 2, 3, ..., 96, 97, 98, 99] double(100)");
  CHECK(text(fm::arange<double>(10.)) == "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]");
  auto const t = fm::full<double>({3, 4}, 0.123456);
  CHECK(text(t) ==
        "[[0.123456, 0.123456, 0.123456, 0.123456],\n [0.123456, 0.123456, 0.123456, 0.123456],\n"
        " [0.123456, 0.123456, 0.123456, 0.123456]] double(3, 4)");
}
