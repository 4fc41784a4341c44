// examples/optimal_control.cpp: controls of a dynamical system by gradients through its simulation, a scan over time
// SPDX-License-Identifier: MIT
// TEST-ARGS: --iterations 250 --output optimal_control_test
//
// Two problems. The first has a known answer: a cart on a rail (a linear system with quadratic costs) is brought to
// rest; the optimal controls solve a linear system whose matrix is the Hessian, applied by fm::hvp and never formed,
// and the cost must be that of Riccati's recursion. The second has none: a pendulum with a motor too weak to lift it
// at once is swung up.
#include <fmod/fmod.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <numbers>
#include <string>

namespace {

using namespace fm::literals;
using Vector = fm::Tensor<double>;

struct Options {
  int iterations = 400;
  std::string output = "optimal_control";
};
constexpr char const* help = R"(usage: optimal_control [options]
Optimal control through a scan: a cart brought to rest (checked against Riccati's recursion), and a pendulum swung up.
  --iterations N   steps of Adam for the pendulum                (400)
  --output NAME    writes NAME.csv: time, angle, velocity, torque (optimal_control)
  --help           this text
)";

// ---- the cart: state (position, velocity), x' = A x + B u
constexpr double dt = 0.05, control_cost = 0.1;
constexpr int64_t cart_steps = 60;
Vector const a = fm::tensor<double>({{1, dt}, {0, 1}}), b = fm::tensor<double>({0, dt}),
             start = fm::tensor<double>({1, 0});

/// Sum over time of |x|^2 + r u^2, and |x|^2 at the end.
auto const cart_cost = [](auto const& controls) {
  auto const [last, costs] =
      fm::scan([](auto const& x,
                  auto const& u) { return std::pair(fm::matmul(a, x) + b * u, fm::sum(x * x) + control_cost * u * u); },
               start, controls);
  return fm::sum(costs) + fm::sum(last * last);
};
double riccati_cost() {
  double p[2][2] = {{1, 0}, {0, 1}};
  for (int64_t t = 0; t < cart_steps; ++t) {
    double const pa[2][2] = {{p[0][0], p[0][0] * dt + p[0][1]}, {p[1][0], p[1][0] * dt + p[1][1]}};  // P A
    double const pb[2] = {p[0][1] * dt, p[1][1] * dt};                                               // P B
    double const s = control_cost + dt * pb[1], k[2] = {dt * pa[1][0] / s, dt * pa[1][1] / s};
    double const atpa[2][2] = {{pa[0][0], pa[0][1]}, {dt * pa[0][0] + pa[1][0], dt * pa[0][1] + pa[1][1]}};
    double const atpb[2] = {pb[0], dt * pb[0] + pb[1]};
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) p[i][j] = (i == j ? 1 : 0) + atpa[i][j] - atpb[i] * k[j];
  }
  return p[0][0];  // the state at the start is (1, 0)
}
bool check_cart() {
  // The cost is quadratic: one step of Newton's method from anywhere is exact.
  auto const zero = fm::zeros<double>({cart_steps});
  auto const hessian = [&](Vector const& v) { return fm::hvp(cart_cost)(zero, v); };
  auto const controls = -fm::cg(hessian, fm::grad(cart_cost)(zero));
  double const found = cart_cost(controls).item(), optimal = riccati_cost();
  std::printf(
      "cart      cost by conjugate gradients on Hessian products %.12f\n          cost by Riccati's recursion          "
      "     %.12f\n",
      found, optimal);
  return std::fabs(found - optimal) < 1e-9 * optimal;
}

// ---- the pendulum: state (angle from hanging, velocity), torque limited to half of what would hold it sideways
constexpr int64_t pendulum_steps = 200;
constexpr double strongest = 0.5;
auto const swing = [](auto const& state, auto const& control) {
  auto const& [angle, velocity] = state;
  auto const torque = strongest * fm::tanh(control);
  auto const next_velocity = velocity + dt * (torque - fm::sin(angle) - 0.02 * velocity);
  auto const next = std::pair(angle + dt * next_velocity, next_velocity);
  return std::pair(next, fm::dict("angle"_n = next.first, "velocity"_n = next.second, "torque"_n = torque));
};
auto const hanging = std::pair(fm::scalar(0.0), fm::scalar(0.0));
auto const pendulum_cost = [](auto const& controls) {
  auto const [last, path] = fm::scan_checkpointed(swing, hanging, controls);
  auto const lift = 1 + fm::cos(last.first);  // 0 when upright
  return 4 * lift * lift + lift + 0.5 * fm::square(last.second) + 1e-3 * fm::mean(fm::square(controls));
};

}  // namespace

int main(int argc, char** argv) try {
  Options o;
  for (int i = 1; i < argc; ++i) {
    std::string const option = argv[i];
    if (option == "--help") return std::cout << help, 0;
    if (i + 1 == argc || (option != "--iterations" && option != "--output"))
      return std::cerr << "optimal_control: unknown option " << option << " (try --help)\n", 2;
    if (option == "--iterations")
      o.iterations = std::atoi(argv[++i]);
    else
      o.output = argv[++i];
  }
  bool good = check_cart();

  auto controls = fm::sin(1.0 * dt * fm::arange<double>(static_cast<double>(pendulum_steps)));
  auto const optimizer = fm::optim::adam(0.1);
  auto state = optimizer.init(controls);
  for (int i = 0; i <= o.iterations; ++i) {
    auto const [cost, gradient] = fm::value_and_grad(pendulum_cost)(controls);
    if (i % std::max(1, o.iterations / 5) == 0) std::printf("pendulum  iteration %4d  cost %.6f\n", i, cost.item());
    auto const [updates, next] = optimizer.update(gradient, state, controls);
    controls = fm::optim::apply_updates(controls, updates);
    state = next;
  }
  auto const [last, path] = fm::scan(swing, hanging, controls);
  double const height = (1 - std::cos(last.first.item())) / 2;
  std::printf(
      "pendulum  height at the end %.4f of 1, velocity %.4f; the torque reaches %.2f, 1 would hold it sideways\n",
      height, last.second.item(), strongest);
  std::ofstream csv(o.output + ".csv");
  csv << "time,angle,velocity,torque\n";
  for (int64_t t = 0; t < pendulum_steps; ++t)
    csv << static_cast<double>(t + 1) * dt << "," << path["angle"_n](t) << "," << path["velocity"_n](t) << ","
        << path["torque"_n](t) << "\n";
  if (!csv.flush()) return std::cerr << "optimal_control: cannot write " << o.output << ".csv\n", 1;
  good = good && height > 0.98 && std::fabs(last.second.item()) < 0.3;
  std::puts(good ? "both as they should be" : "FAILED: a cost or a final state is not what it should be");
  return good ? 0 : 1;
} catch (std::exception const& e) {
  std::cerr << "optimal_control: " << e.what() << "\n";
  return 1;
}
