// bench/lenet.cpp: forward and gradient of a LeNet, batch 32, 28 x 28, float; a line "microseconds loss gradient" a round
// SPDX-License-Identifier: MIT
//
// usage: lenet forward|gradient REPEATS. bench/compare_torch_lenet.py runs it beside the same computation in PyTorch, in
// turn; on each line read from the input one round is timed.
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

struct LeNet {
  fm::nn::Conv2d<> conv1{1, 6, 5, {.padding = 2}}, conv2{6, 16, 5};
  fm::nn::Linear<> fc1{400, 120}, fc2{120, 84}, fc3{84, 10};

  auto spec() const {
    return fm::dict("conv1"_n = conv1, "conv2"_n = conv2, "fc1"_n = fc1, "fc2"_n = fc2, "fc3"_n = fc3);
  }
  auto operator()(auto const& p, auto const& x) const {
    auto h = fm::max_pool2d(fm::relu(conv1(p["conv1"_n], x)), {.window = 2});
    h = fm::max_pool2d(fm::relu(conv2(p["conv2"_n], std::move(h))), {.window = 2});
    h = fm::relu(fc1(p["fc1"_n], fm::reshape(std::move(h), {-1, 400})));
    return fc3(p["fc3"_n], fm::relu(fc2(p["fc2"_n], std::move(h))));
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: lenet forward|gradient REPEATS\n");
    return 2;
  }
  bool const backward = std::string(argv[1]) == "gradient";
  int const repeats = std::atoi(argv[2]);
  LeNet const model;
  int start = 0;
  auto const params = fm::tree::map(
      [&](auto const& declared) {
        double const fan =
            declared.shape.rank() == 1 ? 100 : static_cast<double>(declared.shape.size() / declared.shape[0]);
        return pattern(declared.shape, ++start, 3 / std::sqrt(fan));
      },
      fm::spec_of(model));
  auto const x = pattern({32, 1, 28, 28}, 77, 2);
  auto const loss = [&model](auto const& p, auto const& input) { return fm::mean(fm::square(model(p, input))); };
  auto const gradient = fm::value_and_grad(loss);

  for (std::string line; std::getline(std::cin, line);) {
    double check = 0;
    auto const begin = std::chrono::steady_clock::now();
    for (int i = 0; i < repeats; ++i)
      check = static_cast<double>(backward ? gradient(params, x).second["conv1.bias"_n](0) : loss(params, x).item());
    double const us =
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count() / repeats;
    std::printf("%.6g %.9g %.9g\n", us, static_cast<double>(loss(params, x).item()), check);
    std::fflush(stdout);
  }
}
