// gradbench.cpp: objectives and gradients of the GradBench suite; double. On tensors where that is natural: gmm, lstm,
// SPDX-License-Identifier: MIT
// llsq, lse; on numbers: det, ba. bench/peers/gradbench_numbers.cpp has the first four on numbers, too.
#include "support/gradbench.hpp"
#include "../tests/gradbench/ba.hpp"
#include "../tests/gradbench/det.hpp"
#include "../tests/gradbench/gmm.hpp"
#include "../tests/gradbench/llsq.hpp"
#include "../tests/gradbench/lstm.hpp"

using namespace gradbench;

namespace {

// f(p, constants...): the objective, and the gradient by p.
template <class F, class P, class... C>
void add(bench::Program& program, std::string const& name, F const& f, P const& p, C const&... constants) {
  program.add(name + ", objective", bench::twice, [=] { return [=] { return f(p, constants...); }; });
  program.add(name + ", gradient", bench::twice,
              [=] { return [=] { return fm::value_and_grad(f)(p, constants...); }; });
}

auto const fit = [](auto const& x, auto const& powers, auto const& signs) {
  return 0.5 * fm::squared_norm(signs - fm::matmul(powers, x));
};
auto const lse_of = [](auto const& x) { return fm::logsumexp(x); };

// 1000 observations of bundle adjustment, all errors, and 15 derivatives of each.
struct Observations {
  std::vector<ba::Camera<double>> camera;
  std::vector<ba::Vector3<double>> point;
  std::vector<double> w;
  std::array<double, 2> feature;
};
Numbers errors(Observations const& o) {
  Numbers all(2 * o.w.size());
  for (std::size_t i = 0; i < o.w.size(); ++i) {
    auto const e = ba::Reprojection{}(o.camera[i], o.point[i], o.w[i], o.feature);
    all[2 * i] = e[0];
    all[2 * i + 1] = e[1];
  }
  return all;
}
Numbers jacobian(Observations const& o) {
  Numbers all(30 * o.w.size());
  auto place = all.begin();
  for (std::size_t i = 0; i < o.w.size(); ++i) {
    auto const pullback = fm::vjp(ba::Reprojection{}, fm::args(o.camera[i], o.point[i], o.w[i]), o.feature).second;
    for (auto const& unit : {std::array{1.0, 0.0}, std::array{0.0, 1.0}}) {
      auto const [camera, point, w] = pullback(unit);
      place = std::copy(camera.begin(), camera.end(), place);
      place = std::copy(point.begin(), point.end(), place);
      *place++ = w;
    }
  }
  return all;
}

}  // namespace

int main() {
  bench::Program p;
  auto const gmm_input = bench::input("gmm/gmm_d10_k5_n1000"), lstm_input = bench::input("lstm/lstm_l2_c1024");
  auto const llsq_input = bench::input("llsq/llsq_n1024_m128"), lse_input = bench::input("lse/lse_2500");
  auto const det_input = bench::input("det/det_8"), ba_input = bench::input("ba/ba_test");

  add(p, "gmm d10 k5 n1000", gmm::Tensors{gmm::prior_of(gmm_input)}, gmm::tensor_parameters(gmm_input),
      tensor(gmm_input["x"].get<Rows>()));
  add(p, "lstm l2 c1024", lstm::Tensors{}, lstm::tensor_parameters(lstm_input), tensor(lstm_input["state"].get<Rows>()),
      tensor(lstm_input["sequence"].get<Rows>()));
  Numbers signs;
  Rows powers;
  for (std::size_t i = 0; i < 1024; ++i) {
    double const t = llsq::point(i, 1024);
    signs.push_back(llsq::sign(t));
    powers.emplace_back(128, 1.0);
    for (std::size_t j = 1; j < 128; ++j) powers[i][j] = powers[i][j - 1] * t;
  }
  add(p, "llsq n1024 m128", fit, tensor(llsq_input["x"].get<Numbers>()), tensor(powers), tensor(signs));
  add(p, "lse 2500", lse_of, tensor(lse_input["x"].get<Numbers>()));
  add(p, "det 8", det::Determinant{}, det_input["A"].get<Numbers>(), det_input["ell"].get<std::size_t>());
  Observations o;
  o.feature = ba_input["feat"].get<std::array<double, 2>>();
  auto const camera = ba_input["cam"].get<ba::Camera<double>>();
  auto const point = ba_input["x"].get<ba::Vector3<double>>();
  for (std::size_t i = 0; i < 1000; ++i) {
    double const factor = 1 + 0.01 * bench::hash01(i, 1);
    o.camera.push_back(camera);
    for (double& c : o.camera.back()) c *= factor;
    o.point.push_back({point[0] / factor, point[1] * factor, point[2]});
    o.w.push_back(bench::hash01(i, 2));
  }
  p.add("ba 1000 observations, objective", bench::twice, [o] { return [o] { return errors(o); }; });
  p.add("ba 1000 observations, gradient", bench::twice, [o] { return [o] { return jacobian(o); }; });
  return p.serve();
}
