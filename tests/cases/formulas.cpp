// tests/cases/formulas.cpp: the functions of formulas.hpp, and how their derivatives are held against the known ones
// SPDX-License-Identifier: MIT
#include "cases/formulas.hpp"

#include <cmath>

#include "support/catch.hpp"
#include "support/check_op.hpp"

namespace cases {

namespace {

struct of_one {
  one which;
  template <class X> X operator()(X const& x) const {
    switch (which) {
      using enum one;
      case determinant: return (x + 2.0) * (2.0 * x + 3.0) - 1.0;
      case layer_norm: {
        X const mean = x / 2.0, a = x - mean, b = -mean, r = fm::rsqrt((a * a + b * b) / 2.0 + 0.25);
        return a * r + 2.0 * b * r;
      }
      case householder: return 1.0 - 2.0 / (1.0 + x * x) * (1.0 + x);
      case log_normal_cdf: return fm::log(0.5 * fm::erfc(x * -std::sqrt(0.5)));
      case gelu: return fm::gelu(x);
      case log1p: return fm::log1p(x);
      case expm1: return fm::expm1(x);
      case erfc: return fm::erfc(x);
      case digamma: return fm::digamma(x);
      case trigamma: return fm::polygamma(1, x);
      case sinc_shifted: return fm::sinc(2.0 * x - 1.0);
      case sinc: return fm::sinc(x);
      case sigmoid: return fm::sigmoid(x);
      case tanh: return fm::tanh(x);
      case asinh_tan: return fm::asinh(fm::tan(x));
      case atan2_by_2: return fm::atan2(x, 2.0);
      case powers: return x + fm::pow(x, 2) + fm::pow(x, 3) + fm::pow(x, 4);
      case exp2_by_pow: return fm::pow(2.0, x);
      case hypot_by_3: return fm::hypot(x, -3.0);
      case power_5: return fm::pow(x, X(5.0));
      case power_2: return fm::pow(x, 2);
      case power_0: return fm::pow(x, 0);
      case cosh: return fm::cosh(x);
      case adam_rooted: return x / (fm::sqrt(x * x + 1e-8) + 1e-8);
      case adam: return x / (fm::sqrt(x * x) + 1e-8);
      case doubling: {
        X y = fm::ones_like(x);
        while (y < 10.0) y *= x;
        return y;
      }
      case before_loop: {
        X const a = x * x;
        X s = fm::zeros_like(x);
        for (int i = 0; i < 4; ++i) s += i * x;
        return a * s;
      }
      case abs_parabola: return fm::abs(x * x - 4.0);
      case equal_branch:
        if (x == 1.0) return fm::ones_like(x);
        return x * x;
      case accumulated: {
        X r = 11.0 * x;
        for (int i = 0; i < 3; ++i) {
          r += x * i;
          continue;
        }
        return r;
      }
      case scaled_slots: {
        std::array<X, 5> a{x, x, x, x, x};
        X r = fm::zeros_like(x);
        for (X& v : a) r += (v *= 5.0);
        return r / 5.0;
      }
      case outer_factors: {
        double const c[] = {1, 2, 3};
        return (x + 1.0) * c[2] * (x + 1.0);
      }
      case maximum_1: return fm::fmax(x, 1.0);
      case maximum_1_left: return fm::fmax(1.0, x);
      case minimum_1: return fm::fmin(x, 1.0);
      case minimum_1_left: return fm::fmin(1.0, x);
      case clamp_01: return fm::clamp(x, 0.0, 1.0);
      case asin: return fm::asin(x);
      case acos: return fm::acos(x);
      case acosh: return fm::acosh(x);
      case atanh: return fm::atanh(x);
      case relu: return fm::relu(x);
      case abs: return fm::abs(x);
      case leaky_relu: return fm::leaky_relu(x);
      case elu: return fm::elu(x);
      case xlogx: return fm::xlogy(x, x);
      case entropy: return -fm::xlogy(x, x);
      case hardtanh: return fm::where(fm::greater(fm::abs(x), 1.0), fm::sign(x), x);
      case relu6: return fm::minimum(fm::relu(x), 6.0);
      case hardswish: return x * fm::clamp(x + 3.0, 0.0, 6.0) / 6.0;
      case softshrink: return fm::where(fm::greater(fm::abs(x), 0.5), x - 0.5 * fm::sign(x), 0.0);
      case smooth_l1: return fm::where(fm::less(fm::abs(x), 1.0), 0.5 * x * x, fm::abs(x) - 0.5);
      case times_itself: { X a = x; a = a * a; return a; }
      case minus_twice: { X a = x; a = a - 2 * a; return a; }
      case twice_minus: { X a = x; a = 2 * a - a; return a; }
      case over_itself: { X a = x; a /= a; return a; }
      case minus_itself: { X a = x; a -= a; return a; }
      case plus_itself: { X a = x; a += a; return a; }
      case power_itself: { X a = x; a = fm::pow(a, a); return a; }
      case itself: { X a = x; X& b = a; a = b; return a; }
      case moved: { X a = x; X b = std::move(a); a = std::move(b); return a; }
      case assigned_in_turn: { X a = x; a *= 3.0; a /= 2.0; a -= 1; return a; }
      case incremented: {
        X a = fm::zeros_like(x);
        for (int i = 0; i < 2; ++i) a += 1;
        a = x;
        return 1 + a + a * a + 1 / a + fm::log(a);
      }
      case cubed: return x * x * x;
      case square_by_template: {
        auto const square = [](auto t) { return t * t; };
        auto const product = [](auto a, auto b) { return a * b; };
        return product(square(x), X(1.0));
      }
      case sqrt: return fm::sqrt(x);
      case masked_sqrt: return fm::where(fm::greater_equal(x, 0.0), x, fm::sqrt(-x));
      case masked_infinite: return fm::where(fm::greater(x, 0.0), 0.0, x * INFINITY);
      case masked_root: return fm::where(fm::equal(x, 0.0), 0.0, x * fm::sqrt(x));
      case masked_exp: return fm::where(fm::less_equal(x, 10.0), fm::exp(x), 1.0);
    }
    return x;
  }
};

struct of_two {
  two which;
  template <class X> X operator()(X const& x, X const& y) const {
    switch (which) {
      using enum two;
      case rosenbrock: return fm::pow(1.0 - x, 2) + 100.0 * fm::pow(y - x * x, 2);
      case affine_power: return 0.5 * fm::pow(x, X(2.0)) + y * y - x * y - 7 * x - 7 * y;
      case power: return fm::pow(x, y);
      case atan2: return fm::atan2(x, y);
      case hypot: return fm::hypot(x, y);
      case roots: return fm::pow(x, 0.3) * fm::pow(y, 0.7);
      case sine: return fm::sin(2.0 * x + fm::exp(y));
      case cancelled: {
        X const a = 2.0 * y - x, b = 3.0 * y - 2.0 * x;
        return fm::tanh((0.4 * a + b) * fm::exp(a * b));
      }
      case minimum_of_squares: return fm::minimum(x * x, y * y);
      case atan2_signed: return y < 0.0 ? fm::atan2(-x, -y) : fm::atan2(x, y);
      case logaddexp: {
        X const m = fm::maximum(x, y);
        return m + fm::log(fm::exp(x - m) + fm::exp(y - m));
      }
      case sqrt_plus_nothing: return fm::sqrt(x) + 0.0 * y;
      case xlogy: return fm::xlogy(x, y);
      case fmod: return fm::fmod(x, y);
      case clamp_second: return x + fm::minimum(y, 1.0);
    }
    return x;
  }
};

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
      case determinant_2: return fm::index(x, 0) * fm::index(x, 3) - fm::index(x, 1) * fm::index(x, 2);
      case layer_norm: {
        // x is (t): of the row (t, 0).
        auto const row = fm::pad(x, 0, 0, 1);
        auto const normal = (row - fm::mean(row)) * fm::rsqrt(fm::var(row) + 0.25);
        return fm::sum(normal * fm::tensor<double>({1, 2}));
      }
      case cross_entropy_2: return -fm::index(fm::log_softmax(x), 0);
      case cross_entropy_3: return -fm::index(fm::log_softmax(x), 2);
      case product_of_squares: return fm::prod(fm::tensor<double>({2, 0}) * fm::square(x));
      case product: return fm::prod(x);
      case bump: return fm::exp(0.5 * fm::squared_norm(x));
      case squares: return fm::sum(x * x);
      case kernel: return fm::exp(-fm::squared_norm(fm::slice(x, 0, 0, 2) - fm::slice(x, 0, 2, 4)));
      case kernel_by_norm: return fm::exp(-fm::square(fm::norm(fm::slice(x, 0, 0, 2) - fm::slice(x, 0, 2, 4))));
      case cumulative: return fm::sum(fm::square(fm::cumprod(x)));
      case logsumexp: return fm::logsumexp(x);
      case masked_logsumexp: return fm::logsumexp(fm::where(fm::less(fm::arange<double>(0, static_cast<double>(x.size())), 1.0), x, -INFINITY));
      case nested_logaddexp: {
        auto const inner = fm::logsumexp(fm::slice(x, 0, 0, 2), {}, fm::keepdims);
        return fm::logsumexp(fm::concat(0, inner, fm::slice(x, 0, 2, 3)));
      }
      case norm: return fm::norm(x);
      case variance: return fm::var(x);
      case deviation: return fm::stddev(x);
      case variance_unbiased: return fm::var(x, {}, 1);
      case weighted_softmax: return fm::sum(fm::softmax(x) * fm::arange<double>(1, 1.0 + static_cast<double>(x.size())));
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
      case squared_norm: return fm::squared_norm(x);
      case atan2_of_vectors: {
        // The angle between (x0, x1) and (x2, x3).
        auto const a = [&](int i) { return fm::index(x, i); };
        return fm::atan2(fm::abs(a(0) * a(3) - a(1) * a(2)), a(0) * a(2) + a(1) * a(3));
      }
      case first_power: return fm::sum(fm::pow(fm::tensor<double>({0, 2}), x));
    }
    return x;
  }
};

bool agrees(double have, double want, double tolerance) {
  if (want == unknown) return true;
  if (want == 0) return have == 0;
  return check::close(have, want, tolerance);
}
void hold(std::string const& what, double have, double want, double tolerance) {
  if (agrees(have, want, tolerance)) SUCCEED();
  else check::fail(what + ": " + check::text(have) + " is not " + check::text(want));
}

template <class F, class Tree> check::Report at(F const& f, Tree const& x, Tree const& d0, Tree const& d1, Tree const& d2) {
  constexpr int depth = check::leaf_of<Tree>::numbers && std::tuple_size_v<Tree> == 1 ? 3 : 2;
  return check::differentiate<depth>(f, x, {d0, d1, d2});
}
void hold_second(std::string const& what, check::Report const& r, double want, double tolerance) {
  hold(what + " by jvp of jvp", r.jvp_jvp[0], want, tolerance);
  hold(what + " by jvp of grad", r.jvp_of_grad, want, tolerance);
  hold(what + " by grad of jvp", r.grad_of_jvp, want, tolerance);
  hold(what + " by grad of grad", r.grad_of_grad, want, tolerance);
}

}  // namespace

void expect(one f, double x, orders const& want, double tolerance) {
  std::string const name = "f" + std::to_string(static_cast<int>(f)) + "(" + check::text(x) + ")";
  std::array<double, 1> const e{1};
  check::Report const r = at(of_one{f}, std::array{x}, e, e, e);
  hold(name, r.value[0], want.value, tolerance);
  hold(name + "' by jvp", r.jvp[0], want.first, tolerance);
  hold(name + "' by vjp", r.vjp[0][0], want.first, tolerance);
  hold(name + "' by linearize", r.pushed[0], want.first, tolerance);
  hold(name + "' by grad", r.grad, want.first, tolerance);
  hold_second(name + "''", r, want.second, tolerance);
  hold(name + "''' by jvp", r.jvp_jvp_jvp[0], want.third, tolerance);
  hold(name + "''' by grad", r.grad_of_grad_of_grad, want.third, tolerance);
}

void expect(two f, double x, double y, surface const& want, double tolerance) {
  std::string const name = "f" + std::to_string(static_cast<int>(f)) + "(" + check::text(x) + ", " + check::text(y) + ")";
  using Point = std::array<double, 2>;
  Point const ex{1, 0}, ey{0, 1};
  check::Report const xx = at(of_two{f}, Point{x, y}, ex, ex, ex), xy = at(of_two{f}, Point{x, y}, ex, ey, ex), yx = at(of_two{f}, Point{x, y}, ey, ex, ey),
                      yy = at(of_two{f}, Point{x, y}, ey, ey, ey);
  hold(name, xx.value[0], want.value, tolerance);
  hold(name + ", d/dx by jvp", xx.jvp[0], want.x, tolerance);
  hold(name + ", d/dy by jvp", yy.jvp[0], want.y, tolerance);
  hold(name + ", d/dx by vjp", xx.vjp[0][0], want.x, tolerance);
  hold(name + ", d/dy by vjp", xx.vjp[1][0], want.y, tolerance);
  hold_second(name + ", dxx", xx, want.xx, tolerance);
  hold_second(name + ", dxy", xy, want.xy, tolerance);
  hold_second(name + ", dyx", yx, want.xy, tolerance);
  hold_second(name + ", dyy", yy, want.yy, tolerance);
}

void expect(many f, fm::Tensor<double> const& x, double value, std::vector<double> const& gradient, Matrix const& hessian, double tolerance) {
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
      if (!hessian.empty()) hold_second(name + ", Hessian" + place + "[" + std::to_string(j) + "]", r, hessian[i][j], tolerance);
    }
}

}  // namespace cases
