// tests/ops/broadcast_test.cpp: a differentiated number beside a differentiated tensor: stretched, and summed back to a number
// SPDX-License-Identifier: MIT
#include <cmath>

#include "support/catch.hpp"
#include "support/check_op.hpp"

namespace {

using check::Array, check::Arrays, check::Index, check::real;
using fm::Shape, fm::Tensor;

enum op { add, sub, mul, div, pow, maximum, hypot, where, full, count };
struct mixed {
  int which;
  template <class X, class Y> auto operator()(X const& x, Y const& y) const {
    using T = std::conditional_t<fm::tower::is_scalar<X>, Y, X>;
    switch (which) {
      case add:
        return T(fm::add(x, y));
      case sub:
        return T(fm::sub(x, y));
      case mul:
        return T(fm::mul(x, y));
      case div:
        return T(fm::div(x, y));
      case pow:
        return T(fm::pow(x, y));
      case maximum:
        return T(fm::maximum(x, y));
      case hypot:
        return T(fm::hypot(x, y));
      case where:
        return T(fm::where(fm::less(x, y), x, y));
      default:
        if constexpr (fm::tower::is_scalar<X>)
          return T(fm::mul(fm::broadcast_to(x, fm::tower::shape_of(y)), y));
        else
          return T(fm::mul(x, fm::broadcast_to(fm::cast<fm::tower::element_t<X>>(y), fm::tower::shape_of(x))));
    }
  }
};
real combined(int which, real x, real y) {
  switch (which) {
    case add:
      return x + y;
    case sub:
      return x - y;
    case mul:
      return x * y;
    case div:
      return x / y;
    case pow:
      return std::pow(x, y);
    case maximum:
      return std::fmax(x, y);
    case hypot:
      return std::hypot(x, y);
    case where:
      return std::fmin(x, y);
    default:
      return x * y;
  }
}
check::Reference reference(int which) {
  return [which](Arrays const& a) {
    bool const left = a[0].shape.rank() == 0;
    Array z = left ? a[1] : a[0];
    for (std::size_t i = 0; i < z.data.size(); ++i)
      z.data[i] = combined(which, a[0].data[a[0].data.size() == 1 ? 0 : i], a[1].data[a[1].data.size() == 1 ? 0 : i]);
    return z;
  };
}
check::Options options() {
  check::Options o;
  o.room = 0.05;
  return o;
}
auto const positive = fm::tensor<double>({{0.5, 1.25, 2}, {0.75, 3, 0.25}});

}  // namespace

TEST_CASE("a tensor beside a number, both differentiated", "[broadcast]") {
  for (int op = 0; op < count; ++op) {
    check::check_op("item", options(), mixed{op}, reference(op), std::tuple<Tensor<double>, double>{positive, 1.5},
                    std::tuple<Tensor<double>, double>{fm::zeros<double>({0, 3}), 1.5},
                    std::tuple<Tensor<double>, double>{fm::scalar(0.75), 1.5});
    check::check_op("full", options(), mixed{op}, reference(op), std::tuple<double, Tensor<double>>{1.5, positive});
  }
}

TEST_CASE("a number in double beside a tensor of float: each gets its cotangent in its own type", "[broadcast]") {
  std::tuple<Tensor<float>, double> const x{fm::cast<float>(positive), 1.5};
  for (int op = 0; op < count; ++op) check::check_op("item", options(), mixed{op}, reference(op), x);
}

TEST_CASE("broadcast_to", "[broadcast]") {
  CHECK_THROWS_WITH(fm::broadcast_to(positive, Shape{2, 4}),
                    Catch::Contains("broadcast_to") && Catch::Contains("(2, 3)") && Catch::Contains("(2, 4)"));
  auto const f = [](auto const& x) { return fm::broadcast_to(x, Shape{2, 3}); };
  CHECK(fm::vjp(f, 2.0).second(positive) == 7.75);
  auto const [y, dy] = fm::jvp(f, 2.0, 3.0);
  CHECK(y(1, 2) == 2);
  CHECK(dy(1, 2) == 3);
}
