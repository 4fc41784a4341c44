// adam.cpp: one update of Adam for 10 million parameters in ten matrices; float
// SPDX-License-Identifier: MIT
#include "support/tensors.hpp"

int main() {
  bench::Program p;
  p.add("update", bench::single, [] {
    auto const ten = [](std::uint32_t start) {
      std::vector<fm::Tensor<float>> v;
      for (std::uint32_t i = 0; i < 10; ++i) v.push_back(bench::pattern({1000, 1000}, start + i, 2));
      return v;
    };
    // Every step moves on from the one before; the first is the one that is compared.
    auto const optimizer = fm::optim::adam(0.001);
    auto const start = ten(1);
    return [optimizer, params = start, grads = ten(21), state = optimizer.init(start)]() mutable {
      auto [updates, next] = optimizer.update(grads, state, params);
      params = fm::optim::apply_updates(params, updates);
      state = std::move(next);
      return params;
    };
  });
  return p.serve();
}
