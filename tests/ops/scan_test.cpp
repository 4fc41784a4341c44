// tests/ops/scan_test.cpp: running sums and products and the linear recurrence in every mode and order
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"
#include "support/check_op.hpp"

namespace {

using check::Array, check::Arrays, check::Index, check::real;
using One = std::array<fm::Tensor<double>, 1>;
using Two = std::array<fm::Tensor<double>, 2>;

struct running {
  bool product;
  int64_t axis = -1;
  template <class X> X operator()(X const& x) const { return product ? fm::cumprod(x, axis) : fm::cumsum(x, axis); }
};
/// Along an axis: next = step(previous result, index).
Array scanned(fm::Shape const& shape, int64_t axis, real first, std::function<real(real, Index const&)> const& step) {
  Array z(shape);
  auto const a = static_cast<std::size_t>(axis < 0 ? axis + shape.rank() : axis);
  return Array(shape, [&](Index const& i) {
    Index before = i;
    if (i[a] > 0) --before[a];
    return z[i] = step(i[a] > 0 ? z[before] : first, i);
  });
}
check::Reference reference(running const& r) {
  return [r](Arrays const& a) {
    return scanned(a[0].shape, r.axis, r.product ? 1 : 0,
                   [&](real y, Index const& i) { return r.product ? y * a[0][i] : y + a[0][i]; });
  };
}
struct recurrence {
  int64_t axis = -1;
  template <class X> X operator()(X const& a, X const& b) const { return fm::linear_scan(a, b, axis); }
};
check::Reference reference(recurrence const& r) {
  return [r](Arrays const& a) {
    return scanned(a[0].shape, r.axis, 0, [&](real y, Index const& i) { return a[0][i] * y + a[1][i]; });
  };
}

}  // namespace

TEST_CASE("running sums and products", "[scan]") {
  One const cube{check::some_tensor<double>({2, 3, 4}, 3)}, vector{check::some_tensor<double>({6}, 4)},
      one{check::some_tensor<double>({1, 1}, 4)};
  One const zeros{fm::tensor<double>({{1, 0, 2, 3}, {0, 0, 1, 2}, {0, 0, 0, 0}, {3, 2, 1, 0}})};
  One const empty{fm::zeros<double>({2, 0})};
  std::array<fm::Tensor<float>, 1> const single{check::some_tensor<float>({2, 5}, 3)};
  for (bool product : {false, true}) {
    char const* const name = product ? "cumprod" : "cumsum";
    for (int axis : {-1, 0, 1, 2, -3})
      check::check_op(name, running{product, axis}, reference(running{product, axis}), cube);
    check::check_op(name, running{product}, reference(running{product}), vector, one, zeros, empty, single);
    check::check_throws(name, running{product, 2}, one);
  }
}

TEST_CASE("linear recurrences", "[scan]") {
  for (int axis : {-1, 0, 1})
    check::check_op("linear_scan", recurrence{axis}, reference(recurrence{axis}),
                    Two{check::some_tensor<double>({2, 3, 4}, 3), check::some_tensor<double>({2, 3, 4}, 5)});
  check::check_op(
      "linear_scan", recurrence{}, reference(recurrence{}),
      Two{fm::tensor<double>({0, 0, 2, 0}), fm::tensor<double>({1, 2, 3, 4})},
      Two{fm::zeros<double>({3, 0}), fm::zeros<double>({3, 0})},
      std::array<fm::Tensor<float>, 2>{check::some_tensor<float>({2, 5}, 3), check::some_tensor<float>({2, 5}, 5)});
  check::check_throws("linear_scan", recurrence{}, Two{fm::zeros<double>({3}), fm::zeros<double>({4})});
  check::check_throws("linear_scan", recurrence{1}, Two{fm::zeros<double>({3}), fm::zeros<double>({3})});
}
