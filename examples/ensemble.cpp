// examples/ensemble.cpp: networks trained all at once by vmap over their parameters; where they disagree, they are unsure
// SPDX-License-Identifier: MIT
// TEST-ARGS: --steps 60 --members 6
//
// Several networks learn the same digits, each from its own start and in its own order. Their parameters are one tree with
// the members in front, and a step of training, written for one network, is mapped over them. Where the members disagree
// a prediction is not to be trusted: most mistakes are there, and pictures that are no digits at all.
// Reading path: train_step() is of one network, train_all() of all; main() is the experiment.
#include "digits.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <numeric>

using namespace fm::literals;

namespace {

struct Options {
  int steps = 200;
  int members = 10;
  std::string data = FM_EXAMPLE_DATA_DIR "/digits.csv";
};
constexpr char const* help = R"(usage: ensemble [options]
An ensemble of classifiers of handwritten digits, trained all at once; their disagreement tells which predictions to trust.
  --steps N        steps of training                             (200)
  --members N      networks in the ensemble                      (10)
  --data FILE      pictures: 64 values 0..16 and the digit       (examples/data/digits.csv)
  --help           this text
)";

// ---- one network
auto const model = fm::nn::sequential("fc1"_n = fm::nn::Linear{64, 32}, fm::tanh, "fc2"_n = fm::nn::Linear{32, 10});
auto const optimizer = fm::optim::adam(0.01);

auto const loss = [](auto const& params, auto const& x, auto const& y) {
  return fm::nn::cross_entropy(fm::functional_call(model, params, x), y);
};
auto const train_step = [](auto const& params, auto const& state, auto const& x, auto const& y) {
  auto const [value, gradient] = fm::value_and_grad(loss)(params, x, y);
  auto const [updates, next] = optimizer.update(gradient, state, params);
  return std::tuple(fm::optim::apply_updates(params, updates), next, value);
};
auto const probabilities = [](auto const& params, auto const& x) {
  return fm::softmax(fm::functional_call(model, params, x));
};

// ---- all of them, in front of every leaf; to be judged they are all given the same pictures
auto const train_all = fm::vmap(train_step);
auto const all_probabilities = fm::vmap(probabilities, fm::in_axes<0, fm::none>);

fm::Tensor<double> is_right(fm::Tensor<float> const& p, Digits const& digits) {
  return fm::cast<double>(fm::equal(fm::argmax(p), digits.y));
}
double accuracy(fm::Tensor<float> const& p, Digits const& digits) { return fm::mean(is_right(p, digits)).item(); }

/// What the members together do not know: the entropy of their mean prediction, less the mean of their own entropies.
fm::Tensor<float> disagreement(fm::Tensor<float> const& p) {
  auto const entropy = [](auto const& q) { return -fm::sum(fm::xlogy(q, q), -1); };
  return entropy(fm::mean(p, 0)) - fm::mean(entropy(p), 0);
}

double seconds_of(auto const& f) {
  auto const start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main(int argc, char** argv) try {
  Options o;
  for (int i = 1; i < argc; ++i) {
    std::string const option = argv[i];
    if (option == "--help") return std::cout << help, 0;
    if (i + 1 == argc || (option != "--steps" && option != "--members" && option != "--data"))
      return std::cerr << "ensemble: unknown option " << option << " (try --help)\n", 2;
    if (option == "--data")
      o.data = argv[++i];
    else
      (option == "--steps" ? o.steps : o.members) = std::atoi(argv[++i]);
  }
  if (o.steps < 1 || o.members < 2) return std::cerr << "ensemble: needs a step, and two members\n", 2;
  Digits const all = read_digits(o.data), training = all.rows(0, 1000), test = all.rows(1000, all.size());

  std::vector<decltype(fm::init<float>(model, fm::random::key(0)))> starts;
  std::vector<decltype(optimizer.init(starts[0]))> states;
  for (auto const& key : fm::random::split(fm::random::key(0), o.members)) {
    starts.push_back(fm::init<float>(model, key));
    states.push_back(optimizer.init(starts.back()));
  }
  auto const batch_of = [&](int step, int member) {
    auto const key = fm::random::fold_in(fm::random::fold_in(fm::random::key(1), step), member);
    return training.at(fm::random::choice(key, training.size(), 64));
  };

  // ---- all at once
  auto params = fm::tree::stack(starts);
  auto state = fm::tree::stack(states);
  double const together = seconds_of([&] {
    for (int step = 0; step < o.steps; ++step) {
      std::vector<fm::Tensor<float>> x;
      std::vector<fm::Tensor<int64_t>> y;
      for (int m = 0; m < o.members; ++m) {
        auto const batch = batch_of(step, m);
        x.push_back(batch.x);
        y.push_back(batch.y);
      }
      auto [next, next_state, losses] = train_all(params, state, fm::stack(0, x), fm::stack(0, y));
      params = next;
      state = next_state;
      if (step % std::max(1, o.steps / 5) == 0)
        std::printf("step %4d  loss %.4f, from %.4f to %.4f\n", step, static_cast<double>(fm::mean(losses).item()),
                    static_cast<double>(fm::min(losses).item()), static_cast<double>(fm::max(losses).item()));
    }
  });

  // ---- one after the other, which must give the same
  std::puts("the same, one after the other");
  double far = 0;
  auto const members = fm::tree::unstack(params);
  double const alone = seconds_of([&] {
    for (int m = 0; m < o.members; ++m) {
      auto const number = static_cast<std::size_t>(m);
      auto own = starts[number];
      auto own_state = states[number];
      for (int step = 0; step < o.steps; ++step) {
        auto const batch = batch_of(step, m);
        auto [next, next_state, value] = train_step(own, own_state, batch.x, batch.y);
        own = next;
        own_state = next_state;
      }
      auto const apart = fm::tree::norm(fm::tree::sub(own, members[number])) / fm::tree::norm(own);
      far = std::max(far, static_cast<double>(apart.item()));
    }
  });
  std::printf("\n%d members, %d steps: all at once %.2f s, one after the other %.2f s; parameters differ by %.1e\n",
              o.members, o.steps, together, alone, far);

  // ---- what the ensemble knows
  auto const p = all_probabilities(params, test.x);  // (members, pictures, 10)
  std::vector<double> single;
  for (int m = 0; m < o.members; ++m) single.push_back(accuracy(p[m], test));
  double const mean = std::accumulate(single.begin(), single.end(), 0.0) / o.members;
  double const best = *std::max_element(single.begin(), single.end());
  double const ensemble = accuracy(fm::mean(p, 0), test);
  std::printf("\naccuracy on %lld pictures: members %.2f%% on average, the best %.2f%%; the ensemble %.2f%%\n",
              static_cast<long long>(test.size()), 100 * mean, 100 * best, 100 * ensemble);

  auto const unsure = disagreement(p);
  auto const right = is_right(fm::mean(p, 0), test);
  auto const order = fm::argsort(unsure);
  int64_t const tenth = test.size() / 10;
  auto const errors = [&](int64_t first, int64_t last) {
    return fm::mean(1.0 - fm::take(right, order.rows(first, last))).item();
  };
  double const agreed = errors(0, test.size() - tenth), disputed = errors(test.size() - tenth, test.size());
  std::printf("wrong among the tenth where they disagree most %.1f%%, among the others %.2f%%\n", 100 * disputed,
              100 * agreed);
  auto const noise = fm::random::uniform<float>(fm::random::key(2), {200, 64});
  double const of_noise = static_cast<double>(fm::mean(disagreement(all_probabilities(params, noise))).item());
  double const of_digits = static_cast<double>(fm::mean(unsure).item());
  std::printf("disagreement (nats): pictures of digits %.3f, of noise %.3f\n", of_digits, of_noise);

  bool const good = far < 1e-3 && ensemble >= mean && disputed > 4 * agreed && of_noise > 3 * of_digits;
  std::puts(good ? "as it should be" : "FAILED: the members differ, or the ensemble does not know what it should");
  return good ? 0 : 1;
} catch (std::exception const& e) {
  std::cerr << "ensemble: " << e.what() << "\n";
  return 1;
}
