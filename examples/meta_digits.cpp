// examples/meta_digits.cpp: few-shot learning of handwritten digits by MAML, with gradients through several inner steps
// SPDX-License-Identifier: MIT
// TEST-ARGS: --iterations 30 --tasks 20 --output meta_digits_test
//
// Digits 0..6 make training tasks, digits 7, 8, 9 are held out. A task is: tell three digits apart after seeing a few
// pictures of each. A network is prepared for such tasks in three ways:
//   MAML         its start is trained so that a few steps of gradient descent from there do well (second-order gradients)
//   first order  the same, with the inner gradients taken as constants
//   plain        trained to tell the seven training digits apart, then its last layer is replaced
// and then adapted to tasks of the held-out digits by the same number of steps.
// Reading path: adapt() is the inner loop, meta_train() the outer one, main() the experiment.
#include <fmod/fmod.hpp>

#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using namespace fm::literals;
using Images = fm::Tensor<float>;    // (N, 64), values in [0, 1]
using Labels = fm::Tensor<int64_t>;  // (N)

namespace {

struct Options {
  int iterations = 300, batch = 16, steps = 5, shots = 3, queries = 15, tasks = 600;
  double inner_rate = 1, outer_rate = 0.001;
  std::uint64_t seed = 0;
  std::string data = FM_EXAMPLE_DATA_DIR "/digits.csv", output = "meta_digits";
};

constexpr char const* help = R"(usage: meta_digits [options]
Few-shot learning of handwritten digits: MAML, first-order MAML and plain training side by side.
  --iterations N   meta-training iterations                    (300)
  --batch N        tasks per iteration                         (16)
  --steps N        steps of gradient descent inside a task     (5)
  --shots N        pictures of each digit to learn from        (3)
  --queries N      pictures of each digit to be judged on      (15)
  --tasks N        held-out tasks of the evaluation            (600)
  --inner-rate R   learning rate inside a task                 (1)
  --outer-rate R   learning rate of meta-training (Adam)       (0.001)
  --seed N         seed of everything random                   (0)
  --data FILE      pictures: 64 values 0..16 and the digit     (examples/data/digits.csv)
  --output NAME    writes NAME.csv, and NAME.svg with gnuplot  (meta_digits)
  --help           this text
)";

[[noreturn]] void complain(std::string const& what) {
  std::cerr << "meta_digits: " << what << "\n(try --help)\n";
  std::exit(2);
}

template <class T> void parse(std::string const& option, std::string const& text, T& value, double least) {
  std::istringstream in(text);
  if (!(in >> value) || !in.eof() || static_cast<double>(value) < least)
    complain(option + " needs a number of at least " + (std::ostringstream() << least).str() + ", not '" + text + "'");
}

Options parse_options(int argc, char** argv) {
  Options o;
  for (int i = 1; i < argc; ++i) {
    std::string const option = argv[i];
    if (option == "--help") {
      std::cout << help;
      std::exit(0);
    }
    if (i + 1 == argc) complain(option + " is not an option, or has no value");
    std::string const value = argv[++i];
    if (option == "--iterations")
      parse(option, value, o.iterations, 1);
    else if (option == "--batch")
      parse(option, value, o.batch, 1);
    else if (option == "--steps")
      parse(option, value, o.steps, 1);
    else if (option == "--shots")
      parse(option, value, o.shots, 1);
    else if (option == "--queries")
      parse(option, value, o.queries, 1);
    else if (option == "--tasks")
      parse(option, value, o.tasks, 2);
    else if (option == "--inner-rate")
      parse(option, value, o.inner_rate, 0);
    else if (option == "--outer-rate")
      parse(option, value, o.outer_rate, 0);
    else if (option == "--seed")
      parse(option, value, o.seed, 0);
    else if (option == "--data")
      o.data = value;
    else if (option == "--output")
      o.output = value;
    else
      complain("unknown option " + option);
  }
  return o;
}

// ---- data
using Digits = std::vector<Images>;  // by class

Digits read_digits(std::string const& path) {
  std::ifstream in(path);
  if (!in) complain("cannot read " + path);
  std::vector<std::vector<float>> pixels(10);
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    std::istringstream row(line);
    std::vector<float> values;
    for (std::string cell; std::getline(row, cell, ',');) values.push_back(std::strtof(cell.c_str(), nullptr));
    if (values.size() != 65 || values[64] < 0 || values[64] > 9)
      complain(path + ", line " + std::to_string(number) + ": expected 64 pixel values and a digit");
    auto& of_class = pixels[static_cast<std::size_t>(values[64])];
    for (std::size_t i = 0; i < 64; ++i) of_class.push_back(values[i] / 16);
  }
  Digits digits;
  for (auto const& p : pixels) digits.push_back(fm::from_span<float>({p.size() / 64, 64}, p));
  return digits;
}

struct Task {
  Images support_x, query_x;
  Labels support_y, query_y;
};
constexpr int ways = 3;

/// Three of the classes in random order, and for each some pictures to learn from and others to be judged on.
Task draw_task(Digits const& classes, Options const& o, fm::Tensor<std::uint32_t> const& key) {
  auto const keys = fm::random::split(key, ways + 1);
  auto const chosen = fm::random::choice(keys[ways], static_cast<int64_t>(classes.size()), ways);
  std::vector<Images> support, query;
  for (int way = 0; way < ways; ++way) {
    auto const& pictures = classes[static_cast<std::size_t>(chosen(way))];
    int64_t const wanted = o.shots + o.queries;
    if (wanted > pictures.shape()[0])
      complain("a digit has only " + std::to_string(pictures.shape()[0]) +
               " pictures; ask for fewer shots and queries");
    auto const some =
        fm::take(pictures, fm::random::choice(keys[static_cast<std::size_t>(way)], pictures.shape()[0], wanted));
    support.push_back(some.rows(0, o.shots));
    query.push_back(some.rows(o.shots, wanted));
  }
  auto const labels = [](int64_t of_each) {
    return fm::reshape(fm::broadcast_to(fm::expand_dims(fm::arange<int64_t>(ways), 1), {ways, of_each}), {-1});
  };
  return {fm::concat(0, support), fm::concat(0, query), labels(o.shots), labels(o.queries)};
}

// ---- model
auto network(int64_t outputs) {
  return fm::nn::sequential("fc1"_n = fm::nn::Linear{64, 40}, fm::tanh, "fc2"_n = fm::nn::Linear{40, 40}, fm::tanh,
                            "fc3"_n = fm::nn::Linear{40, outputs});
}
auto const model = network(ways);
using Params = decltype(fm::init<float>(model, fm::random::key(0)));

template <class Model, class P, class X> auto loss(Model const& m, P const& params, X const& x, Labels const& y) {
  return fm::nn::cross_entropy(fm::functional_call(m, params, x), y);
}
double accuracy(Params const& params, Images const& x, Labels const& y) {
  return fm::mean(fm::cast<double>(fm::equal(fm::argmax(fm::functional_call(model, params, x)), y))).item();
}

/// Gradient descent on a task from params on, at any level: the result is differentiable by params, unless the
/// gradients are taken as constants. `each` is told the parameters after 0, 1, ..., steps.
template <class P, class X, class Each>
P adapt(P params, X const& x, Labels const& y, int steps, double rate, bool first_order, Each const& each) {
  each(0, params);
  for (int step = 1; step <= steps; ++step) {
    auto gradient = fm::grad([&](auto const& p) { return loss(model, p, x, y); })(params);
    if (first_order) gradient = fm::stop_gradient(gradient);
    params = fm::tree::map([rate](auto const& p, auto const& g) { return p - rate * g; }, params, gradient);
    each(step, params);
  }
  return params;
}
template <class P, class X>
auto query_loss(P const& params, X const& support_x, X const& query_x, Task const& task, int steps, double rate,
                bool first_order) {
  auto const adapted = adapt(params, support_x, task.support_y, steps, rate, first_order, [](int, auto const&) {});
  return loss(model, adapted, query_x, task.query_y);
}

// ---- progress
class Progress {
 public:
  Progress(std::string name, int total) : name_(std::move(name)), total_(total) {}
  void show(int done, double loss_now) {
    smooth_ = done == 1 ? loss_now : 0.98 * smooth_ + 0.02 * loss_now;
    bool const terminal = isatty(2) != 0;
    if (done != total_ && (terminal ? done % 10 != 0 : done % std::max(1, total_ / 4) != 0)) return;
    double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    int const filled = 30 * done / total_;
    std::fprintf(stderr, "%s%-12s [%s%s] %d/%d  loss %.4f  %.0f iterations/s%s", terminal ? "\r" : "", name_.c_str(),
                 std::string(static_cast<std::size_t>(filled), '#').c_str(),
                 std::string(static_cast<std::size_t>(30 - filled), '.').c_str(), done, total_, smooth_,
                 done / std::max(seconds, 1e-9), terminal && done != total_ ? "" : "\n");
  }

 private:
  std::string name_;
  int total_;
  double smooth_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// ---- the three ways to prepare the network
Params meta_train(Digits const& classes, Options const& o, bool first_order) {
  auto params = fm::init<float>(model, fm::random::key(o.seed));
  auto const optimizer = fm::optim::adam(o.outer_rate);
  auto state = optimizer.init(params);
  Progress progress(first_order ? "first order" : "MAML", o.iterations);
  for (int i = 1; i <= o.iterations; ++i) {
    auto gradient = fm::zeros_like(params);
    double total = 0;
    for (int b = 0; b < o.batch; ++b) {
      auto const key = fm::random::fold_in(fm::random::fold_in(fm::random::key(o.seed + 1), i), b);
      auto const task = draw_task(classes, o, key);
      auto const [value, g] = fm::value_and_grad([&](auto const& p) {
        return query_loss(p, task.support_x, task.query_x, task, o.steps, o.inner_rate, first_order);
      })(params);
      gradient = fm::tree::add(gradient, g);
      total += static_cast<double>(value.item());
    }
    auto const [updates, next] = optimizer.update(fm::tree::scale(1.0 / o.batch, gradient), state, params);
    params = fm::optim::apply_updates(params, updates);
    state = next;
    progress.show(i, total / o.batch);
  }
  return params;
}

Params plain_train(Digits const& classes, Options const& o) {
  auto const wide = network(static_cast<int64_t>(classes.size()));
  auto params = fm::init<float>(wide, fm::random::key(o.seed));
  std::vector<Images> pictures;
  std::vector<Labels> labels;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    pictures.push_back(classes[c]);
    labels.push_back(fm::full<int64_t>({pictures.back().shape()[0]}, c));
  }
  auto const x = fm::concat(0, pictures);
  auto const y = fm::concat(0, labels);
  auto const optimizer = fm::optim::adam(o.outer_rate);
  auto state = optimizer.init(params);
  Progress progress("plain", o.iterations);
  for (int i = 1; i <= o.iterations; ++i) {
    auto const batch = fm::random::choice(fm::random::fold_in(fm::random::key(o.seed + 2), i), x.shape()[0],
                                          std::min<int64_t>(64, x.shape()[0]));
    auto const bx = fm::take(x, batch);
    auto const by = fm::take(y, batch);
    auto const [value, g] = fm::value_and_grad([&](auto const& p) { return loss(wide, p, bx, by); })(params);
    auto const [updates, next] = optimizer.update(g, state, params);
    params = fm::optim::apply_updates(params, updates);
    state = next;
    progress.show(i, static_cast<double>(value.item()));
  }
  // The last layer knows the wrong digits: a new one of three outputs takes its place.
  return params.with("fc3.weight"_n = fm::zeros<float>({ways, 40}), "fc3.bias"_n = fm::zeros<float>({ways}));
}

// ---- evaluation
struct Curve {
  std::vector<double> mean, interval;  // after 0, 1, ... steps; half width of the 95% interval
};
Curve evaluate(Params const& params, Digits const& classes, Options const& o, double rate, std::uint64_t seed,
               int tasks) {
  auto const n = static_cast<std::size_t>(o.steps) + 1;
  std::vector<double> sum(n), squares(n);
  for (int t = 0; t < tasks; ++t) {
    auto const task = draw_task(classes, o, fm::random::fold_in(fm::random::key(seed), t));
    adapt(params, task.support_x, task.support_y, o.steps, rate, true, [&](int step, Params const& p) {
      double const a = accuracy(p, task.query_x, task.query_y);
      sum[static_cast<std::size_t>(step)] += a;
      squares[static_cast<std::size_t>(step)] += a * a;
    });
  }
  Curve c;
  for (std::size_t s = 0; s < n; ++s) {
    double const mean = sum[s] / tasks, variance = std::max(0.0, (squares[s] - tasks * mean * mean) / (tasks - 1));
    c.mean.push_back(mean);
    c.interval.push_back(1.96 * std::sqrt(variance / tasks));
  }
  return c;
}

/// Plain training has no rate of its own for the adaptation: it gets the one that serves it best on the training digits.
double best_rate(Params const& params, Digits const& classes, Options const& o) {
  double best = 0, most = -1;
  for (double rate : {0.03, 0.1, 0.3, 1.0, 3.0}) {
    double const a = evaluate(params, classes, o, rate, o.seed + 3, std::max(20, o.tasks / 6)).mean.back();
    if (a > most) {
      most = a;
      best = rate;
    }
  }
  return best;
}

// ---- output
void write_results(Options const& o, std::vector<std::string> const& names, std::vector<Curve> const& curves) {
  std::ofstream csv(o.output + ".csv");
  csv << "steps";
  for (auto const& n : names) csv << "," << n << "," << n << " interval";
  csv << "\n";
  for (std::size_t s = 0; s < curves[0].mean.size(); ++s) {
    csv << s;
    for (auto const& c : curves) csv << "," << c.mean[s] << "," << c.interval[s];
    csv << "\n";
  }
  csv.close();
  if (!csv) complain("cannot write " + o.output + ".csv");
  std::cout << "\nwrote " << o.output << ".csv";
  if (std::system("command -v gnuplot > /dev/null 2>&1") == 0) {
    std::FILE* plot = popen("gnuplot", "w");
    if (plot != nullptr) {
      std::fprintf(plot,
                   "set terminal svg size 720,480 background 'white'\nset output '%s.svg'\nset datafile separator ','\n"
                   "set title 'Digits 7, 8, 9 after %d pictures of each'\nset xlabel 'steps of gradient descent'\n"
                   "set ylabel 'accuracy'\nset key bottom right\nset grid\nplot",
                   o.output.c_str(), o.shots);
      for (std::size_t i = 0; i < names.size(); ++i)
        std::fprintf(plot, "%s '%s.csv' every ::1 using 1:%zu:%zu with yerrorlines linewidth 2 title '%s'",
                     i ? "," : "", o.output.c_str(), 2 + 2 * i, 3 + 2 * i, names[i].c_str());
      std::fprintf(plot, "\n");
      if (pclose(plot) == 0) std::cout << " and " << o.output << ".svg";
    }
  }
  std::cout << "\n";
}

/// The derivative of the query loss along a direction, through all inner steps: by jvp, and by a finite difference.
void compare_derivative(Params const& start, Digits const& classes, Options const& o) {
  auto const task = draw_task(classes, o, fm::random::key(o.seed + 4));
  auto const to_double = [](auto const& t) { return fm::cast<double>(t); };
  auto const params = fm::tree::map(to_double, start);
  auto const direction = fm::init<double>(model, fm::random::key(o.seed + 5));
  auto const support = fm::cast<double>(task.support_x), query = fm::cast<double>(task.query_x);
  auto const f = [&](auto const& p) { return query_loss(p, support, query, task, o.steps, o.inner_rate, false); };
  double const exact = fm::jvp(f, params, direction).second.item();
  double const h = 1e-5;
  auto const at = [&](double t) { return f(fm::tree::add(params, fm::tree::scale(t, direction))).item(); };
  double const difference = (at(h) - at(-h)) / (2 * h);
  std::printf(
      "\nderivative of the query loss along a direction, through %d inner steps\n  jvp                %.10f\n  finite "
      "difference  %.10f   (relative difference %.1e)\n",
      o.steps, exact, difference, std::fabs(exact - difference) / std::max(1e-300, std::fabs(exact)));
}

}  // namespace

int main(int argc, char** argv) try {
  Options const o = parse_options(argc, argv);
  Digits const digits = read_digits(o.data);
  Digits const training(digits.begin(), digits.begin() + 7), held_out{digits[7], digits[8], digits[9]};
  std::cout << "Telling digits 7, 8, 9 apart after " << o.shots
            << " pictures of each; the network was trained on digits 0 to 6 only.\n"
            << fm::summary(model) << std::flush;

  auto const maml = meta_train(training, o, false);
  auto const first_order = meta_train(training, o, true);
  auto const plain = plain_train(training, o);
  double const plain_rate = best_rate(plain, training, o);

  std::vector<std::string> const names{"MAML", "first-order MAML", "plain training"};
  std::vector<Curve> const curves{evaluate(maml, held_out, o, o.inner_rate, o.seed + 6, o.tasks),
                                  evaluate(first_order, held_out, o, o.inner_rate, o.seed + 6, o.tasks),
                                  evaluate(plain, held_out, o, plain_rate, o.seed + 6, o.tasks)};
  std::printf("\naccuracy on held-out digits, mean of %d tasks with 95%% interval\nsteps", o.tasks);
  for (auto const& n : names) std::printf("  %18s", n.c_str());
  std::printf("\n");
  for (std::size_t s = 0; s < curves[0].mean.size(); ++s) {
    std::printf("%5zu", s);
    for (auto const& c : curves) std::printf("    %6.2f%% +- %4.2f%%", 100 * c.mean[s], 100 * c.interval[s]);
    std::printf("\n");
  }
  compare_derivative(maml, held_out, o);
  std::fflush(stdout);
  write_results(o, names, curves);
} catch (std::exception const& e) {
  std::cerr << "meta_digits: " << e.what() << "\n";
  return 1;
}
