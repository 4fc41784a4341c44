// gradbench_numbers.cpp: four problems of bench/gradbench.cpp by fmod on numbers instead of tensors
// SPDX-License-Identifier: MIT
#include "../../tests/gradbench/gmm.hpp"
#include "../../tests/gradbench/llsq.hpp"
#include "../../tests/gradbench/lse.hpp"
#include "../../tests/gradbench/lstm.hpp"
#include "../support/gradbench.hpp"

using namespace gradbench;

namespace {

/// A value and a gradient, whose named parts count as one array each in the comparison.
template <class P> struct Result { std::pair<double, P> parts; };
template <class P> void digest(bench::Digest& d, Result<P> const& r) {
  using namespace fm::literals;
  auto const& g = r.parts.second;
  bench::digest(d, r.parts.first);
  auto const add = [&d](auto const&... part) { (bench::digest(d, flat(part)), ...); };
  if constexpr (std::is_same_v<P, Numbers>)
    add(g);
  else if constexpr (requires { g["alpha"_n]; })
    add(g["alpha"_n], g["mu"_n], g["q"_n], g["l"_n]);
  else
    add(g["main"_n], g["extra"_n]);
}

template <class F, class P, class... C>
void add(bench::Program& program, std::string const& name, F const& f, P const& p, C const&... constants) {
  program.add(name + ", objective", bench::twice, [=] { return [=] { return f(p, constants...); }; });
  program.add(name + ", gradient", bench::twice,
              [=] { return [=] { return Result<P>{fm::value_and_grad(f)(p, constants...)}; }; });
}

}  // namespace

int main() {
  bench::Program p;
  auto const gmm_input = bench::input("gmm/gmm_d10_k5_n1000"), lstm_input = bench::input("lstm/lstm_l2_c1024");
  auto const llsq_input = bench::input("llsq/llsq_n1024_m128"), lse_input = bench::input("lse/lse_2500");
  add(p, "gmm d10 k5 n1000", gmm::Scalars{gmm::prior_of(gmm_input)}, gmm::scalar_parameters(gmm_input),
      gmm_input["x"].get<Rows>());
  add(p, "lstm l2 c1024", lstm::Scalars{}, lstm::scalar_parameters(lstm_input), lstm_input["state"].get<Rows>(),
      lstm_input["sequence"].get<Rows>());
  add(p, "llsq n1024 m128", llsq::Scalars{}, llsq_input["x"].get<Numbers>(), llsq_input["n"].get<std::size_t>());
  add(p, "lse 2500", lse::Scalars{}, lse_input["x"].get<Numbers>());
  return p.serve();
}
