// tests/support/elementwise.hpp: tables of sample points of elementwise ops, and how they are run
// SPDX-License-Identifier: MIT
//
// Numbers are held against the reference; tensors of every shape against the same op on numbers, lane by lane.
#pragma once
#include "support/check_op.hpp"

namespace check {

/// An argument, and the distance within which the reference is analytic around it (0: |x|, at most 1).
struct At {
  double x, room;
  At(double v, double r = 0) : x(v), room(r) {}
};
struct Unary {
  char const* name;
  int op;
  real (*f)(real);
  std::vector<At> points;
  std::vector<double> singular{};      ///< kinks, poles, ends: no reference, but all modes and tensors agree
  real (*derivative)(real) = nullptr;  ///< given where differences of f would cancel in a tail
};
struct Pair {
  double x, y, room;
  Pair(double a, double b, double r = 0) : x(a), y(b), room(r) {}
};
struct Binary {
  char const* name;
  int op;
  real (*f)(real, real);
  std::vector<Pair> points;
  std::vector<Pair> singular{};
};

/// f on plain arrays, of numbers or tensors of S, behind a plain function.
using Lanes = std::function<Report(int op, Arrays const& x, std::array<Arrays, 3> const& d)>;
struct Runs {
  Lanes numbers, floats, tensors, float_tensors;
};
template <class F, class X, std::size_t N, int Depth>
Report run_lanes(int op, Arrays const& x, std::array<Arrays, 3> const& d) {
  using Tree = std::array<X, N>;
  std::array<Tree, 3> directions;
  for (std::size_t i = 0; i < 3; ++i) directions[i] = tree_of(d[i], Tree{});
  return differentiate<Depth, fm::tower::is_scalar<X>>(F{op}, tree_of(x, Tree{}), directions);
}
/// F is a switch over the ops: F{op}(x...). The rules of float are those of double: the first order sees that they stay in
/// float. A kept tape differs from that of grad in no rule: numbers see it here, tensors in the other tests.
template <class F, std::size_t N, int NumberDepth = 3, int TensorDepth = 2> Runs runs_of() {
  return {run_lanes<F, double, N, NumberDepth>, run_lanes<F, float, N, 1>,
          run_lanes<F, fm::Tensor<double>, N, TensorDepth>, run_lanes<F, fm::Tensor<float>, N, 1>};
}

void check_numbers(std::vector<Unary> const& table, Lanes const& run, bool single);
void check_numbers(std::vector<Binary> const& table, Lanes const& run, bool single);
void check_tensors(std::vector<Unary> const& table, Lanes const& numbers, Lanes const& tensors, bool single);
void check_tensors(std::vector<Binary> const& table, Lanes const& numbers, Lanes const& tensors, bool single);

/// For the cases of a switch: the op gives back exactly the type it was given, box or not.
template <class X, class Y> Y preserved(Y y) {
  static_assert(std::is_same_v<X, Y>, "an op that preserves the shape returns the type of its argument");
  return y;
}
/// The same beside a literal of double, which makes a double of a plain float as everywhere in C++.
template <class X, class Y> X preserved_beside_literal(Y y) {
  if constexpr (std::is_arithmetic_v<X>)
    return static_cast<X>(y);
  else
    return preserved<X>(std::move(y));
}

}  // namespace check
