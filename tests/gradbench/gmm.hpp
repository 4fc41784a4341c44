// gmm.hpp: GradBench's Gaussian mixture model: log-likelihood with a Wishart prior, on tensors and on numbers
// SPDX-License-Identifier: MIT
//
// n: points, d: dimensions, k: components. Parameters: alpha (k), mu (k, d), q (k, d), l (k, d(d-1)/2).
//   F = -n (d/2 log 2pi + lse(alpha)) + sum_i lse_k(alpha_k + sum q_k - |Q_k (x_i - mu_k)|^2 / 2)
//       + k (n_w d log(gamma / sqrt 2) - logGamma_d(n_w / 2)) - gamma^2/2 sum_k |Q_k|^2 + m sum q,    n_w = d + m + 1
// Q_k is lower triangular: exp(q_k) on the diagonal, l_k strictly below it, column by column.
#pragma once
#include "read.hpp"

#include <numbers>

namespace gradbench::gmm {
using namespace fm::literals;

struct Prior {
  double gamma;
  int m;
};
/// What does not depend on the parameters.
inline double constant_part(double n, double d, double k, Prior prior) {
  double const n_w = d + prior.m + 1, pi = std::numbers::pi;
  double log_gamma = 0.25 * d * (d - 1) * std::log(pi);
  for (double j = 1; j <= d; ++j) log_gamma += std::lgamma(0.5 * n_w + 0.5 * (1 - j));
  return -n * 0.5 * d * std::log(2 * pi) + k * (n_w * d * std::log(prior.gamma / std::numbers::sqrt2) - log_gamma);
}

// ---- tensors
/// p: dict of alpha, mu, q, l; x (n, d).
struct Tensors {
  Prior prior;
  template <class P, class X> auto operator()(P const& p, X const& x) const {
    auto const& [alpha, mu, q, l] = std::tie(p["alpha"_n], p["mu"_n], p["q"_n], p["l"_n]);
    fm::int64_t const n = x.shape()[0], d = x.shape()[1], k = mu.shape()[0];
    auto const sum_q = fm::sum(q, -1);
    auto const triangle =
        fm::scatter_add(fm::exp(q), on_diagonal(d), d * d, -1) + fm::scatter_add(l, below_diagonal(d), d * d, -1);
    auto const centered = x - fm::expand_dims(mu, 1);  // (k, n, d)
    auto const whitened =
        fm::matmul(centered, fm::reshape(triangle, {k, d, d}), false, true);  // rows are Q_k (x_i - mu_k)
    auto const exponents = fm::expand_dims(alpha + sum_q, 1) - 0.5 * fm::squared_norm(whitened, -1);  // (k, n)
    auto const likelihood = fm::sum(fm::logsumexp(exponents, 0)) - static_cast<double>(n) * fm::logsumexp(alpha);
    return likelihood - 0.5 * prior.gamma * prior.gamma * fm::squared_norm(triangle) +
           double(prior.m) * fm::sum(sum_q) + constant_part(double(n), double(d), double(k), prior);
  }

 private:
  static fm::Tensor<fm::int64_t> on_diagonal(fm::int64_t d) { return fm::arange<fm::int64_t>(0, d * d, d + 1); }
  static fm::Tensor<fm::int64_t> below_diagonal(fm::int64_t d) {
    std::vector<fm::int64_t> places;
    for (fm::int64_t column = 0; column < d; ++column)
      for (fm::int64_t row = column + 1; row < d; ++row) places.push_back(row * d + column);
    return fm::from_vector(places);
  }
};

// ---- numbers
template <class T> T logsumexp(std::vector<T> const& x) {
  using std::exp, std::log;
  double most = fm::value_of(x[0]);
  for (T const& v : x) most = std::max(most, fm::value_of(v));
  T sum(0);
  for (T const& v : x) sum += exp(v - most);
  return log(sum) + most;
}
/// p: dict of vectors and vectors of vectors; x: the points.
struct Scalars {
  Prior prior;
  template <class P> auto operator()(P const& p, Rows const& x) const {
    using std::exp;
    auto const& alpha = p["alpha"_n];
    auto const& mu = p["mu"_n];
    auto const& q = p["q"_n];
    auto const& l = p["l"_n];
    using T = typename std::remove_cvref_t<decltype(alpha)>::value_type;
    std::size_t const n = x.size(), d = x[0].size(), k = alpha.size();
    std::vector<std::vector<T>> diagonal(k);
    std::vector<T> sum_q(k);
    T penalty(0), total_q(0);
    for (std::size_t c = 0; c < k; ++c) {
      for (T const& v : q[c]) {
        diagonal[c].push_back(exp(v));
        sum_q[c] += v;
        penalty += diagonal[c].back() * diagonal[c].back();
      }
      for (T const& v : l[c]) penalty += v * v;
      total_q += sum_q[c];
    }
    T likelihood(0);
    std::vector<T> exponents(k), centered(d), whitened(d);
    for (auto const& point : x) {
      for (std::size_t c = 0; c < k; ++c) {
        for (std::size_t i = 0; i < d; ++i) {
          centered[i] = point[i] - mu[c][i];
          whitened[i] = diagonal[c][i] * centered[i];
        }
        std::size_t place = 0;
        for (std::size_t j = 0; j < d; ++j)
          for (std::size_t i = j + 1; i < d; ++i) whitened[i] += l[c][place++] * centered[j];
        T squares(0);
        for (T const& v : whitened) squares += v * v;
        exponents[c] = alpha[c] + sum_q[c] - 0.5 * squares;
      }
      likelihood += gmm::logsumexp(exponents);
    }
    return T(likelihood - double(n) * gmm::logsumexp(alpha) - 0.5 * prior.gamma * prior.gamma * penalty +
             double(prior.m) * total_q + constant_part(double(n), double(d), double(k), prior));
  }
};

inline Prior prior_of(Json const& input) { return {input["gamma"].get<double>(), input["m"].get<int>()}; }
inline auto scalar_parameters(Json const& input) {
  return fm::dict("alpha"_n = input["alpha"].get<Numbers>(), "mu"_n = input["mu"].get<Rows>(),
                  "q"_n = input["q"].get<Rows>(), "l"_n = input["l"].get<Rows>());
}
inline auto tensor_parameters(Json const& input) {
  return fm::dict("alpha"_n = tensor(input["alpha"].get<Numbers>()), "mu"_n = tensor(input["mu"].get<Rows>()),
                  "q"_n = tensor(input["q"].get<Rows>()), "l"_n = tensor(input["l"].get<Rows>()));
}

}  // namespace gradbench::gmm
