// fmod/transforms/root_finders.hpp: Newton's method and fixed-point iteration on plain values, for implicit.hpp
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/ops/tree.hpp>
#include <fmod/transforms/call.hpp>
#include <fmod/transforms/linear_solvers.hpp>

#include <limits>

namespace fm {

struct RootOptions {
  double tolerance = 0;          ///< of the last step, relative to 1 + |x|; 0: 1e-10 of double, 1e-5 of float
  int64_t max_iterations = 100;  ///< steps of Newton's method, or evaluations of a fixed point's function times 100
  LinearOptions linear = {};     ///< how the linear systems are solved, of the steps and of the derivatives
};

namespace transforms {

[[noreturn]] void residual_shape_differs(char const* op, int64_t residual, int64_t unknowns);
[[noreturn]] void no_convergence(char const* op, int64_t iterations, double reached, double wanted);
double flat_norm(Tensor<double> const& x);
double flat_norm(Tensor<float> const& x);

/// All leaves as one vector; the residual and the unknowns must be trees of one kind.
template <class Tree> auto flat(char const* op, Tree const& t, int64_t unknowns) {
  using Top = highest_in<Tree>;
  static_assert(tower::level_of<Top> == 0,
                "fmod: the function given to fm::root, fm::fixed_point or fm::linear_solve uses a differentiated or "
                "mapped value that is not among its arguments; pass it as a further argument, root(f, x0, value)");
  auto v = tree::ravel(t).first;
  if (v.size() != unknowns) residual_shape_differs(op, v.size(), unknowns);
  return v;
}

template <class S> double tolerance_of(double given, double of_double, double of_float) {
  return given > 0 ? given : sizeof(S) == 4 ? of_float : of_double;
}

/// Newton's method; a step that does not make the residual smaller is halved.
struct Newton {
  static constexpr char const* name = "root";
  static constexpr bool has_start = true;
  RootOptions options;
  template <class F, class J, class X, class... P>
  auto operator()(F const& f, J const& j, X const& x0, P const&... p) const {
    auto const start = tree::ravel(x0);
    auto x = start.first;
    auto const& unravel = start.second;
    using V = decltype(x);
    using S = tower::element_t<V>;
    int64_t const n = x.size();
    auto const residual = [&](V const& at) { return V(flat(name, f(unravel(at), p...), n)); };
    double const tolerance = tolerance_of<S>(options.tolerance, 1e-10, 1e-5);
    V r = residual(x);
    double length = flat_norm(r);
    for (int64_t i = 0; length != 0; ++i) {
      auto const at = unravel(x);
      auto const jacobian = [&](V const& v) { return flat(name, j(unravel(v), at, p...), n); };
      V const step = transforms::solve<S>(jacobian, r, options.linear);
      double const moved = flat_norm(step), small = tolerance * (1 + flat_norm(x));
      V next = fm::sub(x, step);
      V next_r = residual(next);
      double next_length = flat_norm(next_r);
      // A small step is Newton's last: it squares an error that is small already, whatever rounding makes of the
      // residual.
      if (moved <= small && !(next_length > 2 * length)) return unravel(next);
      for (double part = 0.5; !(next_length < length); part /= 2) {
        if (part < 1e-9) {
          if (moved <= 1e3 * small) return unravel(x);
          no_convergence(name, i, length, small);
        }
        next = fm::sub(x, fm::mul(part, step));
        next_r = residual(next);
        next_length = flat_norm(next_r);
      }
      if (i >= options.max_iterations) no_convergence(name, i, length, small);
      x = std::move(next);
      r = std::move(next_r);
      length = next_length;
    }
    return unravel(x);
  }
};

/// x = g(x) again and again, with the equation g(x) - x = 0.
struct Iteration {
  static constexpr char const* name = "fixed_point";
  static constexpr bool has_start = true;
  RootOptions options;
  template <class F, class J, class X, class... P>
  auto operator()(F const& f, J const&, X const& x0, P const&... p) const {
    auto const start = tree::ravel(x0);
    auto x = start.first;
    auto const& unravel = start.second;
    using V = decltype(x);
    int64_t const n = x.size();
    double const tolerance = tolerance_of<tower::element_t<V>>(options.tolerance, 1e-10, 1e-5);
    double last = std::numeric_limits<double>::infinity();
    for (int64_t i = 0;; ++i) {
      V const step = flat(name, f(unravel(x), p...), n);
      double const moved = flat_norm(step), small = tolerance * (1 + flat_norm(x));
      if (!(moved > 0) && moved == 0) return unravel(x);
      x = fm::add(x, step);
      // Below the tolerance it goes on for as long as that helps: derivatives are those at the exact solution.
      if (moved <= small && moved >= 0.99 * last) return unravel(x);
      if (i >= 100 * options.max_iterations || !std::isfinite(moved)) {
        if (moved <= small) return unravel(x);
        no_convergence(name, i, moved, small);
      }
      last = moved;
    }
  }
};

/// x without what derivatives carry; a value for each lane stays one.
template <class X> auto without_derivatives(X const& x) {
  if constexpr (tower::is_batched<X>) {
    auto stored = without_derivatives(x.stored());
    using S = decltype(stored);
    using T = std::conditional_t<tower::is_scalar<X>, tower::rebind_t<S, tower::element_t<S>>, S>;
    return tower::Batched<T, typename tower::box<X>::frame>(std::move(stored), x.lanes(), x.stamp());
  } else if constexpr (tower::is_box<X>) {
    return without_derivatives(x.primal());
  } else {
    return x;
  }
}
/// Where a search starts: constants; integers count as double.
template <class Tree> auto start_of(Tree const& x0) {
  return tree::map(
      [](auto const& leaf) {
        auto v = without_derivatives(leaf);
        if constexpr (std::is_integral_v<tower::base_t<decltype(v)>>)
          return fm::cast<double>(v);
        else
          return v;
      },
      x0);
}

}  // namespace transforms
}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/transforms/root_finders.ipp>
#endif
