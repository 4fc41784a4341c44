// examples/implicit.cpp: the best strength of a penalty, by derivatives through the training that it steers
// SPDX-License-Identifier: MIT
//
// The weights of a regularized regression are a function of the penalty: w(s) is where the gradient of the training
// loss is 0. fm::root differentiates through that equation, without recording how it was solved, so the validation
// loss can be minimized over s by Newton's method with exact first and second derivatives.
#include <fmod/fmod.hpp>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>

namespace {

using Matrix = fm::Tensor<double>;
constexpr char const* help = R"(usage: implicit [--help]
Tunes the penalty of a logistic regression by implicit derivatives, and checks them against differences and against
the closed form for least squares.
)";

struct Data {
  Matrix x, y;
};
Data make_data(std::uint64_t seed, int64_t n, int64_t features) {
  auto const keys = fm::random::split(fm::random::key(seed), 2);
  auto const x = fm::random::normal<double>(keys[0], {n, features});
  auto const truth = fm::exp(-0.5 * fm::arange<double>(static_cast<double>(features)));
  auto const noise = fm::random::normal<double>(keys[1], {n});
  return {x, fm::sign(fm::matmul(x, truth) + 0.8 * noise)};
}
Data const training = make_data(1, 60, 12), validation = make_data(2, 400, 12);

/// Logistic loss of labels -1 and 1.
auto const fit = [](auto const& w, Data const& d) { return fm::mean(fm::softplus(-d.y * fm::matmul(d.x, w))); };
/// s is the logarithm of the penalty, so that every s is allowed.
auto const penalized = [](auto const& w, auto const& s) {
  return fit(w, training) + 0.5 * fm::exp(s) * fm::sum(w * w);
};
auto const weights = [](auto const& s) { return fm::root(fm::grad(penalized), fm::zeros<double>({12}), s); };
auto const validation_loss = [](auto const& s) { return fit(weights(s), validation); };

bool agree(char const* what, double found, double expected, double tolerance) {
  bool const good = std::fabs(found - expected) <= tolerance * (1 + std::fabs(expected));
  std::printf("  %-52s %.10f   expected %.10f%s\n", what, found, expected, good ? "" : "   FAILED");
  return good;
}

/// Least squares has w = (X'X / n + exp(s))^-1 X'y / n in closed form.
bool check_closed_form() {
  auto const squares = [](auto const& w, auto const& s) {
    return 0.5 * fm::mean(fm::square(fm::matmul(training.x, w) - training.y)) + 0.5 * fm::exp(s) * fm::sum(w * w);
  };
  auto const norm_by_root = [&](auto const& s) {
    auto const w = fm::root(fm::grad(squares), fm::zeros<double>({12}), s);
    return fm::sum(w * w);
  };
  auto const xt = fm::transpose(training.x);
  double const n = 60;
  auto const solve = [&](Matrix const& b, double penalty) {
    return fm::linear_solve([&](auto const& v) { return fm::matmul(xt, fm::matmul(training.x, v)) / n + penalty * v; },
                            b);
  };
  double const s = -2, penalty = std::exp(s);
  auto const w = solve(fm::matmul(xt, training.y) / n, penalty);
  auto const dw = -penalty * solve(w, penalty);
  std::puts("least squares at s = -2: |w|^2");
  return agree("value", norm_by_root(fm::scalar(s)).item(), fm::sum(w * w).item(), 1e-12) &
         agree("derivative by s", fm::grad(norm_by_root)(fm::scalar(s)).item(), 2 * fm::sum(w * dw).item(), 1e-12);
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc > 1) {
    bool const asked = std::string(argv[1]) == "--help";
    (asked ? std::cout : std::cerr) << help;
    return asked ? 0 : 2;
  }
  bool good = check_closed_form();

  auto const at = [](double s) { return fm::scalar(s); };
  double const h = 1e-4;
  double s = -3;
  std::puts("logistic regression at s = -3: the validation loss");
  double const first = fm::grad(validation_loss)(at(s)).item(), second = fm::hvp(validation_loss)(at(s), at(1)).item();
  good &= agree("derivative, against a difference", first,
                (validation_loss(at(s + h)).item() - validation_loss(at(s - h)).item()) / (2 * h), 1e-7);
  good &= agree("second derivative, against a difference of first", second,
                (fm::grad(validation_loss)(at(s + h)).item() - fm::grad(validation_loss)(at(s - h)).item()) / (2 * h),
                1e-7);

  std::puts("Newton's method on s");
  double slope = first;
  for (int i = 0; i < 15 && std::fabs(slope) > 1e-10; ++i) {
    double const curvature = fm::hvp(validation_loss)(at(s), at(1)).item();
    s -= std::clamp(slope / std::max(std::fabs(curvature), 1e-3), -1.0, 1.0);
    slope = fm::grad(validation_loss)(at(s)).item();
    std::printf("  penalty exp(%.8f)   validation loss %.10f   slope %+.1e\n", s, validation_loss(at(s)).item(), slope);
  }
  good &= agree("slope at the optimum", slope, 0, 1e-9);
  good &= validation_loss(at(s - 0.5)).item() > validation_loss(at(s)).item() &&
          validation_loss(at(s + 0.5)).item() > validation_loss(at(s)).item();
  std::puts(good ? "all as it should be" : "FAILED");
  return good ? 0 : 1;
} catch (std::exception const& e) {
  std::cerr << "implicit: " << e.what() << "\n";
  return 1;
}
