// transformer.cpp: an encoder block (normalise, attend, normalise, two layers), batch 8, length 128, width 256, 4 heads,
// SPDX-License-Identifier: MIT
// forward and gradient; float. The gradient is that of sum(weights * y) by all parameters.
#include "support/tensors.hpp"

using namespace fm::literals;

namespace {

constexpr fm::int64_t B = 8, L = 128, W = 256, H = 4;

auto const linear = [](auto const& q, auto const& v) {
  return fm::matmul(v, q["weight"_n], false, true) + q["bias"_n];
};
auto const norm = [](auto const& q, auto const& x) {
  auto const centered = x - fm::mean(x, -1, fm::keepdims);
  auto const variance = fm::mean(fm::square(centered), -1, fm::keepdims);
  return centered / fm::sqrt(variance + 1e-5) * q["weight"_n] + q["bias"_n];
};
auto const block = [](auto const& p, auto const& x) {
  auto const heads = [](auto const& v) { return fm::transpose(fm::reshape(v, {B, L, H, W / H}), 1, 2); };
  auto const h = norm(p["norm1"_n], x);
  auto const q = heads(linear(p["q"_n], h)), k = heads(linear(p["k"_n], h)), v = heads(linear(p["v"_n], h));
  auto const attention = fm::softmax(fm::matmul(q, k, false, true) * (1 / std::sqrt(double(W / H))), -1);
  auto const mixed = fm::reshape(fm::transpose(fm::matmul(attention, v), 1, 2), {B, L, W});
  auto const y = x + linear(p["out"_n], mixed);
  return y + linear(p["fc2"_n], fm::gelu(linear(p["fc1"_n], norm(p["norm2"_n], y))));
};
auto const weighted = [](auto const& p, auto const& x, auto const& ct) { return fm::sum(block(p, x) * ct); };
auto parameters() {
  auto const scale = [](std::uint32_t start) {
    return fm::dict("weight"_n = bench::pattern({W}, start, 2) + 1.0, "bias"_n = bench::pattern({W}, start + 1, 1));
  };
  return fm::dict("norm1"_n = scale(1), "q"_n = bench::layer(W, W, 3), "k"_n = bench::layer(W, W, 5),
                  "v"_n = bench::layer(W, W, 7), "out"_n = bench::layer(W, W, 9), "norm2"_n = scale(11),
                  "fc1"_n = bench::layer(W, 4 * W, 13), "fc2"_n = bench::layer(4 * W, W, 15));
}

}  // namespace

int main() {
  bench::Program program;
  auto const x = bench::pattern({B, L, W}, 21, 2), ct = bench::pattern({B, L, W}, 22, 2);
  program.add("forward", bench::single, [=] { return [=, p = parameters()] { return block(p, x); }; });
  program.add("gradient", bench::single,
              [=] { return [=, p = parameters()] { return fm::grad(weighted)(p, x, ct); }; });
  return program.serve();
}
