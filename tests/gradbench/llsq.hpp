// llsq.hpp: GradBench's linear least squares: a polynomial fitted to the sign function
// SPDX-License-Identifier: MIT
//
//   1/2 sum_i (s_i - sum_j x_j t_i^j)^2,   t_i = -1 + 2 i / (n - 1),  s_i = sign(t_i)
#pragma once
#include "read.hpp"

namespace gradbench::llsq {

inline double point(std::size_t i, std::size_t n) { return -1 + 2 * double(i) / (double(n) - 1); }
inline double sign(double t) { return t > 0 ? 1 : t < 0 ? -1 : 0; }

struct Scalars {
  template <class T> T operator()(std::vector<T> const& x, std::size_t n) const {
    T sum(0);
    for (std::size_t i = 0; i < n; ++i) {
      double const t = llsq::point(i, n);
      double power = 1;
      T residual(llsq::sign(t));
      for (T const& c : x) {
        residual -= c * power;
        power *= t;
      }
      sum += residual * residual;
    }
    return 0.5 * sum;
  }
};
struct Tensors {
  template <class X> auto operator()(X const& x, std::size_t n) const {
    auto const m = static_cast<std::size_t>(x.shape()[0]);
    Numbers powers, signs;
    for (std::size_t i = 0; i < n; ++i) {
      double const t = llsq::point(i, n);
      double power = 1;
      for (std::size_t j = 0; j < m; ++j, power *= t) powers.push_back(power);
      signs.push_back(llsq::sign(t));
    }
    return 0.5 * fm::squared_norm(fm::from_vector(signs) - fm::matmul(fm::from_span<double>({n, m}, powers), x));
  }
};

}  // namespace gradbench::llsq
