// tests/properties/program.hpp: random straight-line programs of ops on vectors of 3, made so that values stay in range
// SPDX-License-Identifier: MIT
//
// A program is data, so every program is one functor with a run-time switch: ops are compiled once for each kind of box,
// however many programs are tried. Registers 0 and 1 are the arguments, each step appends one, the last is the result.
// A step is chosen so that at all points where the program will be run its arguments are inside the op's domain, away
// from kinks, and its result is of moderate size.
#pragma once
#include <fmod/fmod.hpp>

#include <functional>
#include <random>

#include "support/catch.hpp"

namespace properties {

using T = fm::Tensor<double>;
inline constexpr int64_t width = 3;

struct Step {
  int op, a, b;
};
using Code = std::vector<Step>;

struct formula {
  auto operator()(auto const& x, auto const& y) const { return fm::where(x > y, fm::exp(y) * x, fm::mul(x, x)); }
};

// What a step may be given: its arguments a and b are inside the domain and no kink is near.
using Fits = bool (*)(T const& a, T const& b);
template <class P> bool every(T const& a, P const& p) {
  for (int64_t i = 0; i < a.size(); ++i)
    if (!p(a.data()[i])) return false;
  return true;
}
inline bool all_apart(T const& a) {
  for (int64_t i = 0; i < a.size(); ++i)
    for (int64_t j = 0; j < i; ++j)
      if (std::fabs(a(i) - a(j)) < 0.1) return false;
  return true;
}
inline bool between(double x, double low, double high) { return x > low && x < high; }
inline bool from_integer(double x) { return std::fabs(2 * x - std::round(2 * x)) > 0.1; }
inline bool any(T const&, T const&) { return true; }
inline bool positive(T const& a, T const&) { return every(a, [](double x) { return x > 0.3; }); }
inline bool unit(T const& a, T const&) { return every(a, [](double x) { return std::fabs(x) < 0.8; }); }
inline bool above(T const& a, T const&) { return every(a, [](double x) { return x > 1.2; }); }
inline bool away(T const& a, T const&) { return every(a, [](double x) { return std::fabs(x) > 0.2; }); }
inline bool stepped(T const& a, T const&) { return every(a, from_integer); }
inline bool sorted(T const& a, T const&) { return all_apart(a); }
inline bool clamped(T const& a, T const&) {
  return every(a, [](double x) { return std::fabs(x - 0.5) > 0.1 && std::fabs(x + 0.5) > 0.1; });
}
inline bool divisor(T const&, T const& b) { return away(b, b); }
inline bool both_away(T const& a, T const& b) { return away(a, a) && away(b, b); }
inline bool both_positive(T const& a, T const& b) { return positive(a, a) && positive(b, b); }
inline bool unequal(T const& a, T const& b) { return away(a - b, a); }
inline bool quotient(T const& a, T const& b) { return away(b, b) && stepped(a / b, a); }
inline bool products_apart(T const& a, T const& b) {
  return both_away(a, b) && all_apart(a) && all_apart(b);
}

#define PROPERTY_UNARY(X)                                                                                              \
  X(neg, any) X(sin, any) X(cos, any) X(tanh, any) X(sech2, any) X(sigmoid, any) X(softplus, any) X(logsigmoid, any)   \
  X(erf, any) X(erfc, any) X(atan, any) X(asinh, any) X(sinh, any) X(cosh, any) X(exp, any) X(exp2, any) X(expm1, any) \
  X(square, any) X(gelu, any) X(gelu_tanh, any) X(silu, any) X(mish, any) X(sinc, any) X(tan, unit) X(asin, unit)      \
  X(acos, unit) X(atanh, unit) X(acosh, above) X(sqrt, positive) X(rsqrt, positive) X(log, positive) X(log2, positive) \
  X(log1p, positive) X(lgamma, positive) X(digamma, positive) X(cbrt, away) X(reciprocal, away) X(abs, away)           \
  X(relu, away) X(leaky_relu, away) X(elu, away) X(sign, away) X(floor, stepped) X(ceil, stepped) X(round, stepped)    \
  X(trunc, stepped) X(softmax, any) X(log_softmax, any) X(flip, any)
#define PROPERTY_BINARY(X)                                                                                             \
  X(add, any) X(sub, any) X(mul, any) X(div, divisor) X(atan2, both_away) X(hypot, both_away) X(maximum, unequal)      \
  X(minimum, unequal) X(fmax, unequal) X(fmin, unequal) X(pow, positive) X(xlogy, both_positive) X(fmod, quotient)     \
  X(remainder, quotient)
#define PROPERTY_OTHER(X)                                                                                              \
  X("pow2.5", positive, fm::pow(a, 2.5))                                                                               \
  X("polygamma", positive, fm::polygamma(1, a))                                                                        \
  X("clamp", clamped, fm::clamp(a, -0.5, 0.5))                                                                         \
  X("where", unequal, fm::where(a > b, a, b))                                                                          \
  X("elementwise", unequal, fm::elementwise(formula{}, a, b))                                                          \
  X("affine", any, 0.5 - a * 0.7)                                                                                      \
  X("cumsum", any, fm::cumsum(a, 0))                                                                                   \
  X("cumprod", any, fm::cumprod(a, 0))                                                                                 \
  X("linear_scan", any, fm::linear_scan(a, b, 0))                                                                      \
  X("matvec", any, fm::matmul(fm::outer(a, b), b))                                                                     \
  X("dot", any, fm::dot(a, b) * a)                                                                                     \
  X("transpose", any, fm::mean(fm::transpose(fm::outer(a, b)), 0))                                                     \
  X("prod", any, fm::prod(fm::outer(a, b), 1))                                                                         \
  X("max", products_apart, fm::max(fm::outer(a, b), 0))                                                                \
  X("min", products_apart, fm::min(fm::outer(a, b), -1))                                                               \
  X("logsumexp", any, fm::logsumexp(fm::outer(a, b), 0))                                                               \
  X("norm", both_away, fm::norm(fm::outer(a, b), 1))                                                                   \
  X("squared_norm", any, fm::squared_norm(a) * b)                                                                      \
  X("var", any, fm::var(fm::outer(a, b), 0))                                                                           \
  X("stddev", products_apart, fm::stddev(fm::outer(a, b), 1))                                                          \
  X("sum", any, fm::sum(a) - b)                                                                                        \
  X("sort", sorted, fm::sort(a))                                                                                       \
  X("take", any, fm::take(a, fm::tensor<int64_t>({2, 0, 2})) * b)                                                      \
  X("take_along", any, fm::take_along(a, fm::tensor<int64_t>({1, 1, 0}), 0))                                           \
  X("scatter_add", any, fm::scatter_add(a, fm::tensor<int64_t>({1, 0, 1}), 3) + b)                                     \
  X("tril", any, fm::matmul(fm::tril(fm::outer(a, a)), b))                                                             \
  X("triu", any, fm::matmul(fm::triu(fm::outer(a, b)), a))                                                             \
  X("concat", any, fm::slice(fm::concat(0, a, b), 0, 1, 6, 2))                                                         \
  X("stack", any, fm::index(fm::stack(1, a, b), 1, 1) * a)                                                             \
  X("pad", any, fm::slice(fm::pad(a, 0, 2, 1, 0.5), 0, 1, 4))                                                          \
  X("reshape", any, fm::sum(fm::permute(fm::reshape(fm::outer(a, b), {3, 3, 1}), {1, 2, 0}), fm::Axes{1, 2}))          \
  X("broadcast_to", any, fm::sum(fm::broadcast_to(a, {2, 3}), 0))                                                      \
  X("expand_dims", any, fm::squeeze(fm::expand_dims(a, 1), 1))

struct OpInfo {
  char const* name;
  Fits fits;
  int arity;
};
#define UNARY(name, fits) {#name, fits, 1},
#define BINARY(name, fits) {#name, fits, 2},
#define OTHER(name, fits, ...) {name, fits, 2},
inline OpInfo const all_ops[] = {PROPERTY_UNARY(UNARY) PROPERTY_BINARY(BINARY) PROPERTY_OTHER(OTHER)};
#undef UNARY
#undef BINARY
#undef OTHER
inline constexpr int op_count = static_cast<int>(std::size(all_ops));

/// All ops.
struct Every {
  static constexpr bool has(int) { return true; }
  template <class R> static R run(int op, R const& a, R const& b) {
    int at = 0;
#define UNARY(name, fits) \
  if (op == at++) return fm::name(a);
#define BINARY(name, fits) \
  if (op == at++) return fm::name(a, b);
#define OTHER(name, fits, ...) \
  if (op == at++) return R(__VA_ARGS__);
    PROPERTY_UNARY(UNARY)
    PROPERTY_BINARY(BINARY)
    PROPERTY_OTHER(OTHER)
#undef UNARY
#undef BINARY
#undef OTHER
    return b;
  }
};

/// The program as a function of two vectors.
template <class Ops> struct Program {
  Code code;
  template <class X, class Y> auto operator()(X const& x, Y const& y) const {
    using R = fm::tower::highest_t<X, Y>;
    std::vector<R> r{fm::tower::lift<R>(x), fm::tower::lift<R>(y)};
    for (Step const& s : code) r.push_back(Ops::run(s.op, r[static_cast<std::size_t>(s.a)], r[static_cast<std::size_t>(s.b)]));
    return r.back();
  }
};

struct Choice {
  Code code;
  std::vector<T> xs, ys;  ///< one for each lane; every pair of them is inside the program's domain
};
std::string text_of(Code const& code);
int seed_count();
/// A program and its points. `run` computes one step, `has` says which ops may be chosen.
Choice choose(unsigned seed, std::function<T(int, T const&, T const&)> const& run, std::function<bool(int)> const& has);
template <class Ops> Choice choose(unsigned seed) {
  return choose(seed, [](int op, T const& a, T const& b) { return Ops::run(op, a, b); }, [](int op) { return Ops::has(op); });
}
T random_vector(std::mt19937& random, double low, double high);
/// |a - b| in proportion to what the numbers are.
bool close(T const& a, T const& b, double tolerance);

}  // namespace properties
