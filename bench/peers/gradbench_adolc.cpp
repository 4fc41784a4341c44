// gradbench_adolc.cpp: det, llsq and lse of bench/gradbench.cpp by ADOL-C: taped once, then replayed
// SPDX-License-Identifier: MIT
#include <adolc/adolc.h>

#include "../../tests/gradbench/det.hpp"
#include "../../tests/gradbench/llsq.hpp"
#include "../support/gradbench.hpp"

using namespace gradbench;

namespace {

adouble lse_of(std::vector<adouble> const& x) {
  double most = x[0].value();
  for (auto const& v : x) most = std::max(most, v.value());
  adouble sum = 0;
  for (auto const& v : x) sum += exp(v - most);
  return log(sum) + most;
}

/// f(adoubles) is recorded under a number of its own; f(doubles) is the objective.
template <class F>
void add(bench::Program& program, short tag, std::string const& name, Numbers const& at, F const& f) {
  program.add(name, 0, [=] {
    trace_on(tag);
    std::vector<adouble> x(at.size());
    double out = 0;
    for (std::size_t i = 0; i < at.size(); ++i) x[i] <<= at[i];
    adouble y = f(x);
    y >>= out;
    trace_off();
    return [=, x = at] {
      auto const n = static_cast<int>(x.size());
      double value = 0;
      Numbers g(x.size());
      double* const from = const_cast<double*>(x.data());  // not written to
      function(tag, 1, n, from, &value);
      gradient(tag, n, from, g.data());
      return std::pair(value, g);
    };
  });
}

}  // namespace

int main() {
  bench::Program p;
  auto const llsq_input = bench::input("llsq/llsq_n1024_m128"), lse_input = bench::input("lse/lse_2500");
  auto const det_input = bench::input("det/det_8");
  add(p, 1, "llsq n1024 m128, gradient", llsq_input["x"].get<Numbers>(),
      [](auto const& x) { return llsq::Scalars{}(x, 1024); });
  add(p, 2, "lse 2500, gradient", lse_input["x"].get<Numbers>(), lse_of);
  add(p, 3, "det 8, gradient", det_input["A"].get<Numbers>(), [](auto const& a) { return det::Determinant{}(a, 8); });
  return p.serve();
}
