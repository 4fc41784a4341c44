// jacobians.cpp: gradients of each sample (784-128-10, batch 128), Jacobian of 64-64-64, Hessian of 32 variables; float
// SPDX-License-Identifier: MIT
#include "support/tensors.hpp"

using namespace fm::literals;

namespace {

auto const network = [](auto const& p, auto const& x) {
  auto const linear = [](auto const& q, auto const& v) { return fm::matmul(q["weight"_n], v) + q["bias"_n]; };
  return linear(p["fc2"_n], fm::tanh(linear(p["fc1"_n], x)));
};
auto const loss = [](auto const& p, auto const& x, auto const& y) { return fm::nn::cross_entropy(network(p, x), y); };
auto const of_input = [](auto const& x, auto const& p) { return network(p, x); };
auto const scalar_of_input = [](auto const& x, auto const& p) { return fm::sum(fm::square(network(p, x))); };
auto parameters(fm::int64_t in, fm::int64_t hidden, fm::int64_t out) {
  return fm::dict("fc1"_n = bench::layer(in, hidden, 1), "fc2"_n = bench::layer(hidden, out, 3));
}

}  // namespace

int main() {
  bench::Program program;
  program.add("gradients of 128 samples", bench::single, [] {
    return [p = parameters(784, 128, 10), x = bench::pattern({128, 784}, 7, 2), y = bench::labels({128}, 8, 10)] {
      return fm::vmap(fm::grad(loss), fm::in_axes<fm::none, 0, 0>)(p, x, y);
    };
  });
  program.add("Jacobian 64 x 64, reverse", bench::single, [] {
    return [p = parameters(64, 64, 64), x = bench::pattern({64}, 7, 2)] { return fm::jacrev(of_input)(x, p); };
  });
  program.add("Jacobian 64 x 64, forward", bench::single, [] {
    return [p = parameters(64, 64, 64), x = bench::pattern({64}, 7, 2)] { return fm::jacfwd(of_input)(x, p); };
  });
  program.add("Hessian 32 x 32", bench::single, [] {
    return [p = parameters(32, 32, 32), x = bench::pattern({32}, 7, 2)] { return fm::hessian(scalar_of_input)(x, p); };
  });
  return program.serve();
}
