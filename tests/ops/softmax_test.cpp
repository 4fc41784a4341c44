// tests/ops/softmax_test.cpp: softmax and log_softmax in every mode and order, and in confident rows
// SPDX-License-Identifier: MIT
#include <cmath>

#include "support/catch.hpp"
#include "support/check_op.hpp"

namespace {

using check::Array, check::Arrays, check::Index, check::real;
using One = std::array<fm::Tensor<double>, 1>;

struct normalized {
  bool logarithm;
  int64_t axis = -1;
  template <class X> X operator()(X const& x) const {
    return logarithm ? fm::log_softmax(x, axis) : fm::softmax(x, axis);
  }
};
check::Reference reference(normalized const& n) {
  return [n](Arrays const& a) {
    Array const& x = a[0];
    auto const axis = static_cast<std::size_t>(n.axis < 0 ? n.axis + x.shape.rank() : n.axis);
    return Array(x.shape, [&](Index const& i) {
      // exp(x_i) / sum exp(x_j) as 1 / sum exp(x_j - x_i), and the others of the sum by themselves.
      real others = 0;
      Index j = i;
      for (j[axis] = 0; j[axis] < x.shape[static_cast<int>(axis)]; ++j[axis])
        if (j[axis] != i[axis]) others += std::exp(x[j] - x[i]);
      return n.logarithm ? -std::log1p(others) : 1 / (1 + others);
    });
  };
}

}  // namespace

TEST_CASE("softmax", "[softmax]") {
  One const cube{check::some_tensor<double>({2, 3, 4}, 3)}, vector{check::some_tensor<double>({6}, 4)},
      one{check::some_tensor<double>({1, 1}, 4)};
  One const wide{fm::linspace<double>(-3, 3, 100)}, equal{fm::zeros<double>({2, 3})}, empty{fm::zeros<double>({2, 0})};
  std::array<fm::Tensor<float>, 1> const single{check::some_tensor<float>({2, 5}, 3)};
  for (bool logarithm : {false, true}) {
    char const* const name = logarithm ? "log_softmax" : "softmax";
    for (int axis : {-1, 0, 1, 2, -3})
      check::check_op(name, normalized{logarithm, axis}, reference(normalized{logarithm, axis}), cube);
    check::check_op(name, normalized{logarithm}, reference(normalized{logarithm}), vector, one, wide, equal, empty,
                    single);
    check::check_throws(name, normalized{logarithm, 2}, one);
  }
}

TEST_CASE("softmax keeps its digits in confident rows", "[softmax]") {
  // p = (1 - e, e, e^2) with e = exp(-40): derivatives of every element to its own size.
  auto const x = fm::tensor<double>({40, 0, -40});
  double const e = std::exp(-40.0);
  auto const probability = [](auto const& v) { return fm::softmax(v); };
  auto const dp = fm::jvp(probability, x, fm::tensor<double>({1, 0, 0})).second;
  CHECK(dp(0) == Approx(e).epsilon(1e-12));
  CHECK(dp(1) == Approx(-e).epsilon(1e-12));
  CHECK(dp(2) == Approx(-e * e).epsilon(1e-12));
  auto const loss = [](auto const& v) { return -fm::index(fm::log_softmax(v), 0); };
  auto const g = fm::grad(loss)(x);
  CHECK(g(0) == Approx(-e).epsilon(1e-12));
  CHECK(g(1) == Approx(e).epsilon(1e-12));
  CHECK(g(2) == Approx(e * e).epsilon(1e-12));
  CHECK(fm::jvp(loss, x, fm::tensor<double>({1, 0, 0})).second.item() == Approx(-e).epsilon(1e-12));
  auto const first = [](auto const& v) { return fm::index(fm::softmax(v), 0); };
  CHECK(fm::grad(first)(x)(0) == Approx(e).epsilon(1e-12));
  CHECK(fm::grad(first)(x)(1) == Approx(-e).epsilon(1e-12));
}

TEST_CASE("softmax of infinite logits", "[softmax]") {
  auto const x = fm::tensor<double>({0, -INFINITY, 0});
  auto const f = [](auto const& v) { return fm::index(fm::softmax(v), 0); };
  CHECK(f(x).item() == 0.5);
  auto const g = fm::grad(f)(x);
  CHECK(g(0) == 0.25);
  CHECK(g(1) == 0);
  CHECK(g(2) == -0.25);
  CHECK(fm::jvp(f, x, fm::ones<double>({3})).second.item() == 0);
}
