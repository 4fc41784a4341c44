// bench/mapping.cpp: what vmap costs: gradients and gradient norms of each sample, Jacobians; float, one thread
// SPDX-License-Identifier: MIT
//
// usage: mapping [ROUNDS [FILTER]]. Each row compares two ways in turn, round after round, so that both see the same
// machine; it gives the medians and the median of the ratios of the rounds.
#include <fmod/fmod.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

using namespace fm::literals;

namespace {

using Floats = fm::Tensor<float>;

double seconds_of(auto const& f, int repeats) {
  auto const start = std::chrono::steady_clock::now();
  for (int i = 0; i < repeats; ++i) f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / repeats;
}
double median(std::vector<double> v) {
  std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
  return v[v.size() / 2];
}

struct Table {
  int rounds;
  std::string filter;

  void row(std::string const& name, char const* target, auto const& ours, auto const& theirs) const {
    if (name.find(filter) == std::string::npos) return;
    auto const repeats_of = [](auto const& f) { return std::max(1, static_cast<int>(0.02 / seconds_of(f, 1))); };
    ours(), theirs();
    int const n = repeats_of(ours), m = repeats_of(theirs);
    std::vector<double> a, b, ratio;
    for (int i = 0; i < rounds; ++i) {
      a.push_back(seconds_of(ours, n));
      b.push_back(seconds_of(theirs, m));
      ratio.push_back(a.back() / b.back());
    }
    std::printf("%-62s %10.1f %10.1f %8.2f   %s\n", name.c_str(), 1e6 * median(a), 1e6 * median(b), median(ratio),
                target);
    std::fflush(stdout);
  }
};

void per_sample(Table const& table) {
  constexpr int64_t batch = 128;
  auto const net = fm::nn::sequential("fc1"_n = fm::nn::Linear{784, 128}, fm::tanh, "fc2"_n = fm::nn::Linear{128, 10});
  auto const params = fm::init<float>(net, fm::random::key(0));
  auto const x = fm::random::uniform<float>(fm::random::key(1), {batch, 784});
  auto const y = fm::random::randint(fm::random::key(2), {batch}, 0, 10);
  auto const loss = [&](auto const& p, auto const& in, auto const& label) {
    return fm::nn::cross_entropy(fm::functional_call(net, p, in), label);
  };
  int64_t const count = batch * fm::count(net);
  Floats const from = fm::ones<float>({count});
  Floats to = fm::zeros<float>({count});
  float* const target = to.mutable_data();

  auto const of_batch = [&] { return fm::grad(loss)(params, x, y); };
  auto const copy = [&] { std::memcpy(target, from.data(), sizeof(float) * static_cast<std::size_t>(count)); };
  auto const of_each = [&] { return fm::vmap(fm::grad(loss), fm::in_axes<fm::none, 0, 0>)(params, x, y); };
  auto const norms = [&] {
    return fm::vmap(
        [&](auto const& in, auto const& label) { return fm::tree::norm(fm::grad(loss)(params, in, label)); })(x, y);
  };
  auto const loop = [&] { return fm::vmap_loop(fm::grad(loss), fm::in_axes<fm::none, 0, 0>)(params, x, y); };
  table.row("vmap(grad) : batch gradient and a copy of the result", "<= 1.3", of_each, [&] { of_batch(), copy(); });
  table.row("vmap(norm of grad) : batch gradient", "<= 2", norms, of_batch);
  table.row("vmap_loop(grad) : vmap(grad)", "", loop, of_each);
}

void jacobians(Table const& table) {
  constexpr int64_t n = 64;
  auto const net = fm::nn::sequential("fc1"_n = fm::nn::Linear{n, n}, fm::tanh, "fc2"_n = fm::nn::Linear{n, n});
  auto const params = fm::init<float>(net, fm::random::key(0));
  auto const x = fm::random::uniform<float>(fm::random::key(1), {n});
  auto const basis = fm::eye<float>(n);
  auto const f = [&](auto const& in) { return fm::functional_call(net, params, in); };
  auto const stacked = [&](auto const& row) {
    std::vector<Floats> rows;
    for (int64_t i = 0; i < n; ++i) rows.push_back(row(basis[i]));
    return fm::stack(0, rows);
  };
  auto const vjp_each = [&] { return stacked([&](Floats const& e) { return fm::vjp(f, x).second(e); }); };
  auto const vjp_once = [&] { return stacked(fm::vjp(f, x).second); };
  auto const jvp_each = [&] { return stacked([&](Floats const& e) { return fm::jvp(f, x, e).second; }); };
  table.row("a vjp for each row : jacrev", ">= 10", vjp_each, [&] { return fm::jacrev(f)(x); });
  table.row("a pullback for each row : jacrev", "", vjp_once, [&] { return fm::jacrev(f)(x); });
  table.row("a vjp for each row : jacfwd", ">= 10", vjp_each, [&] { return fm::jacfwd(f)(x); });
  table.row("a jvp for each column : jacfwd", "", jvp_each, [&] { return fm::jacfwd(f)(x); });
  table.row(
      "jacrev : f", "", [&] { return fm::jacrev(f)(x); }, [&] { return f(x); });
}

}  // namespace

int main(int argc, char** argv) {
  Table const table{argc > 1 ? std::atoi(argv[1]) : 21, argc > 2 ? argv[2] : ""};
  if (table.rounds < 1) {
    std::fprintf(stderr, "usage: mapping [ROUNDS [FILTER]]\n");
    return 2;
  }
  std::printf("%-62s %10s %10s %8s   target\n", "A : B", "A us", "B us", "A / B");
  per_sample(table);
  jacobians(table);
}
