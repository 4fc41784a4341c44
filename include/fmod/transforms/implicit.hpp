// fmod/transforms/implicit.hpp: root, fixed_point, linear_solve: functions that an equation defines, and their rules
// SPDX-License-Identifier: MIT
//
// All three are one tree op, Implicit: x(p) with f(x, p) = 0. How x was found does not matter to its derivative,
//   dx = -J⁻¹ (∂f/∂p) dp,    J = ∂f/∂x at the solution,
// so a sweep keeps x and p only. The linear system is an Implicit itself, f(x; b, p) = A(p) x - b, so it has
// derivatives of its own and every order follows.
#pragma once
#include <fmod/transforms/jvp.hpp>
#include <fmod/transforms/pull_back.hpp>
#include <fmod/transforms/root_finders.hpp>

namespace fm {

namespace transforms {

// ---- linear maps v -> A(parameters) v, as function objects
template <class F> struct Jacobian {
  F f;
  template <class V, class X, class... P> auto operator()(V const& v, X const& x, P const&... p) const {
    return fm::jvp(f, x, v, p...).second;
  }
};
template <class F> struct TransposedJacobian {
  F f;
  template <class W, class X, class... P> auto operator()(W const& w, X const& x, P const&... p) const {
    return pull_back(f, x, w, p...);
  }
};
/// The transpose of a square map: the pullback is the same at every point, so w serves as one.
template <class A> struct Transposed {
  A a;
  template <class W, class... P> auto operator()(W const& w, P const&... p) const { return pull_back(a, w, w, p...); }
};
/// A as the Jacobian of A(p) x - b, which depends neither on x nor on b.
template <class A> struct AtAnyPoint {
  A a;
  template <class V, class X, class B, class... P>
  auto operator()(V const& v, X const&, B const&, P const&... p) const {
    return a(v, p...);
  }
};
template <class A> struct LinearResidual {
  A a;
  template <class X, class B, class... P> auto operator()(X const& x, B const& b, P const&... p) const {
    return tree::sub(a(x, p...), b);
  }
};
template <class G> struct FixedPointResidual {
  G g;
  template <class X, class... P> auto operator()(X const& x, P const&... p) const { return tree::sub(g(x, p...), x); }
};

/// f: the equation, f(x, p...) = 0. j, jt: its Jacobian by x and the transpose, j(v, x, p...). solver: x at level 0.
/// The arguments are the parameters p, after the start of a solver that has one: it may differ from lane to lane, too.
template <class F, class J, class Jt, class Solver> struct Implicit {
  static constexpr char const* name = Solver::name;
  F f;
  J j;
  Jt jt;
  Solver solver;

  template <class... A> auto operator()(A const&... a) const { return apply_tree_op(*this, std::tuple<A...>(a...)); }
  /// A search has as many steps as its values need, so each lane has its own.
  template <class... A> auto eval(A const&... a) const {
    using Top = highest_in<std::tuple<A...>>;
    if constexpr (tower::level_of<Top> == 0)
      return solver(f, j, a...);
    else
      return lane_by_lane<typename tower::box<Top>::frame>(
          name, [this](auto const& lane) { return std::apply(*this, lane); }, std::tuple<A...>(a...));
  }
  template <class... A, class... D> auto jvp(std::tuple<A...> const& a, std::tuple<D...> const& da) const {
    auto x = std::apply(*this, a);
    auto const p = parameters(a);
    auto const values = std::tuple_cat(std::tie(x), p);
    auto const moved = transforms::jvp(f, values, std::tuple_cat(std::tuple<Zero>(), parameters(da))).second;
    auto dx = solve(j, jt, tree::neg(moved), x, p);
    return std::pair(std::move(x), std::move(dx));
  }
  template <class Active, class Rest> auto vjp(Active const& active, Rest const& rest) const {
    auto x = std::apply(*this, tree::combine(active, rest));
    auto back = Back<Active, Rest, decltype(x)>{*this, active, rest, x};
    return std::pair(std::move(x), std::move(back));
  }

 private:
  template <class... A> static auto parameters(std::tuple<A...> const& a) {
    if constexpr (Solver::has_start)
      return std::apply([](auto const&, auto const&... p) { return std::tuple(p...); }, a);
    else
      return a;
  }
  /// w with A(w, x, p...) = b. The Jacobian of a linear system needs neither x nor the right-hand side of p.
  template <class A, class At, class B, class X, class... P>
  auto solve(A const& a, At const& at, B const& b, X const& x, std::tuple<P...> const& p) const;
  template <class Active, class Rest, class X> struct Back {
    Implicit op;
    Active active;
    Rest rest;
    X x;
    template <class Ct> auto pull(Ct const& ct) const {
      auto const w = op.solve(op.jt, op.j, ct, x, parameters(tree::combine(active, rest)));
      auto const residual = [this](auto const& a, auto const& r, auto const& at) {
        return tree::neg(std::apply(op.f, std::tuple_cat(std::tie(at), parameters(tree::combine(a, r)))));
      };
      return pull_back(residual, active, w, rest, x);
    }
    template <class D> auto push(D const& d) const {
      return op.jvp(tree::combine(active, rest), tree::combine(d, tree::map([](auto const&) { return zero; }, rest)))
          .second;
    }
  };
};

struct LinearSolver {
  static constexpr char const* name = "linear_solve";
  static constexpr bool has_start = false;
  LinearOptions options;
  template <class F, class J, class B, class... P>
  auto operator()(F const&, J const& j, B const& b, P const&... p) const {
    auto const right = tree::ravel(b);
    using V = std::remove_cvref_t<decltype(right.first)>;
    int64_t const n = right.first.size();
    auto const a = [&](V const& v) { return flat(name, j(right.second(v), b, b, p...), n); };
    return right.second(transforms::solve<tower::element_t<V>>(a, right.first, options));
  }
};
template <class A, class At> auto linear_system(A const& a, At const& at, LinearOptions const& options) {
  return Implicit<LinearResidual<A>, AtAnyPoint<A>, AtAnyPoint<At>, LinearSolver>{{a}, {a}, {at}, {options}};
}
template <class F, class J, class Jt, class Solver>
template <class A, class At, class B, class X, class... P>
auto Implicit<F, J, Jt, Solver>::solve(A const& a, At const& at, B const& b, X const& x,
                                       std::tuple<P...> const& p) const {
  if constexpr (std::is_same_v<Solver, LinearSolver>)
    return std::apply(
        [&](auto const&, auto const&... rest) { return linear_system(a.a, at.a, solver.options)(b, rest...); }, p);
  else
    return std::apply([&](auto const&... all) { return linear_system(a, at, solver.options.linear)(b, x, all...); }, p);
}

}  // namespace transforms

struct root_function {
  RootOptions options = {};
  /// x with f(x, params...) = 0, found from x0 by Newton's method; differentiable by the parameters, to any order.
  ///
  /// x and f's result are trees of one structure. x0 is only a start: no derivative goes through it. f must be given
  /// all that is differentiated as parameters.
  ///
  /// Math:   dx = -(∂f/∂x)⁻¹ (∂f/∂p) dp; the pullback of ct is -(∂f/∂p)ᵀ (∂f/∂x)⁻ᵀ ct.
  /// Edges:  of several roots it is the one that was found; where ∂f/∂x is singular there is no derivative
  ///         (value_error).
  /// Throws: value_error if the method does not converge, or the Jacobian is singular; shape_error if f's result
  ///         does not fit x.
  /// Cost:   a linear system for each step and for each derivative, matrix-free above 64 unknowns; keeps x and the
  ///         parameters only.
  /// Source: Blondel et al., Efficient and modular implicit differentiation, 2022.
  template <class F, class X0, class... P> auto operator()(F const& f, X0 const& x0, P const&... params) const {
    transforms::check_generic<F>();
    using transforms::Newton, transforms::Jacobian, transforms::TransposedJacobian;
    return transforms::Implicit<F, Jacobian<F>, TransposedJacobian<F>, Newton>{f, {f}, {f}, {options}}(
        transforms::start_of(x0), params...);
  }
};
struct fixed_point_function {
  RootOptions options = {};
  /// x with g(x, params...) = x, found by iterating g from x0; differentiable by the parameters, to any order.
  ///
  /// The iteration is not differentiated, so memory does not grow with its steps. Otherwise as root, of g(x) - x.
  /// Throws: value_error if the iteration does not converge.
  template <class G, class X0, class... P> auto operator()(G const& g, X0 const& x0, P const&... params) const {
    transforms::check_generic<G>();
    using transforms::Iteration, transforms::Jacobian, transforms::TransposedJacobian;
    using F = transforms::FixedPointResidual<G>;
    return transforms::Implicit<F, Jacobian<F>, TransposedJacobian<F>, Iteration>{{g}, {{g}}, {{g}}, {options}}(
        transforms::start_of(x0), params...);
  }
};
struct linear_solve_function {
  LinearOptions options = {};
  /// x with a(x, params...) = b for a function a that is linear in x; differentiable by b and the parameters, to any
  /// order.
  ///
  /// x, b and a's result are trees of one structure.
  /// Math:   dx = a⁻¹ (db - (∂a/∂p)(x) dp); the cotangent of b is w = a⁻ᵀ ct,
  ///         that of the parameters -(∂a/∂p)(x)ᵀ w.
  /// Throws: value_error if the map is singular or the method does not converge; shape_error if a's result does not
  ///         fit b.
  /// Cost:   one solve, one more for each derivative; keeps x, b and the parameters.
  template <class A, class B, class... P> auto operator()(A const& a, B const& b, P const&... params) const {
    transforms::check_generic<A>();
    return transforms::linear_system(a, transforms::Transposed<A>{a}, options)(b, params...);
  }
};

inline constexpr root_function root{};
inline constexpr fixed_point_function fixed_point{};
inline constexpr linear_solve_function linear_solve{};

}  // namespace fm
