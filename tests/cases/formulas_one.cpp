// tests/cases/formulas_one.cpp: functions of one number, to third order
// SPDX-License-Identifier: MIT
#include "cases/formulas.hpp"

#include <cmath>

#include "cases/hold.hpp"

namespace cases {

namespace {

struct of_one {
  one which;
  template <class X> X operator()(X const& x) const {
    switch (which) {
      using enum one;
      case determinant:
        return (x + 2.0) * (2.0 * x + 3.0) - 1.0;
      case layer_norm: {
        X const mean = x / 2.0, a = x - mean, b = -mean, r = fm::rsqrt((a * a + b * b) / 2.0 + 0.25);
        return a * r + 2.0 * b * r;
      }
      case householder:
        return 1.0 - 2.0 / (1.0 + x * x) * (1.0 + x);
      case log_normal_cdf:
        return fm::log(0.5 * fm::erfc(x * -std::sqrt(0.5)));
      case gelu:
        return fm::gelu(x);
      case log1p:
        return fm::log1p(x);
      case expm1:
        return fm::expm1(x);
      case erfc:
        return fm::erfc(x);
      case digamma:
        return fm::digamma(x);
      case trigamma:
        return fm::polygamma(1, x);
      case sinc_shifted:
        return fm::sinc(2.0 * x - 1.0);
      case sinc:
        return fm::sinc(x);
      case sigmoid:
        return fm::sigmoid(x);
      case tanh:
        return fm::tanh(x);
      case asinh_tan:
        return fm::asinh(fm::tan(x));
      case atan2_by_2:
        return fm::atan2(x, 2.0);
      case powers:
        return x + fm::pow(x, 2) + fm::pow(x, 3) + fm::pow(x, 4);
      case exp2_by_pow:
        return fm::pow(2.0, x);
      case hypot_by_3:
        return fm::hypot(x, -3.0);
      case power_5:
        return fm::pow(x, X(5.0));
      case power_2:
        return fm::pow(x, 2);
      case power_0:
        return fm::pow(x, 0);
      case cosh:
        return fm::cosh(x);
      case adam_rooted:
        return x / (fm::sqrt(x * x + 1e-8) + 1e-8);
      case adam:
        return x / (fm::sqrt(x * x) + 1e-8);
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
      case abs_parabola:
        return fm::abs(x * x - 4.0);
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
      case maximum_1:
        return fm::fmax(x, 1.0);
      case maximum_1_left:
        return fm::fmax(1.0, x);
      case minimum_1:
        return fm::fmin(x, 1.0);
      case minimum_1_left:
        return fm::fmin(1.0, x);
      case clamp_01:
        return fm::clamp(x, 0.0, 1.0);
      case asin:
        return fm::asin(x);
      case acos:
        return fm::acos(x);
      case acosh:
        return fm::acosh(x);
      case atanh:
        return fm::atanh(x);
      case relu:
        return fm::relu(x);
      case abs:
        return fm::abs(x);
      case leaky_relu:
        return fm::leaky_relu(x);
      case elu:
        return fm::elu(x);
      case xlogx:
        return fm::xlogy(x, x);
      case entropy:
        return -fm::xlogy(x, x);
      case hardtanh:
        return fm::where(fm::greater(fm::abs(x), 1.0), fm::sign(x), x);
      case relu6:
        return fm::minimum(fm::relu(x), 6.0);
      case hardswish:
        return x * fm::clamp(x + 3.0, 0.0, 6.0) / 6.0;
      case softshrink:
        return fm::where(fm::greater(fm::abs(x), 0.5), x - 0.5 * fm::sign(x), 0.0);
      case smooth_l1:
        return fm::where(fm::less(fm::abs(x), 1.0), 0.5 * x * x, fm::abs(x) - 0.5);
      case times_itself: {
        X a = x;
        a = a * a;
        return a;
      }
      case minus_twice: {
        X a = x;
        a = a - 2 * a;
        return a;
      }
      case twice_minus: {
        X a = x;
        a = 2 * a - a;
        return a;
      }
      case over_itself: {
        X a = x;
        X& same = a;
        a /= same;
        return a;
      }
      case minus_itself: {
        X a = x;
        X& same = a;
        a -= same;
        return a;
      }
      case plus_itself: {
        X a = x;
        a += a;
        return a;
      }
      case power_itself: {
        X a = x;
        a = fm::pow(a, a);
        return a;
      }
      case itself: {
        X a = x;
        X& b = a;
        a = b;
        return a;
      }
      case moved: {
        X a = x;
        X b = std::move(a);
        a = std::move(b);
        return a;
      }
      case assigned_in_turn: {
        X a = x;
        a *= 3.0;
        a /= 2.0;
        a -= 1;
        return a;
      }
      case incremented: {
        X a = fm::zeros_like(x);
        for (int i = 0; i < 2; ++i) a += 1;
        a = x;
        return 1 + a + a * a + 1 / a + fm::log(a);
      }
      case cubed:
        return x * x * x;
      case square_by_template: {
        auto const square = [](auto t) { return t * t; };
        auto const product = [](auto a, auto b) { return a * b; };
        return product(square(x), X(1.0));
      }
      case sqrt:
        return fm::sqrt(x);
      case masked_sqrt:
        return fm::where(fm::greater_equal(x, 0.0), x, fm::sqrt(-x));
      case masked_infinite:
        return fm::where(fm::greater(x, 0.0), 0.0, x * INFINITY);
      case masked_root:
        return fm::where(fm::equal(x, 0.0), 0.0, x * fm::sqrt(x));
      case masked_exp:
        return fm::where(fm::less_equal(x, 10.0), fm::exp(x), 1.0);
    }
    return x;
  }
};

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

}  // namespace cases
