// examples/quickstart.cpp: a model is a pure function of its parameters, and transforms compose over it
// SPDX-License-Identifier: MIT
#include <fmod/fmod.hpp>
#include <iostream>

using namespace fm::literals;

int main() {
  // A module holds hyperparameters only; its parameters are a dictionary that the caller passes in.
  auto const model = fm::nn::sequential("fc1"_n = fm::nn::Linear{2, 16}, fm::tanh, "fc2"_n = fm::nn::Linear{16, 1});
  auto params = fm::init<double>(model, fm::random::key(0));

  auto const x = fm::random::normal<double>(fm::random::key(1), {64, 2});
  auto const y = fm::sum(fm::sin(x), 1, fm::keepdims);
  auto const loss = [&](auto const& p) { return fm::nn::mse(fm::functional_call(model, p, x), y); };

  auto const optimizer = fm::optim::adam(0.02);
  auto state = optimizer.init(params);
  std::cout << "loss before training  " << loss(params) << "\n";
  for (int step = 0; step < 200; ++step) {
    auto const grads = fm::grad(loss)(params);
    auto const [updates, next] = optimizer.update(grads, state, params);
    params = fm::optim::apply_updates(params, updates);
    state = next;
  }
  std::cout << "loss after training   " << loss(params) << "\n";

  // Another bias for one call; the names are checked by the compiler.
  auto const shifted = fm::functional_call(fm::bind(model, params), fm::dict("fc2.bias"_n = fm::ones<double>({1})), x);
  std::cout << "with another bias     " << fm::nn::mse(shifted, y) << "\n";

  // Along the gradient: the derivative of the loss by jvp, and the curvature by a Hessian-vector product.
  auto const g = fm::grad(loss)(params);
  std::cout << "directional derivative " << fm::jvp(loss, params, g).second << " = squared norm " << fm::tree::dot(g, g)
            << "\n";
  std::cout << "curvature              " << fm::tree::dot(g, fm::hvp(loss)(params, g)) << "\n";
}
