// tests/ops/elementwise_test.cpp: fused functions of the user in every mode and order, on tensors that broadcast; cast
// SPDX-License-Identifier: MIT
#include <cmath>

#include "support/catch.hpp"
#include "support/check_op.hpp"

namespace {

using check::Array, check::Arrays, check::Index, check::real;
using fm::Shape;

struct formula {
  auto operator()(auto const& x, auto const& y) const {
    return fm::where(fm::greater(x, 0.0), fm::mul(x, fm::sin(y)), fm::exp(x) / (2.0 + y * y)) - 0.5 * fm::maximum(x, y);
  }
};
struct fused {
  int which;
  template <class X> X operator()(X const& x, X const& y) const {
    if (which == 0) return X(fm::elementwise(formula{}, x, y));
    if (which == 1)
      return X(fm::elementwise([](auto const& u, auto const& c, auto const& v) { return u * v * c; }, x, 1.5, y));
    return X(fm::elementwise([](auto const& u) { return u * fm::tanh(u); }, x + y));
  }
};
Array lanes(int which, Array const& x, Array const& y) {
  auto const f = [which](real a, real b) -> real {
    if (which == 0) return (a > 0 ? a * std::sin(b) : std::exp(a) / (2 + b * b)) - 0.5L * std::fmax(a, b);
    if (which == 1) return a * b * 1.5L;
    return (a + b) * std::tanh(a + b);
  };
  Shape const to = fm::broadcast_shapes("test", x.shape, y.shape);
  auto const at = [&](Array const& v, Index i) {
    i.erase(i.begin(), i.begin() + (to.rank() - v.shape.rank()));
    for (std::size_t k = 0; k < i.size(); ++k)
      if (v.shape[static_cast<int>(k)] == 1) i[k] = 0;
    return v[i];
  };
  return Array(to, [&](Index const& i) { return f(at(x, i), at(y, i)); });
}
struct through_float {
  template <class X> X operator()(X const& x) const { return fm::cast<double>(fm::sin(fm::cast<float>(x))); }
};
struct refused {
  template <class X> X operator()(X const& x, X const& y) const { return fm::elementwise(formula{}, x, y); }
};

}  // namespace

TEST_CASE("fused functions", "[elementwise]") {
  check::Options options;
  options.room = 0.01;
  std::pair<Shape, Shape> const pairs[] = {{{4}, {4}},       {{}, {}},         {{2, 3}, {3}},
                                           {{2, 1}, {1, 3}}, {{}, {3}},        {{2, 2}, {1}},
                                           {{0, 3}, {1, 3}}, {{1300}, {1300}}, {{3, 700}, {3, 1}}};
  for (int op : {0, 1, 2}) {
    auto const reference = [op](Arrays const& a) { return lanes(op, a[0], a[1]); };
    for (auto const& [x, y] : pairs) {
      if (op != 1 && x.size() > 1000) continue;  // kinks lie too dense in many random numbers
      check::check_op("elementwise", options, fused{op}, reference,
                      std::array{check::some_tensor<double>(x, 3), check::some_tensor<double>(y, 8)});
    }
    check::check_op("elementwise", options, fused{op}, reference,
                    std::array{check::some_tensor<float>({2, 3}, 3), check::some_tensor<float>({3}, 8)});
  }
  check::check_throws("elementwise", refused{}, std::array{fm::zeros<double>({2, 3}), fm::zeros<double>({2})});
}

TEST_CASE("a fused function of numbers is the function", "[elementwise]") {
  CHECK(fm::elementwise(formula{}, 0.5, 2) == formula{}(0.5, 2.0));
  auto const f = [](auto const& x) { return fm::elementwise(formula{}, x, 2.0); };
  CHECK(fm::grad(f)(0.5) == Approx(std::sin(2.0)));
}

TEST_CASE("a fused function gives the element type of its tensors", "[elementwise]") {
  auto const x = fm::tensor<float>({-1, 2});
  auto const step = [](auto const& v) { return fm::where(v > 0.0, 1.0, 0.0); };
  auto const y = fm::elementwise(step, x);
  static_assert(std::is_same_v<decltype(y), fm::Tensor<float> const>);
  CHECK(y(1) == 1);
  auto const twice = fm::elementwise([](auto const& v) { return v * 2.0; }, x);
  static_assert(std::is_same_v<decltype(twice), fm::Tensor<float> const>);
  CHECK(twice(0) == -2);
  static_assert(std::is_same_v<decltype(fm::elementwise([](auto const& v) { return v > 0.0; }, x)), fm::Tensor<bool>>);
}

TEST_CASE("cast converts the derivative too", "[cast]") {
  check::Options options;
  options.loosen = 0x1p29;  // what passes through float has the digits of float
  auto const sine = [](Arrays const& a) {
    return Array(a[0].shape, [&](Index const& i) { return std::sin(a[0][i]); });
  };
  check::check_op("cast", options, through_float{}, sine, std::array{check::some_tensor<double>({2, 3}, 3)});
  auto const [y, pull] = fm::vjp([](auto const& x) { return fm::cast<float>(x); }, fm::tensor<double>({1, 2}));
  static_assert(std::is_same_v<decltype(y), fm::Tensor<float> const> || std::is_same_v<decltype(y), fm::Tensor<float>>);
  CHECK(pull(fm::tensor<float>({3, 4}))(1) == 4.0);
  auto const counted = [](auto const& x) { return fm::sum(fm::cast<double>(fm::cast<int64_t>(x)) * x); };
  CHECK(fm::grad(counted)(fm::tensor<double>({1.75, -2.5}))(1) == -2);
}
