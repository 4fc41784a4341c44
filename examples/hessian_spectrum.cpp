// examples/hessian_spectrum.cpp: the eigenvalues of a network's Hessian, by Lanczos' method on Hessian-vector products
// SPDX-License-Identifier: MIT
// TEST-ARGS: --output hessian_spectrum_test
//
// The Hessian of the loss is never formed: Lanczos' method asks for its products with vectors only, each the
// cost of two to three gradients. For this small network the whole Hessian fits, column by column, and its eigenvalues say
// whether the method is right.
#include <fmod/fmod.hpp>

#include <Eigen/Dense>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

using namespace fm::literals;

namespace {

struct Options {
  int steps = 60, train = 150;
  std::string output = "hessian_spectrum";
};
constexpr char const* help = R"(usage: hessian_spectrum [options]
Eigenvalues of the Hessian of a trained network by Lanczos' method, checked against the whole Hessian.
  --steps N        steps of Lanczos' method                      (60)
  --train N        steps of training before                      (150)
  --output NAME    writes NAME.csv: eigenvalue, Lanczos' estimate of its weight (hessian_spectrum)
  --help           this text
)";
using Vector = fm::Tensor<double>;

struct Spectrum {
  Eigen::VectorXd values, weights;  // Ritz values, and the square of the start's share in each
};
/// Lanczos' method with full orthogonalization from a random unit vector.
template <class Map> Spectrum lanczos(Map const& map, int64_t n, int steps) {
  auto const random = fm::random::normal<double>(fm::random::key(3), {n});
  std::vector<Vector> basis{random / fm::norm(random)};
  std::vector<double> diagonal, beside;
  for (int k = 0; k < steps && k < n; ++k) {
    auto w = map(basis.back());
    diagonal.push_back(fm::dot(w, basis.back()).item());
    for (int pass = 0; pass < 2; ++pass)
      for (auto const& v : basis) w = w - fm::dot(w, v) * v;
    double const length = fm::norm(w).item();
    if (length < 1e-12) break;
    beside.push_back(length);
    basis.push_back(w / length);
  }
  auto const m = static_cast<Eigen::Index>(diagonal.size());
  Eigen::MatrixXd t = Eigen::MatrixXd::Zero(m, m);
  for (Eigen::Index i = 0; i < m; ++i) {
    t(i, i) = diagonal[static_cast<std::size_t>(i)];
    if (i + 1 < m) t(i, i + 1) = t(i + 1, i) = beside[static_cast<std::size_t>(i)];
  }
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> const solver(t);
  return {solver.eigenvalues(), solver.eigenvectors().row(0).array().square()};
}

bool agree(char const* what, double found, double expected) {
  bool const good = std::fabs(found - expected) < 1e-7 * (1 + std::fabs(expected));
  std::printf("%-22s %.10f   whole Hessian %.10f%s\n", what, found, expected, good ? "" : "   FAILED");
  return good;
}

}  // namespace

int main(int argc, char** argv) try {
  Options o;
  for (int i = 1; i < argc; ++i) {
    std::string const option = argv[i];
    if (option == "--help") return std::cout << help, 0;
    if (i + 1 == argc || (option != "--steps" && option != "--train" && option != "--output"))
      return std::cerr << "hessian_spectrum: unknown option " << option << " (try --help)\n", 2;
    std::string const value = argv[++i];
    if (option == "--output")
      o.output = value;
    else
      (option == "--steps" ? o.steps : o.train) = std::atoi(value.c_str());
  }

  auto const model = fm::nn::sequential("fc1"_n = fm::nn::Linear{2, 12}, fm::tanh, "fc2"_n = fm::nn::Linear{12, 4},
                                        fm::tanh, "fc3"_n = fm::nn::Linear{4, 1});
  auto params = fm::init<double>(model, fm::random::key(0));
  auto const x = fm::random::normal<double>(fm::random::key(1), {128, 2});
  auto const y = fm::sum(fm::sin(2 * x), 1, fm::keepdims);
  auto const loss = [&](auto const& p) { return fm::nn::mse(fm::functional_call(model, p, x), y); };
  auto const optimizer = fm::optim::adam(0.02);
  auto state = optimizer.init(params);
  for (int i = 0; i < o.train; ++i) {
    auto const [updates, next] = optimizer.update(fm::grad(loss)(params), state, params);
    params = fm::optim::apply_updates(params, updates);
    state = next;
  }

  // Vectors of all parameters, for the method's arithmetic; trees, for the model.
  auto const raveled = fm::tree::ravel(params);
  int64_t const n = raveled.first.size();
  auto const product = [&](Vector const& v) { return fm::tree::ravel(fm::hvp(loss)(params, raveled.second(v))).first; };
  std::printf("%lld parameters, loss %.6f after training\n", static_cast<long long>(n), loss(params).item());
  auto const found = lanczos(product, n, o.steps);

  Eigen::MatrixXd whole(n, n);
  auto const unit = fm::eye<double>(n);
  for (int64_t j = 0; j < n; ++j) {
    auto const column = product(unit[j]);
    for (int64_t i = 0; i < n; ++i) whole(i, j) = column(i);
  }
  double const asymmetry = (whole - whole.transpose()).cwiseAbs().maxCoeff();
  Eigen::VectorXd const exact = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(whole).eigenvalues();
  Eigen::Index const last = found.values.size() - 1;
  bool good = agree("largest eigenvalue", found.values[last], exact[n - 1]);
  good &= agree("second largest", found.values[last - 1], exact[n - 2]);
  good &= agree("smallest", found.values[0], exact[0]);
  std::printf("asymmetry of the whole Hessian %.1e\n\ndensity of eigenvalues (from Lanczos' weights)\n", asymmetry);
  good &= asymmetry < 1e-10;

  for (int bin = -6; bin < 3; ++bin) {
    double share = 0;
    for (Eigen::Index i = 0; i <= last; ++i)
      if (std::clamp(static_cast<int>(std::floor(std::log10(std::fabs(found.values[i])))), -6, 2) == bin)
        share += found.weights[i];
    std::printf("size 1e%+d to 1e%+d  %5.1f%%  %s\n", bin, bin + 1, 100 * share,
                std::string(static_cast<std::size_t>(std::lround(60 * share)), '#').c_str());
  }
  std::ofstream csv(o.output + ".csv");
  csv << "eigenvalue,weight\n";
  for (Eigen::Index i = 0; i <= last; ++i) csv << found.values[i] << "," << found.weights[i] << "\n";
  if (!csv.flush()) return std::cerr << "hessian_spectrum: cannot write " << o.output << ".csv\n", 1;
  std::puts(good ? "all as it should be" : "FAILED");
  return good ? 0 : 1;
} catch (std::exception const& e) {
  std::cerr << "hessian_spectrum: " << e.what() << "\n";
  return 1;
}
