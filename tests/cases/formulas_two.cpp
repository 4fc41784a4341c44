// tests/cases/formulas_two.cpp: functions of two numbers, to second order
// SPDX-License-Identifier: MIT
#include "cases/formulas.hpp"

#include <cmath>

#include "cases/hold.hpp"

namespace cases {

namespace {

struct of_two {
  two which;
  template <class X> X operator()(X const& x, X const& y) const {
    switch (which) {
      using enum two;
      case rosenbrock:
        return fm::pow(1.0 - x, 2) + 100.0 * fm::pow(y - x * x, 2);
      case affine_power:
        return 0.5 * fm::pow(x, X(2.0)) + y * y - x * y - 7 * x - 7 * y;
      case power:
        return fm::pow(x, y);
      case atan2:
        return fm::atan2(x, y);
      case hypot:
        return fm::hypot(x, y);
      case roots:
        return fm::pow(x, 0.3) * fm::pow(y, 0.7);
      case sine:
        return fm::sin(2.0 * x + fm::exp(y));
      case cancelled: {
        X const a = 2.0 * y - x, b = 3.0 * y - 2.0 * x;
        return fm::tanh((0.4 * a + b) * fm::exp(a * b));
      }
      case minimum_of_squares:
        return fm::minimum(x * x, y * y);
      case atan2_signed:
        return y < 0.0 ? fm::atan2(-x, -y) : fm::atan2(x, y);
      case logaddexp: {
        X const m = fm::maximum(x, y);
        return m + fm::log(fm::exp(x - m) + fm::exp(y - m));
      }
      case sqrt_plus_nothing:
        return fm::sqrt(x) + 0.0 * y;
      case xlogy:
        return fm::xlogy(x, y);
      case fmod:
        return fm::fmod(x, y);
      case clamp_second:
        return x + fm::minimum(y, 1.0);
    }
    return x;
  }
};

}  // namespace

void expect(two f, double x, double y, surface const& want, double tolerance) {
  std::string const name =
      "f" + std::to_string(static_cast<int>(f)) + "(" + check::text(x) + ", " + check::text(y) + ")";
  using Point = std::array<double, 2>;
  Point const ex{1, 0}, ey{0, 1};
  check::Report const xx = at(of_two{f}, Point{x, y}, ex, ex, ex), xy = at(of_two{f}, Point{x, y}, ex, ey, ex),
                      yx = at(of_two{f}, Point{x, y}, ey, ex, ey), yy = at(of_two{f}, Point{x, y}, ey, ey, ey);
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

}  // namespace cases
