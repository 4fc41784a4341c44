// tests/vmap/unary_test.cpp: elementwise ops of one argument under vmap, all in one functor
// SPDX-License-Identifier: MIT
#include "vmap/same.hpp"

namespace {

#define UNARY_OPS(X)                                                                                             \
  X(neg)                                                                                                         \
  X(abs) X(square) X(reciprocal) X(sqrt) X(rsqrt) X(cbrt) X(exp) X(exp2) X(expm1) X(log) X(log2) X(log1p) X(sin) \
      X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(sech2) X(asinh) X(atanh) X(erf) X(erfc)    \
          X(lgamma) X(digamma) X(sinc) X(sigmoid) X(logsigmoid) X(softplus) X(relu) X(gelu) X(gelu_tanh) X(silu) \
              X(mish) X(leaky_relu) X(elu) X(sign) X(floor) X(ceil) X(round) X(trunc)
char const* const names[] = {
#define NAME(op) #op,
    UNARY_OPS(NAME)
#undef NAME
        "acosh",
    "polygamma",
    "pow",
    "pow_integer",
    "clamp",
    "cast",
    "stop_gradient",
    "elementwise",
    "literals",
    "where"};

struct formula {
  auto operator()(auto const& x) const { return fm::where(fm::greater(x, 0.5), fm::exp(x), fm::mul(x, x)); }
};
struct Unary {
  std::size_t op = 0;
  template <class X> X operator()(X const& x) const {
    std::size_t at = 0;
#define CASE(name) \
  if (op == at++) return fm::name(x);
    UNARY_OPS(CASE)
#undef CASE
    switch (op - at) {
      case 0:
        return fm::acosh(x + 1.0);
      case 1:
        return fm::polygamma(1, x);
      case 2:
        return fm::pow(x, 2.5);
      case 3:
        return fm::pow(x, 2);
      case 4:
        return fm::clamp(x, 0.3, 0.6);
      case 5:
        return fm::cast<fm::tower::element_t<X>>(fm::cast<float>(x) * 2.0f);
      case 6:
        return fm::stop_gradient(x) * x;
      case 7:
        return fm::elementwise(formula{}, x);
      case 8:
        return (1 - x) / (x + 2.0) * 3;
      default:
        return fm::where(x > 0.4, x, x * x);
    }
  }
};

}  // namespace

TEST_CASE("every elementwise op of one argument under vmap is the loop", "[vmap]") {
  auto const x = fm::abs(check::some_tensor<double>({3, 2, 2}, 1)) * 0.7;
  for (std::size_t op = 0; op < std::size(names); ++op) lanes::check_lanes(names[op], Unary{op}, fm::in_axes<0>, x);
}
TEST_CASE("an in-axis in the middle, at the end, and lanes of rank 0", "[vmap]") {
  auto const x = fm::abs(check::some_tensor<double>({2, 3, 2}, 2)) * 0.7;
  lanes::check_lanes("axis 1", Unary{0}, fm::in_axes<1>, x);
  lanes::check_lanes("axis -1", Unary{2}, fm::in_axes<-1>, x);
  for (std::size_t op = 0; op < std::size(names); ++op)
    lanes::check_lanes(names[op], Unary{op}, fm::in_axes<0>, fm::reshape(x, {12}));
}
