// serve.hpp: the protocol of benchmark programs: cases by name, digests of their results, times on request
// SPDX-License-Identifier: MIT
//
// A program registers cases and serves them: it reads lines and answers each with one line.
//   cases              the names and tolerances of all cases: NAME|TOLERANCE, separated by tabs
//   NAME <tab> 0       makes the case if need be, runs it once: the digest of the result
//   NAME <tab> N       runs it N times: the seconds for one, by the clock on the wall and of processor time
// bench/peers/common.py is the same for Python. This header knows nothing of fmod, so peers in C++ use it, too.
#pragma once
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <exception>
#include <functional>
#include <iostream>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace bench {

/// A number in [0, 1) from two integers: the same in every language, so that inputs need no files.
inline double hash01(std::uint64_t i, std::uint32_t start) {
  auto h = static_cast<std::uint32_t>(i * 2654435761u + start * 40503u + 12345u);
  h = (h ^ (h >> 16)) * 0x45d9f3bu;
  h = (h ^ (h >> 16)) * 0x45d9f3bu;
  return static_cast<double>(h ^ (h >> 16)) / 4294967296.0;
}
/// scale * (hash01 - 1/2), in row-major order.
template <class S> std::vector<S> numbers(std::size_t count, std::uint32_t start, double scale) {
  std::vector<S> v(count);
  for (std::size_t i = 0; i < count; ++i) v[i] = static_cast<S>(scale * (hash01(i, start) - 0.5));
  return v;
}

/// Two numbers for each array of a result: its product with the hash, and its norm.
struct Digest {
  std::vector<double> values;
  template <class S> void add(S const* x, std::size_t count) {
    double product = 0, squares = 0;
    for (std::size_t i = 0; i < count; ++i) {
      double const v = static_cast<double>(x[i]);
      product += v * (hash01(i, 0) + 0.5);
      squares += v * v;
    }
    values.push_back(product);
    values.push_back(std::sqrt(squares));
  }
};
inline void digest(Digest& d, double x) { d.add(&x, 1); }
template <class S>
requires std::is_arithmetic_v<S>
void digest(Digest& d, std::vector<S> const& x) { d.add(x.data(), x.size()); }
template <class A, class B> void digest(Digest& d, std::pair<A, B> const& x) {
  digest(d, x.first);
  digest(d, x.second);
}

/// The compiler must assume that somebody reads x.
template <class T> void keep(T const& x) { asm volatile("" : : "g"(&x) : "memory"); }
/// x, of which the compiler knows nothing.
inline double opaque(double x) {
  asm volatile("" : "+m"(x));
  return x;
}

class Program {
 public:
  /// make() sets a case up and returns the step that is timed. The step's result is compared with that of the peers:
  /// relative to its norm they may differ by the tolerance.
  template <class Make> void add(std::string name, double tolerance, Make make) {
    using Step = decltype(make());
    cases_.push_back(
        {std::move(name), tolerance, [make, step = std::optional<Step>()](std::int64_t repeats, Digest& d) mutable {
           if (!step) step.emplace(make());
           if (repeats == 0) digest(d, (*step)());
           for (std::int64_t i = 0; i < repeats; ++i) {
             auto const result = (*step)();
             bench::keep(result);
           }
         }});
  }
  int serve() {
    for (std::string line; std::getline(std::cin, line);) {
      try {
        answer(line);
      } catch (std::exception const& e) {
        std::printf("error %s", e.what());
      }
      std::printf("\n");
      std::fflush(stdout);
    }
    return 0;
  }

 private:
  struct Case {
    std::string name;
    double tolerance;
    std::function<void(std::int64_t, Digest&)> run;
  };
  void answer(std::string const& line) {
    if (line == "cases") {
      for (auto const& c : cases_) std::printf("%s%s|%g", &c == cases_.data() ? "" : "\t", c.name.c_str(), c.tolerance);
      return;
    }
    auto const tab = line.find('\t');
    for (auto& c : cases_) {
      if (tab == std::string::npos || c.name != line.substr(0, tab)) continue;
      Digest d;
      std::int64_t const repeats = std::stoll(line.substr(tab + 1));
      auto const wall = std::chrono::steady_clock::now();
      auto const processor = std::clock();
      c.run(repeats, d);
      std::chrono::duration<double> const passed = std::chrono::steady_clock::now() - wall;
      double const used = static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC;
      auto const n = static_cast<double>(repeats);
      if (repeats > 0) std::printf("%.9g %.9g", passed.count() / n, used / n);
      for (double v : d.values) std::printf("%.17g ", v);
      return;
    }
    std::printf("error no such case");
  }
  std::vector<Case> cases_;
};

}  // namespace bench
