// examples/per_sample.cpp: gradients of each example by vmap(grad), and what they are for: training with privacy
// SPDX-License-Identifier: MIT
// TEST-ARGS: --steps 100
//
// A classifier of handwritten digits is trained so that it cannot give away whether a certain picture was among its
// training data: no picture may move the parameters by more than a limit, and noise hides what is left. For that the
// gradient of each picture is clipped, which takes the gradients one by one; vmap gets all of them in one pass.
// Reading path: loss() is of one picture; per_sample and clipped are all that is added for the gradients of many.
#include "digits.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <limits>

using namespace fm::literals;

namespace {

struct Options {
  int steps = 200;
  double limit = 1, rate = 1;
  std::string data = FM_EXAMPLE_DATA_DIR "/digits.csv";
};
constexpr char const* help = R"(usage: per_sample [options]
Per-sample gradients of a classifier of handwritten digits, and training with differential privacy made of them.
  --steps N        steps of training                             (200)
  --limit C        longest gradient that one picture may have    (1)
  --rate R         learning rate                                 (1)
  --data FILE      pictures: 64 values 0..16 and the digit       (examples/data/digits.csv)
  --help           this text
)";
constexpr double inclusion = 0.1;  // how likely a picture is to be in a batch
constexpr double delta = 1e-4;     // the probability with which privacy may fail

// ---- model: all of it is written for one picture
auto const model = fm::nn::sequential("fc1"_n = fm::nn::Linear{64, 32}, fm::tanh, "fc2"_n = fm::nn::Linear{32, 10});
using Params = decltype(fm::init<float>(model, fm::random::key(0)));

auto const loss = [](auto const& params, auto const& x, auto const& y) {
  return fm::nn::cross_entropy(fm::functional_call(model, params, x), y);
};

// ---- gradients of many pictures: a tree like the parameters, each leaf with the pictures in front
auto const per_sample = fm::vmap(fm::grad(loss), fm::in_axes<fm::none, 0, 0>);

/// The same, those longer than a limit made that short.
auto clipped(double limit) {
  auto const one = [limit](auto const& params, auto const& x, auto const& y) {
    auto const g = fm::grad(loss)(params, x, y);
    return fm::tree::scale(fm::minimum(1.0, limit / fm::tree::norm(g)), g);
  };
  return fm::vmap(one, fm::in_axes<fm::none, 0, 0>);
}
/// Their norms. Nothing of the size of the gradients is made: each is an outer product for a matrix, whose factors suffice.
auto const norms = fm::vmap(
    [](auto const& params, auto const& x, auto const& y) { return fm::tree::norm(fm::grad(loss)(params, x, y)); },
    fm::in_axes<fm::none, 0, 0>);

// ---- are they what they should be?
template <class A, class B> double distance(A const& a, B const& b) {
  return static_cast<double>((fm::tree::norm(fm::tree::sub(a, b)) / fm::tree::norm(b)).item());
}
double largest(fm::Tensor<float> const& x) { return static_cast<double>(fm::max(x).item()); }

bool check(Params const& params, Digits const& batch) {
  auto const each = per_sample(params, batch.x, batch.y);
  auto const mean = fm::tree::map([](auto const& g) { return fm::mean(g, 0); }, each);
  double const from_batch = distance(mean, fm::grad(loss)(params, batch.x, batch.y));

  auto const gradients = fm::tree::unstack(each);
  double from_one = 0;
  for (int64_t i = 0; i < batch.size(); ++i)
    from_one = std::max(
        from_one, distance(gradients[static_cast<std::size_t>(i)], fm::grad(loss)(params, batch.x[i], batch.y[i])));

  auto const lengths = fm::vmap([](auto const& gradient) { return fm::tree::norm(gradient); });
  double const from_norm = largest(fm::abs(norms(params, batch.x, batch.y) / lengths(each) - 1.0));
  double const longest = largest(lengths(clipped(0.5)(params, batch.x, batch.y)));
  std::printf("gradients of %lld pictures by vmap(grad)\n", static_cast<long long>(batch.size()));
  std::printf("  mean, against the gradient of the mean loss   relative difference %.1e\n", from_batch);
  std::printf("  each, against the gradient of that picture    relative difference %.1e\n", from_one);
  std::printf("  norms, against those of the gradients         relative difference %.1e\n", from_norm);
  std::printf("  longest of them after clipping to 0.5         %.6f\n\n", longest);
  return from_batch < 1e-5 && from_one < 1e-5 && from_norm < 1e-5 && longest < 0.5 * (1 + 1e-6);
}

// ---- training
/// Each picture is in the batch by a coin of its own, as the account of privacy assumes.
Digits draw(Digits const& all, fm::Tensor<std::uint32_t> const& key) {
  auto const coins = fm::random::bernoulli(key, inclusion, {all.size()});
  std::vector<int64_t> chosen;
  for (int64_t i = 0; i < all.size(); ++i)
    if (coins(i)) chosen.push_back(i);
  return all.at(fm::from_span<int64_t>({chosen.size()}, chosen));
}
/// Stochastic gradient descent with clipped gradients, and noise of `noise` times the limit on their sum.
Params train(Digits const& digits, Options const& o, double limit, double noise) {
  auto params = fm::init<float>(model, fm::random::key(0));
  double const expected = inclusion * static_cast<double>(digits.size());
  for (int step = 0; step < o.steps; ++step) {
    auto const [draw_key, noise_key] = fm::random::split<2>(fm::random::fold_in(fm::random::key(1), step));
    auto const batch = draw(digits, draw_key);
    auto const each = clipped(limit)(params, batch.x, batch.y);
    auto [sum, unravel] = fm::tree::ravel(fm::tree::map([](auto const& g) { return fm::sum(g, 0); }, each));
    if (noise > 0) sum = sum + noise * limit * fm::random::normal<float>(noise_key, sum.shape());
    params = fm::optim::apply_updates(params, unravel(-o.rate / expected * sum));
  }
  return params;
}
double accuracy(Params const& params, Digits const& digits) {
  auto const found = fm::argmax(fm::functional_call(model, params, digits.x));
  return fm::mean(fm::cast<double>(fm::equal(found, digits.y))).item();
}

/// The epsilon of (epsilon, delta)-differential privacy after this many steps, by the Rényi divergences of whole orders.
/// Source: Mironov, Talwar, Zhang, Rényi differential privacy of the sampled Gaussian mechanism, 2019.
double epsilon(double noise, int steps) {
  double best = std::numeric_limits<double>::infinity();
  for (int order = 2; order <= 256; ++order) {
    double log_sum = -best;
    for (int k = 0; k <= order; ++k) {
      double const term = std::lgamma(order + 1) - std::lgamma(k + 1) - std::lgamma(order - k + 1) +
                          (order - k) * std::log1p(-inclusion) + k * std::log(inclusion) +
                          k * (k - 1) / (2 * noise * noise);
      log_sum = k == 0 ? term : std::max(log_sum, term) + std::log1p(std::exp(-std::fabs(log_sum - term)));
    }
    best = std::min(best, steps * log_sum / (order - 1) + std::log(1 / delta) / (order - 1));
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) try {
  Options o;
  for (int i = 1; i < argc; ++i) {
    std::string const option = argv[i];
    if (option == "--help") return std::cout << help, 0;
    if (i + 1 == argc) return std::cerr << "per_sample: unknown option " << option << " (try --help)\n", 2;
    char const* const value = argv[++i];
    if (option == "--steps")
      o.steps = std::atoi(value);
    else if (option == "--limit")
      o.limit = std::atof(value);
    else if (option == "--rate")
      o.rate = std::atof(value);
    else if (option == "--data")
      o.data = value;
    else
      return std::cerr << "per_sample: unknown option " << option << " (try --help)\n", 2;
  }
  Digits const all = read_digits(o.data), training = all.rows(0, 1400), test = all.rows(1400, all.size());

  auto const start = fm::init<float>(model, fm::random::key(0));
  bool good = check(start, training.rows(0, 32));

  std::printf("accuracy on %lld pictures after %d steps, and what an attacker can learn about one of %lld\n",
              static_cast<long long>(test.size()), o.steps, static_cast<long long>(training.size()));
  std::printf("  noise   accuracy   longest gradient   epsilon (delta = %g)\n", delta);
  auto const row = [&](double limit, double noise) {
    auto const trained = train(training, o, limit, noise);
    double const correct = accuracy(trained, test);
    double const longest = largest(norms(trained, training.x, training.y));
    if (std::isinf(limit))
      std::printf("   none    %5.1f%%        %7.2f         unlimited: gradients are not clipped\n", 100 * correct,
                  longest);
    else if (noise == 0)
      std::printf("   none    %5.1f%%        %7.2f         unlimited\n", 100 * correct, longest);
    else
      std::printf("   %4.1f    %5.1f%%        %7.2f         %.2f\n", noise, 100 * correct, longest,
                  epsilon(noise, o.steps));
    std::fflush(stdout);
    return correct;
  };
  double const plain = row(std::numeric_limits<double>::infinity(), 0);
  row(o.limit, 0);
  double const weak = row(o.limit, 1);
  row(o.limit, 2);
  row(o.limit, 4);
  good = good && plain > 0.85 && weak > 0.8;
  std::puts(good ? "as it should be" : "FAILED: gradients or accuracies are not what they should be");
  return good ? 0 : 1;
} catch (std::exception const& e) {
  std::cerr << "per_sample: " << e.what() << "\n";
  return 1;
}
