// tests/cases/formulas_many.cpp: functions of a tensor: gradients and Hessians
// SPDX-License-Identifier: MIT
#include "cases/formulas.hpp"

#include <cmath>

#include "cases/hold.hpp"

namespace cases {

namespace {

struct of_many {
  many which;
  template <class X> X operator()(X const& x) const {
    switch (which) {
      using enum many;
      case determinant_3: {
        auto const a = [&](int i, int j) { return fm::index(x, 3 * i + j); };
        return a(0, 0) * (a(1, 1) * a(2, 2) - a(1, 2) * a(2, 1)) - a(0, 1) * (a(1, 0) * a(2, 2) - a(1, 2) * a(2, 0)) +
               a(0, 2) * (a(1, 0) * a(2, 1) - a(1, 1) * a(2, 0));
      }
      case determinant_2:
        return fm::index(x, 0) * fm::index(x, 3) - fm::index(x, 1) * fm::index(x, 2);
      case layer_norm: {
        // x is (t): of the row (t, 0).
        auto const row = fm::pad(x, 0, 0, 1);
        auto const normal = (row - fm::mean(row)) * fm::rsqrt(fm::var(row) + 0.25);
        return fm::sum(normal * fm::tensor<double>({1, 2}));
      }
      case cross_entropy_2:
        return -fm::index(fm::log_softmax(x), 0);
      case cross_entropy_3:
        return -fm::index(fm::log_softmax(x), 2);
      case product_of_squares:
        return fm::prod(fm::tensor<double>({2, 0}) * fm::square(x));
      case product:
        return fm::prod(x);
      case bump:
        return fm::exp(0.5 * fm::squared_norm(x));
      case squares:
        return fm::sum(x * x);
      case kernel:
        return fm::exp(-fm::squared_norm(fm::slice(x, 0, 0, 2) - fm::slice(x, 0, 2, 4)));
      case kernel_by_norm:
        return fm::exp(-fm::square(fm::norm(fm::slice(x, 0, 0, 2) - fm::slice(x, 0, 2, 4))));
      case cumulative:
        return fm::sum(fm::square(fm::cumprod(x)));
      case logsumexp:
        return fm::logsumexp(x);
      case masked_logsumexp:
        return fm::logsumexp(
            fm::where(fm::less(fm::arange<double>(0, static_cast<double>(x.size())), 1.0), x, -INFINITY));
      case nested_logaddexp: {
        auto const inner = fm::logsumexp(fm::slice(x, 0, 0, 2), {}, fm::keepdims);
        return fm::logsumexp(fm::concat(0, inner, fm::slice(x, 0, 2, 3)));
      }
      case norm:
        return fm::norm(x);
      case variance:
        return fm::var(x);
      case deviation:
        return fm::stddev(x);
      case variance_unbiased:
        return fm::var(x, {}, 1);
      case weighted_softmax:
        return fm::sum(fm::softmax(x) * fm::arange<double>(1, 1.0 + static_cast<double>(x.size())));
      case masked_rows: {
        auto const r = fm::norm(fm::reshape(x, {3, 2}), -1);
        return fm::sum(fm::where(fm::greater(r, 0.5), r, 1.0));
      }
      case early_exit: {
        X z = fm::index(x, 0);
        for (int i = 1; i < 3; ++i) {
          if (z == 0.0) return z;
          z *= fm::index(x, i);
        }
        return z;
      }
      case squared_norm:
        return fm::squared_norm(x);
      case atan2_of_vectors: {
        // The angle between (x0, x1) and (x2, x3).
        auto const a = [&](int i) { return fm::index(x, i); };
        return fm::atan2(fm::abs(a(0) * a(3) - a(1) * a(2)), a(0) * a(2) + a(1) * a(3));
      }
      case first_power:
        return fm::sum(fm::pow(fm::tensor<double>({0, 2}), x));
    }
    return x;
  }
};

}  // namespace

void expect(many f, fm::Tensor<double> const& x, double value, std::vector<double> const& gradient,
            Matrix const& hessian, double tolerance) {
  std::string const name = "f" + std::to_string(static_cast<int>(f)) + " of " + fm::to_string(x.shape());
  using Point = std::array<fm::Tensor<double>, 1>;
  auto const unit = [&](std::size_t i) {
    std::vector<double> e(static_cast<std::size_t>(x.size()), 0);
    e[i] = 1;
    return Point{fm::from_span<double>(x.shape(), e)};
  };
  for (std::size_t i = 0; i < gradient.size(); ++i)
    for (std::size_t j = 0; j < (hessian.empty() ? 1 : gradient.size()); ++j) {
      check::Report const r = at(of_many{f}, Point{x}, unit(i), unit(j), unit(i));
      std::string const place = "[" + std::to_string(i) + "]";
      if (i == 0 && j == 0) hold(name, r.value[0], value, tolerance);
      if (j == 0) {
        hold(name + ", jvp" + place, r.jvp[0], gradient[i], tolerance);
        hold(name + ", vjp" + place, r.vjp[0][i], gradient[i], tolerance);
        hold(name + ", grad" + place, r.grad, gradient[i], tolerance);
        hold(name + ", linearize" + place, r.pushed[0], gradient[i], tolerance);
      }
      if (!hessian.empty())
        hold_second(name + ", Hessian" + place + "[" + std::to_string(j) + "]", r, hessian[i][j], tolerance);
    }
}

}  // namespace cases
