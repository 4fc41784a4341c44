// maml.cpp: gradient through 5 steps of gradient descent (MAML), 5 classes, 5 + 15 examples of each, width 64; float
// SPDX-License-Identifier: MIT
#include "support/tensors.hpp"

using namespace fm::literals;

namespace {

auto const model = fm::nn::sequential("fc1"_n = fm::nn::Linear{64, 64}, fm::tanh, "fc2"_n = fm::nn::Linear{64, 64},
                                      fm::tanh, "fc3"_n = fm::nn::Linear{64, 5});
auto const loss = [](auto const& p, auto const& x, auto const& y) {
  return fm::nn::cross_entropy(fm::functional_call(model, p, x), y);
};
auto const after_steps = [](auto const& p, auto const& support, auto const& support_y, auto const& query,
                            auto const& query_y) {
  auto const adapt = fm::optim::inner_loop(fm::optim::sgd(0.1), 5);
  return loss(adapt(fm::grad(loss), p, support, support_y), query, query_y);
};
auto parameters() {
  return fm::dict("fc1"_n = bench::layer(64, 64, 1), "fc2"_n = bench::layer(64, 64, 3),
                  "fc3"_n = bench::layer(64, 5, 5));
}

}  // namespace

int main() {
  bench::Program program;
  program.add("1 task, gradient", bench::single, [] {
    return [p = parameters(), sx = bench::pattern({25, 64}, 7, 2), sy = bench::labels({25}, 8, 5),
            qx = bench::pattern({75, 64}, 9, 2),
            qy = bench::labels({75}, 10, 5)] { return fm::value_and_grad(after_steps)(p, sx, sy, qx, qy); };
  });
  program.add("16 tasks by vmap, gradients", bench::single, [] {
    return [p = parameters(), sx = bench::pattern({16, 25, 64}, 7, 2), sy = bench::labels({16, 25}, 8, 5),
            qx = bench::pattern({16, 75, 64}, 9, 2), qy = bench::labels({16, 75}, 10, 5)] {
      return fm::vmap(fm::value_and_grad(after_steps), fm::in_axes<fm::none, 0, 0, 0, 0>)(p, sx, sy, qx, qy);
    };
  });
  return program.serve();
}
