// fmod/transforms/linear_solvers.hpp: cg, gmres, bicgstab and a dense solver for maps given as functions
// SPDX-License-Identifier: MIT
//
// They work on plain vectors. fm::linear_solve (implicit.hpp) is the differentiable front on trees.
#pragma once
#include <fmod/core/create.hpp>
#include <fmod/core/tensor.hpp>
#include <fmod/error.hpp>

namespace fm {

enum class linear_solver : unsigned char {
  automatic,  ///< dense up to 64 unknowns, else gmres
  dense,      ///< the matrix from n applications, then Gaussian elimination with partial pivoting
  cg,         ///< symmetric positive definite maps
  gmres,      ///< any regular map; restarted
  bicgstab,   ///< any regular map; memory of a few vectors
};

struct LinearOptions {
  linear_solver method = linear_solver::automatic;
  double tolerance =
      0;  ///< of the residual's norm, relative to the right-hand side's; 0: 1e-12 of double, 1e-6 of float
  int64_t max_iterations = 0;  ///< applications of the map; 0: ten times the number of unknowns, at least 100
  int64_t restart = 50;        ///< gmres: most directions held at once
};

namespace transforms {

/// A function from vector to vector, referred to.
template <class S> class LinearOperator {
 public:
  template <class F>
  LinearOperator(F const& f)
      : f_(&f), call_([](void const* p, Tensor<S> const& x) { return Tensor<S>((*static_cast<F const*>(p))(x)); }) {}
  Tensor<S> operator()(Tensor<S> const& x) const { return call_(f_, x); }

 private:
  void const* f_;
  Tensor<S> (*call_)(void const*, Tensor<S> const&);
};

/// x with a(x) = b, for b of shape (n). Throws: value_error if the map is singular or the iteration does not get to
/// the tolerance.
template <class S> Tensor<S> solve(LinearOperator<S> const& a, Tensor<S> const& b, LinearOptions const& options);

}  // namespace transforms

struct solve_with_function {
  LinearOptions options;
  /// x with a(x) = b for a linear function a of vectors and a vector b of float or double; not differentiable.
  ///
  /// Throws: value_error with the residual if the tolerance is not reached, or if the map is singular; shape_error
  ///         if a returns another shape than it was given.
  /// Source: Saad, Schultz, GMRES, 1986; van der Vorst, Bi-CGSTAB, 1992; Hestenes, Stiefel, Methods of conjugate
  ///         gradients, 1952.
  template <class A, Real S> Tensor<S> operator()(A const& a, Tensor<S> const& b) const {
    return transforms::solve<S>(transforms::LinearOperator<S>(a), b, options);
  }
};
inline constexpr solve_with_function cg{{.method = linear_solver::cg}};
inline constexpr solve_with_function gmres{{.method = linear_solver::gmres}};
inline constexpr solve_with_function bicgstab{{.method = linear_solver::bicgstab}};

}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/transforms/linear_solvers.ipp>
#endif
