// pinn.cpp: mean squared residual of Burgers' equation for a network 2-20-20-20-20-1 at 1024 points, and its gradient; float
// SPDX-License-Identifier: MIT
//
// u_x and u_xx come from nested jvp, one direction for all points at once: each row depends on its own x only.
#include "support/tensors.hpp"

#include <numbers>

using namespace fm::literals;

namespace {

auto const u = [](auto const& x, auto const& t, auto const& p) {
  auto const linear = [](auto const& q, auto const& v) {
    return fm::matmul(v, q["weight"_n], false, true) + q["bias"_n];
  };
  auto h = fm::tanh(linear(p["fc1"_n], fm::concat(1, x, t)));
  h = fm::tanh(linear(p["fc2"_n], h));
  h = fm::tanh(linear(p["fc3"_n], h));
  h = fm::tanh(linear(p["fc4"_n], h));
  return linear(p["fc5"_n], h);
};
auto const loss = [](auto const& p, auto const& x, auto const& t) {
  auto const ones = fm::ones_like(x);
  auto const of_t = [](auto const& t, auto const& x, auto const& p) { return u(x, t, p); };
  auto const slope = [](auto const& x, auto const& ones, auto const& t, auto const& p) {
    return fm::jvp(u, x, ones, t, p).second;
  };
  auto const [value, u_t] = fm::jvp(of_t, t, ones, x, p);
  auto const [u_x, u_xx] = fm::jvp(slope, x, ones, ones, t, p);
  return fm::mean(fm::square(u_t + value * u_x - 0.01 / std::numbers::pi * u_xx));
};
auto parameters() {
  return fm::dict("fc1"_n = bench::layer(2, 20, 1), "fc2"_n = bench::layer(20, 20, 3),
                  "fc3"_n = bench::layer(20, 20, 5), "fc4"_n = bench::layer(20, 20, 7),
                  "fc5"_n = bench::layer(20, 1, 9));
}

}  // namespace

int main() {
  bench::Program program;
  auto const x = bench::pattern({1024, 1}, 21, 2), t = bench::pattern({1024, 1}, 22, 1);
  program.add("value", bench::single, [=] { return [=, p = parameters()] { return loss(p, x, t); }; });
  program.add("gradient", bench::single,
              [=] { return [=, p = parameters()] { return fm::value_and_grad(loss)(p, x, t); }; });
  return program.serve();
}
