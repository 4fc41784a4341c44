// scalar.cpp: derivatives of a function of one number, and of the same function at 1000 numbers; double
// SPDX-License-Identifier: MIT
#include "support/tensors.hpp"

namespace {

auto const f = [](auto const& x) { return fm::sin(fm::exp(x)) / (1.0 + x * x); };
auto const fused = [](auto const& x) { return fm::elementwise(f, x); };

auto const third = [](auto const& g, auto const& x, auto const& dx) {
  auto const first = [&g](auto const& v, auto const& d) { return fm::jvp(g, v, d).second; };
  auto const second = [&first](auto const& v, auto const& d) { return fm::jvp(first, v, d, d).second; };
  return fm::jvp(second, x, dx, dx).second;
};

}  // namespace

int main() {
  bench::Program p;
  p.add("1 number, value and slope", bench::twice, [] { return [] { return fm::jvp(f, bench::opaque(0.7), 1.0); }; });
  p.add("1 number, third derivative", bench::twice, [] { return [] { return third(f, bench::opaque(0.7), 1.0); }; });
  p.add("1000 numbers, value and slope", bench::twice, [] {
    return [x = bench::pattern<double>({1000}, 1, 2), dx = fm::ones<double>({1000})] { return fm::jvp(fused, x, dx); };
  });
  p.add("1000 numbers, third derivative", bench::twice, [] {
    return [x = bench::pattern<double>({1000}, 1, 2), dx = fm::ones<double>({1000})] { return third(fused, x, dx); };
  });
  return p.serve();
}
