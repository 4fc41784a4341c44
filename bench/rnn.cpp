// rnn.cpp: h = tanh(x W' + h U' + b) over 256 steps by scan, batch 32, width 64: mean square of all h, and gradient; float
// SPDX-License-Identifier: MIT
#include "support/tensors.hpp"

using namespace fm::literals;

namespace {

auto const loss = [](auto const& p, auto const& xs, auto const& start) {
  auto const step = [](auto const& h, auto const& x, auto const& q) {
    auto const next = fm::tanh(fm::matmul(x, q["in.weight"_n], false, true) + q["in.bias"_n] +
                               fm::matmul(h, q["hidden.weight"_n], false, true));
    return std::pair(next, next);
  };
  return fm::mean(fm::square(fm::scan(step, start, xs, p).second));
};
auto parameters() {
  return fm::dict("in"_n = bench::layer(64, 64, 1), "hidden.weight"_n = bench::pattern({64, 64}, 3, 0.25));
}

}  // namespace

int main() {
  bench::Program program;
  auto const xs = bench::pattern({256, 32, 64}, 7, 2), start = fm::zeros<float>({32, 64});
  program.add("value", bench::single, [=] { return [=, p = parameters()] { return loss(p, xs, start); }; });
  program.add("gradient", bench::single,
              [=] { return [=, p = parameters()] { return fm::value_and_grad(loss)(p, xs, start); }; });
  return program.serve();
}
