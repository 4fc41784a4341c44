// examples/pinn.cpp: Burgers' equation solved by a network that is trained on the equation's residual
// SPDX-License-Identifier: MIT
// TEST-ARGS: --iterations 32 --output pinn_test
//
//   u_t + u u_x = nu u_xx  on -1 < x < 1, 0 < t < 1,   u(x, 0) = -sin(pi x),   u(-1, t) = u(1, t) = 0
// The network N(x, t) enters as u = -sin(pi x) + t (1 - x^2) N, so start and boundary are exact and the residual is
// all there is to train. u_x and u_xx come from nested jvp, one direction for all points at once, because each row
// depends on its own x only; the residual's derivatives by the parameters are taken by jvp and vjp on top of that,
// in a Gauss-Newton method that never forms the Jacobian. The result is compared with the exact solution of Cole and
// Hopf.
#include <fmod/fmod.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <numbers>
#include <string>

using namespace fm::literals;
using std::numbers::pi;

namespace {

struct Options {
  int iterations = 60, points = 600;
  double viscosity = 0.05, tolerance = 0.01;
  std::string output = "pinn";
};
constexpr char const* help = R"(usage: pinn [options]
Burgers' equation by a physics-informed network, compared with the exact solution.
  --iterations N   steps of the Gauss-Newton method                  (60)
  --points N       collocation points                                (600)
  --viscosity V    nu                                                (0.05)
  --tolerance E    largest relative error that counts as solved      (0.01)
  --output NAME    writes NAME.csv, and NAME.svg with gnuplot        (pinn)
  --help           this text
)";
using Column = fm::Tensor<double>;  // (N, 1)

auto const network = fm::nn::sequential("fc1"_n = fm::nn::Linear{2, 16}, fm::tanh, "fc2"_n = fm::nn::Linear{16, 16},
                                        fm::tanh, "fc3"_n = fm::nn::Linear{16, 1});

auto const solution = [](auto const& params, auto const& x, auto const& t) {
  return -fm::sin(pi * x) + t * (1 - x * x) * fm::functional_call(network, params, fm::concat(1, x, t));
};
/// u_t + u u_x - nu u_xx at each point.
auto const residual = [](auto const& params, Column const& x, Column const& t, double nu) {
  auto const ones = fm::ones_like(x);
  auto const u_of_x = [](auto const& x, auto const& p, auto const& t) { return solution(p, x, t); };
  auto const u_of_t = [](auto const& t, auto const& p, auto const& x) { return solution(p, x, t); };
  auto const slope = [&](auto const& x, auto const& p, auto const& t) { return fm::jvp(u_of_x, x, ones, p, t).second; };
  auto const [u, u_t] = fm::jvp(u_of_t, t, ones, params, x);
  auto const [u_x, u_xx] = fm::jvp(slope, x, ones, params, t);
  return u_t + u * u_x - nu * u_xx;
};

/// The solution of Cole and Hopf: a quotient of two integrals against a Gaussian, by the trapezoidal rule.
double exact(double x, double t, double nu) {
  if (t == 0) return -std::sin(pi * x);
  double const width = std::sqrt(4 * nu * t);
  double above = 0, below = 0;
  for (int i = -400; i <= 400; ++i) {
    double const z = i * 0.015, y = x - z * width, weight = std::exp(-z * z - (std::cos(pi * y) - 1) / (2 * pi * nu));
    above += std::sin(pi * y) * weight;
    below += weight;
  }
  return -above / below;
}

}  // namespace

int main(int argc, char** argv) try {
  Options o;
  for (int i = 1; i < argc; ++i) {
    std::string const option = argv[i];
    if (option == "--help") return std::cout << help, 0;
    if (i + 1 == argc) return std::cerr << "pinn: " << option << " is not an option, or has no value (try --help)\n", 2;
    std::string const value = argv[++i];
    if (option == "--iterations")
      o.iterations = std::atoi(value.c_str());
    else if (option == "--points")
      o.points = std::atoi(value.c_str());
    else if (option == "--viscosity")
      o.viscosity = std::atof(value.c_str());
    else if (option == "--tolerance")
      o.tolerance = std::atof(value.c_str());
    else if (option == "--output")
      o.output = value;
    else
      return std::cerr << "pinn: unknown option " << option << " (try --help)\n", 2;
  }

  auto params = fm::init<double>(network, fm::random::key(0));
  auto const keys = fm::random::split(fm::random::key(1), 2);
  auto const x = fm::random::uniform<double>(keys[0], {o.points, 1}, -1.0, 1.0),
             t = fm::random::uniform<double>(keys[1], {o.points, 1});
  auto const r = [&](auto const& p) { return residual(p, x, t, o.viscosity); };
  auto const cost = [&](auto const& p) { return fm::mean(fm::square(r(p))).item(); };

  // Levenberg and Marquardt: (J'J + damping) step = J'r by conjugate gradients, with J v by a pushforward and J'w by
  // a pullback.
  double damping = 1e-2, now = cost(params);
  for (int i = 0; i < o.iterations; ++i) {
    auto const [value, pushforward] = fm::linearize(r, params);
    auto const pullback = pushforward.adjoint();
    auto const [flat, unravel] = fm::tree::ravel(params);
    auto const gradient = fm::tree::ravel(pullback(value)).first;
    auto const normal = [&, &push = pushforward, &tree = unravel](auto const& v) {
      return fm::tree::ravel(pullback(push(tree(v)))).first + damping * v;
    };
    fm::solve_with_function const solve{{.method = fm::linear_solver::cg, .tolerance = 1e-3, .max_iterations = 2000}};
    for (int attempt = 0; attempt < 8; ++attempt) {
      auto const next = unravel(flat - solve(normal, gradient));
      double const reached = cost(next);
      if (reached < now) {
        params = next;
        now = reached;
        damping /= 4;
        break;
      }
      damping *= 4;
    }
    if (i % 4 == 3 || i + 1 == o.iterations)
      std::printf("iteration %3d   mean squared residual %.3e   damping %.0e\n", i + 1, now, damping);
  }

  // On a grid, against the exact solution.
  constexpr int64_t across = 101;
  std::ofstream csv(o.output + ".csv");
  csv << "t,x,network,exact\n";
  double difference = 0, size = 0;
  for (double time : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    auto const grid = fm::reshape(fm::linspace<double>(-1.0, 1.0, across), {across, 1});
    auto const u = solution(params, grid, fm::full(grid.shape(), time));
    for (int64_t i = 0; i < across; ++i) {
      double const found = u(i, 0), wanted = exact(grid(i, 0), time, o.viscosity);
      csv << time << "," << grid(i, 0) << "," << found << "," << wanted << "\n";
      difference += (found - wanted) * (found - wanted);
      size += wanted * wanted;
    }
    csv << "\n\n";
  }
  if (!csv.flush()) return std::cerr << "pinn: cannot write " << o.output << ".csv\n", 1;
  double const error = std::sqrt(difference / size);
  std::printf("relative error against the solution of Cole and Hopf: %.2e\nwrote %s.csv", error, o.output.c_str());
  if (std::system("command -v gnuplot > /dev/null 2>&1") == 0) {
    std::string const script = "set terminal svg size 720,480 background 'white'; set output '" + o.output +
                               ".svg'; set datafile separator ','; set xlabel 'x'; set ylabel 'u'; set grid; set title "
                               "'Burgers equation at t = 0, 0.25, ..., 1'; "
                               "plot for [k=0:4] '" +
                               o.output +
                               ".csv' every :::k::k skip 1 using 2:4 with lines lc k+1 lw 2 notitle, for [k=0:4] '" +
                               o.output + ".csv' every 3:::k::k skip 1 using 2:3 with points lc k+1 pt 6 notitle";
    if (std::system(("gnuplot -e \"" + script + "\" > /dev/null 2>&1").c_str()) == 0)
      std::printf(" and %s.svg", o.output.c_str());
  }
  bool const good = error < o.tolerance;
  std::puts(good ? "" : "\nFAILED: the error is too large");
  return good ? 0 : 1;
} catch (std::exception const& e) {
  std::cerr << "pinn: " << e.what() << "\n";
  return 1;
}
