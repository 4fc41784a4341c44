// gradbench_sacado.cpp: det, llsq and lse of bench/gradbench.cpp by Sacado's reverse mode
// SPDX-License-Identifier: MIT
#include <Sacado.hpp>

#include "../../tests/gradbench/det.hpp"
#include "../../tests/gradbench/llsq.hpp"
#include "../support/gradbench.hpp"

using namespace gradbench;

namespace {

using Reverse = Sacado::Rad::ADvar<double>;

Reverse lse_of(std::vector<Reverse> const& x) {
  double most = x[0].val();
  for (auto const& v : x) most = std::max(most, v.val());
  Reverse sum(0.0);
  for (auto const& v : x) sum += exp(v - most);
  return log(sum) + most;
}

template <class F> void add(bench::Program& program, std::string const& name, Numbers const& at, F const& f) {
  program.add(name, 0, [=] {
    return [=] {
      std::vector<Reverse> x(at.begin(), at.end());
      Reverse const y = f(x);
      Sacado::Rad::ADcontext<double>::Gradcomp();
      Numbers g;
      for (auto const& v : x) g.push_back(v.adj());
      return std::pair(y.val(), g);
    };
  });
}

}  // namespace

int main() {
  bench::Program p;
  auto const llsq_input = bench::input("llsq/llsq_n1024_m128"), lse_input = bench::input("lse/lse_2500");
  auto const det_input = bench::input("det/det_8");
  add(p, "llsq n1024 m128, gradient", llsq_input["x"].get<Numbers>(),
      [](auto const& x) { return llsq::Scalars{}(x, 1024); });
  add(p, "lse 2500, gradient", lse_input["x"].get<Numbers>(), lse_of);
  add(p, "det 8, gradient", det_input["A"].get<Numbers>(), [](auto const& a) { return det::Determinant{}(a, 8); });
  return p.serve();
}
