// mlp.cpp: a network with two hidden layers: loss, gradient, directional derivative, Hessian product; float
// SPDX-License-Identifier: MIT
#include "support/tensors.hpp"

using namespace fm::literals;

namespace {

auto const loss = [](auto const& p, auto const& x) {
  auto const linear = [](auto const& q, auto const& v) {
    return fm::matmul(v, q["weight"_n], false, true) + q["bias"_n];
  };
  auto const h = fm::tanh(linear(p["fc2"_n], fm::tanh(linear(p["fc1"_n], x))));
  return fm::mean(fm::square(linear(p["fc3"_n], h)));
};
auto parameters(fm::int64_t width, std::uint32_t start) {
  return fm::dict("fc1"_n = bench::layer(width, width, start), "fc2"_n = bench::layer(width, width, start + 2),
                  "fc3"_n = bench::layer(width, width, start + 4));
}

void add(bench::Program& program, fm::int64_t batch, fm::int64_t width) {
  auto const name = std::to_string(batch) + " x " + std::to_string(width);
  auto const x = [=] { return bench::pattern({batch, width}, 7, 2); };
  auto const p = [=] { return parameters(width, 1); };
  auto const dp = [=] { return parameters(width, 11); };
  program.add(name + ", value", bench::single, [=] { return [p = p(), x = x()] { return loss(p, x); }; });
  program.add(name + ", gradient", bench::single,
              [=] { return [p = p(), x = x()] { return fm::value_and_grad(loss)(p, x); }; });
  program.add(name + ", jvp", bench::single,
              [=] { return [p = p(), dp = dp(), x = x()] { return fm::jvp(loss, p, dp, x); }; });
  program.add(name + ", hvp", bench::single,
              [=] { return [p = p(), dp = dp(), x = x()] { return fm::hvp(loss)(p, dp, x); }; });
}

}  // namespace

int main() {
  bench::Program program;
  add(program, 1, 16);
  add(program, 32, 64);
  add(program, 128, 256);
  add(program, 256, 1024);
  return program.serve();
}
