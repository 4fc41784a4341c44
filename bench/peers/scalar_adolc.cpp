// scalar_adolc.cpp: bench/scalar.cpp by ADOL-C: one tape, then a Taylor sweep of order 1 or 3
// SPDX-License-Identifier: MIT
#include <adolc/adolc.h>

#include "../support/serve.hpp"

int main() {
  trace_on(1);
  adouble x, y;
  double out = 0;
  x <<= 0.7;
  y = sin(exp(x)) / (1.0 + x * x);
  y >>= out;
  trace_off();
  static auto const taylor = [](int order, double* of_x, double* of_y) {
    double at = bench::opaque(0.7), value = 0;
    forward(1, 1, 1, order, 0, &at, &of_x, &value, &of_y);
    return value;
  };
  bench::Program p;
  p.add("1 number, value and slope", 0, [] {
    return [] {
      double of_x[] = {1}, of_y[1];
      double const value = taylor(1, of_x, of_y);
      return std::pair(value, of_y[0]);
    };
  });
  p.add("1 number, third derivative", 0, [] {
    return [] {
      double of_x[] = {1, 0, 0}, of_y[3];
      taylor(3, of_x, of_y);
      return 6 * of_y[2];
    };
  });
  return p.serve();
}
