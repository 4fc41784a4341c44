// fmod/impl/transforms/linear_solvers.ipp: the iterations, on plain vectors
// SPDX-License-Identifier: MIT
#include <fmod/transforms/linear_solvers.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <vector>

namespace fm::transforms {
namespace linear {

// Vectors are std::vector here: the iterations write in place, and sums of products are kept in double.
template <class S> using Vector = std::vector<S>;
template <class S> double dot(Vector<S> const& x, Vector<S> const& y) {
  double total = 0;
  for (std::size_t i = 0; i < x.size(); ++i) total += static_cast<double>(x[i]) * static_cast<double>(y[i]);
  return total;
}
template <class S> double norm(Vector<S> const& x) { return std::sqrt(dot(x, x)); }
/// y += c x
template <class S> void axpy(double c, Vector<S> const& x, Vector<S>& y) {
  for (std::size_t i = 0; i < x.size(); ++i) y[i] += static_cast<S>(c * static_cast<double>(x[i]));
}
/// y = x + c y
template <class S> void xpay(Vector<S> const& x, double c, Vector<S>& y) {
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = static_cast<S>(static_cast<double>(x[i]) + c * static_cast<double>(y[i]));
}

template <class S> Tensor<S> as_tensor(Vector<S> const& x) {
  auto t = Tensor<S>::uninitialized(Shape{static_cast<int64_t>(x.size())});
  std::copy(x.begin(), x.end(), t.mutable_data());
  return t;
}

/// One problem with its limits; counts applications of the map.
template <class S> struct Problem {
  LinearOperator<S> const& a;
  Vector<S> b;
  char const* method;
  double tolerance;  // of the residual's norm
  int64_t most, restart, used = 0;

  Vector<S> apply(Vector<S> const& x) {
    ++used;
    Tensor<S> const y = a(as_tensor(x));
    if (y.size() != static_cast<int64_t>(x.size()))
      throw shape_error(std::string(method) + ": the map takes " + std::to_string(x.size()) +
                        " numbers and returned shape " + to_string(y.shape()) + "; it must return as many as it takes");
    return Vector<S>(y.data(), y.data() + y.size());
  }
  Vector<S> residual(Vector<S> const& x) {
    Vector<S> r = apply(x);
    for (std::size_t i = 0; i < r.size(); ++i) r[i] = b[i] - r[i];
    return r;
  }
  bool may_go_on() const { return used < most; }
  [[noreturn]] void give_up(double reached) const {
    std::ostringstream text;
    text << method << ": after " << used << " applications of the map the residual is " << reached << ", asked for "
         << tolerance << "; the map may be singular"
         << (std::string(method) == "cg" ? ", or not symmetric positive definite" : "")
         << ": try linear_solver::dense, a larger tolerance or more iterations (fm::LinearOptions)";
    throw value_error(text.str());
  }
};

template <class S> Vector<S> conjugate_gradients(Problem<S>& p) {
  Vector<S> x(p.b.size()), r = p.b, d = r;
  double rr = dot(r, r);
  while (!(std::sqrt(rr) <= p.tolerance)) {
    Vector<S> const ad = p.apply(d);
    double const curvature = dot(d, ad);
    if (!p.may_go_on() || !(curvature > 0)) p.give_up(std::sqrt(rr));
    double const step = rr / curvature;
    axpy(step, d, x);
    axpy(-step, ad, r);
    double const next = dot(r, r);
    xpay(r, next / rr, d);
    rr = next;
  }
  return x;
}

template <class S> Vector<S> stabilized_biconjugate_gradients(Problem<S>& p) {
  Vector<S> x(p.b.size()), r = p.b, shadow = r, d = r;
  double rho = dot(shadow, r);
  while (!(norm(r) <= p.tolerance)) {
    Vector<S> const ad = p.apply(d);
    double const alpha = rho / dot(shadow, ad);
    Vector<S> s = r;
    axpy(-alpha, ad, s);
    axpy(alpha, d, x);
    if (norm(s) <= p.tolerance) return x;
    Vector<S> const as = p.apply(s);
    double const omega = dot(as, s) / dot(as, as);
    axpy(omega, s, x);
    r = s;
    axpy(-omega, as, r);
    double const next = dot(shadow, r), beta = next / rho * (alpha / omega);
    if (!p.may_go_on() || !std::isfinite(beta)) p.give_up(norm(r));
    axpy(-omega, ad, d);
    xpay(r, beta, d);
    rho = next;
  }
  return x;
}

/// Least squares over the Krylov space, by Arnoldi's process (twice orthogonalized) and Givens rotations.
template <class S> Vector<S> generalized_minimal_residual(Problem<S>& p) {
  std::size_t const n = p.b.size(), m = std::min(n, static_cast<std::size_t>(std::max<int64_t>(1, p.restart)));
  Vector<S> x(n), r = p.b;
  double last = norm(r);
  while (!(last <= p.tolerance)) {
    std::vector<Vector<S>> basis{r};
    for (S& v : basis[0]) v = static_cast<S>(static_cast<double>(v) / last);
    std::vector<std::vector<double>> h;  // columns of the triangle
    std::vector<double> c, s, g{last};
    for (std::size_t k = 0; k < m && std::fabs(g[k]) > p.tolerance && p.may_go_on(); ++k) {
      Vector<S> w = p.apply(basis[k]);
      std::vector<double> column(k + 2);
      for (int pass = 0; pass < 2; ++pass)
        for (std::size_t i = 0; i <= k; ++i) {
          double const d = dot(w, basis[i]);
          column[i] += d;
          axpy(-d, basis[i], w);
        }
      double const length = column[k + 1] = norm(w);
      for (std::size_t i = 0; i < k; ++i) {
        double const upper = c[i] * column[i] + s[i] * column[i + 1];
        column[i + 1] = c[i] * column[i + 1] - s[i] * column[i];
        column[i] = upper;
      }
      double const q = std::hypot(column[k], column[k + 1]);
      if (!(q > 0)) p.give_up(std::fabs(g[k]));
      c.push_back(column[k] / q);
      s.push_back(column[k + 1] / q);
      column[k] = q;
      g.push_back(-s[k] * g[k]);
      g[k] *= c[k];
      h.push_back(std::move(column));
      if (!(length > 0)) break;
      for (S& v : w) v = static_cast<S>(static_cast<double>(v) / length);
      basis.push_back(std::move(w));
    }
    std::vector<double> y(h.size());
    for (std::size_t i = h.size(); i-- > 0;) {
      y[i] = g[i];
      for (std::size_t j = i + 1; j < h.size(); ++j) y[i] -= h[j][i] * y[j];
      y[i] /= h[i][i];
    }
    for (std::size_t i = 0; i < y.size(); ++i) axpy(y[i], basis[i], x);
    r = p.residual(x);
    double const now = norm(r);
    // The least-squares residual and the true one part by rounding: near the tolerance that is as good as it gets.
    if (now <= p.tolerance || (now <= 100 * p.tolerance && now > 0.5 * last)) return x;
    if (!p.may_go_on() || !(now < last)) p.give_up(now);
    last = now;
  }
  return x;
}

template <class S> Vector<S> eliminate(Problem<S>& p) {
  std::size_t const n = p.b.size();
  std::vector<Vector<double>> a(n, Vector<double>(n + 1));  // rows, with the right-hand side
  double scale = 0;
  for (std::size_t j = 0; j < n; ++j) {
    Vector<S> unit(n);
    unit[j] = S(1);
    Vector<S> const column = p.apply(unit);
    for (std::size_t i = 0; i < n; ++i) {
      a[i][j] = static_cast<double>(column[i]);
      scale = std::max(scale, std::fabs(a[i][j]));
    }
  }
  for (std::size_t i = 0; i < n; ++i) a[i][n] = static_cast<double>(p.b[i]);
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::fabs(a[i][k]) > std::fabs(a[pivot][k])) pivot = i;
    std::swap(a[k], a[pivot]);
    if (!(std::fabs(a[k][k]) > 1e-15 * scale))
      throw value_error("dense solve: the map of " + std::to_string(n) +
                        " unknowns is singular, or not finite: pivot " + std::to_string(k) + " is " +
                        std::to_string(a[k][k]) + "; a derivative of a root needs a regular Jacobian there");
    for (std::size_t i = k + 1; i < n; ++i) {
      double const factor = a[i][k] / a[k][k];
      if (factor == 0) continue;
      for (std::size_t j = k; j <= n; ++j) a[i][j] -= factor * a[k][j];
    }
  }
  Vector<S> x(n);
  for (std::size_t i = n; i-- > 0;) {
    double value = a[i][n];
    for (std::size_t j = i + 1; j < n; ++j) value -= a[i][j] * static_cast<double>(x[j]);
    x[i] = static_cast<S>(value / a[i][i]);
  }
  return x;
}

}  // namespace linear

template <class S> Tensor<S> solve(LinearOperator<S> const& a, Tensor<S> const& b, LinearOptions const& options) {
  auto method = options.method;
  int64_t const n = b.size();
  if (method == linear_solver::automatic) method = n <= 64 ? linear_solver::dense : linear_solver::gmres;
  char const* const names[] = {"", "dense solve", "cg", "gmres", "bicgstab"};
  linear::Problem<S> p{a,
                       linear::Vector<S>(b.data(), b.data() + n),
                       names[static_cast<int>(method)],
                       0,
                       options.max_iterations > 0 ? options.max_iterations : std::max<int64_t>(100, 10 * n),
                       options.restart};
  double const length = linear::norm(p.b);
  p.tolerance = length * (options.tolerance > 0 ? options.tolerance : sizeof(S) == 4 ? 1e-6 : 1e-12);
  if (length == 0) return fm::zeros<S>(b.shape());
  switch (method) {
    case linear_solver::cg:
      return linear::as_tensor(linear::conjugate_gradients(p));
    case linear_solver::gmres:
      return linear::as_tensor(linear::generalized_minimal_residual(p));
    case linear_solver::bicgstab:
      return linear::as_tensor(linear::stabilized_biconjugate_gradients(p));
    default:
      return linear::as_tensor(linear::eliminate(p));
  }
}

}  // namespace fm::transforms
