// scalar_sacado.cpp: bench/scalar.cpp by Sacado: forward duals, nested for higher orders
// SPDX-License-Identifier: MIT
#include <Sacado.hpp>

#include "../support/serve.hpp"

namespace {

template <class T> using Dual = Sacado::Fad::SFad<T, 1>;
using First = Dual<double>;
using Third = Dual<Dual<First>>;

template <class T> T f(T const& x) { return T(sin(exp(x)) / (1.0 + x * x)); }

std::pair<double, double> slope(double x) {
  First const y = f(First(1, 0, x));
  return {y.val(), y.dx(0)};
}
double third(double x) {
  First const lowest(1, 0, x);
  Third const y = f(Third(1, 0, Dual<First>(1, 0, lowest)));
  return y.dx(0).dx(0).dx(0);
}
std::vector<double> points() { return bench::numbers<double>(1000, 1, 2); }

}  // namespace

int main() {
  bench::Program p;
  p.add("1 number, value and slope", 0, [] { return [] { return slope(bench::opaque(0.7)); }; });
  p.add("1 number, third derivative", 0, [] { return [] { return third(bench::opaque(0.7)); }; });
  p.add("1000 numbers, value and slope", 0, [] {
    return [x = points()] {
      std::pair<std::vector<double>, std::vector<double>> r;
      for (double v : x) {
        auto const [value, d] = slope(v);
        r.first.push_back(value);
        r.second.push_back(d);
      }
      return r;
    };
  });
  p.add("1000 numbers, third derivative", 0, [] {
    return [x = points()] {
      std::vector<double> r;
      for (double v : x) r.push_back(third(v));
      return r;
    };
  });
  return p.serve();
}
