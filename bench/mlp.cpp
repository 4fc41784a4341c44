// bench/mlp.cpp: gradient of a tensor MLP with two hidden layers, float; prints one line "microseconds checksum" a round
// SPDX-License-Identifier: MIT
//
// usage: mlp BATCH WIDTH ROUNDS. bench/compare_torch.py runs it beside the same computation in PyTorch, in turn, so that
// both see the same machine; on each line read from the input one round is timed.
#include <fmod/fmod.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

using namespace fm::literals;

namespace {

// The same numbers on both sides, without sharing a random generator.
fm::Tensor<float> pattern(fm::Shape const& shape, int start, double scale) {
  std::vector<float> v(static_cast<std::size_t>(shape.size()));
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] =
        static_cast<float>(scale * (static_cast<double>((static_cast<int64_t>(i) * 7919 + start) % 1009) / 1009 - 0.5));
  return fm::from_span<float>(shape, v);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: mlp BATCH WIDTH REPEATS\n");
    return 2;
  }
  int64_t const batch = std::atoi(argv[1]), width = std::atoi(argv[2]);
  int const repeats = std::atoi(argv[3]);
  double const scale = 2 / std::sqrt(static_cast<double>(width));
  auto const params = fm::dict("w1"_n = pattern({width, width}, 1, scale), "b1"_n = pattern({width}, 2, scale),
                               "w2"_n = pattern({width, width}, 3, scale), "b2"_n = pattern({width}, 4, scale),
                               "w3"_n = pattern({width, width}, 5, scale), "b3"_n = pattern({width}, 6, scale));
  auto const x = pattern({batch, width}, 7, 2);
  auto const loss = [](auto const& p, auto const& input) {
    auto h = fm::tanh(fm::matmul(input, p["w1"_n], false, true) + p["b1"_n]);
    h = fm::tanh(fm::matmul(h, p["w2"_n], false, true) + p["b2"_n]);
    return fm::mean(fm::square(fm::matmul(h, p["w3"_n], false, true) + p["b3"_n]));
  };
  auto const gradient = fm::value_and_grad(loss);

  for (std::string line; std::getline(std::cin, line);) {
    double check = 0;
    auto const start = std::chrono::steady_clock::now();
    for (int i = 0; i < repeats; ++i) check = static_cast<double>(gradient(params, x).second["b1"_n](0));
    double const us =
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count() / repeats;
    auto const [value, g] = gradient(params, x);
    std::printf("%.6g %.9g %.9g\n", us, static_cast<double>(value.item()), check);
    std::fflush(stdout);
  }
}
