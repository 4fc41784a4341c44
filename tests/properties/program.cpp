// tests/properties/program.cpp: how programs are chosen
// SPDX-License-Identifier: MIT
#include "properties/program.hpp"

#include <cstdlib>

namespace properties {

std::string text_of(Code const& code) {
  std::string text;
  for (std::size_t i = 0; i < code.size(); ++i) {
    OpInfo const& op = all_ops[code[i].op];
    text += "r" + std::to_string(i + 2) + " = " + op.name + "(r" + std::to_string(code[i].a);
    if (op.arity == 2) text += ", r" + std::to_string(code[i].b);
    text += "); ";
  }
  return text;
}

int seed_count() {
  char const* const given = std::getenv("FM_TEST_SEEDS");
  return given == nullptr ? 300 : std::max(1, std::atoi(given));
}

T random_vector(std::mt19937& random, double low, double high) {
  std::vector<double> v;
  for (int64_t i = 0; i < width; ++i)
    v.push_back(low + (high - low) * static_cast<double>(random()) / static_cast<double>(std::mt19937::max()));
  return fm::from_span<double>({width}, v);
}

Choice choose(unsigned seed, std::function<T(int, T const&, T const&)> const& run,
              std::function<bool(int)> const& has) {
  std::mt19937 random(seed * 2654435761u + 1);
  Choice c;
  std::size_t const lanes = 3;
  for (std::size_t i = 0; i < lanes; ++i) {
    c.xs.push_back(random_vector(random, -1.5, 1.5));
    c.ys.push_back(random_vector(random, 0.3, 2));
  }
  // Registers at every pair of points.
  std::vector<std::vector<T>> r(lanes * lanes);
  for (std::size_t i = 0; i < r.size(); ++i) r[i] = {c.xs[i / lanes], c.ys[i % lanes]};
  std::size_t const length = 2 + random() % 5;
  for (int tries = 0; c.code.size() < length && tries < 400; ++tries) {
    int const op = static_cast<int>(random() % static_cast<unsigned>(op_count));
    if (!has(op)) continue;
    // The newest register takes part in most steps, so that few are dead.
    std::size_t const known = r[0].size();
    auto const pick = [&] { return random() % 3 == 0 ? random() % known : known - 1; };
    Step const step{op, static_cast<int>(pick()), static_cast<int>(random() % known)};
    std::vector<T> made;
    for (auto const& at : r) {
      T const &a = at[static_cast<std::size_t>(step.a)], &b = at[static_cast<std::size_t>(step.b)];
      if (!all_ops[op].fits(a, b)) break;
      made.push_back(run(op, a, b));
      if (!every(made.back(), [](double z) { return std::fabs(z) < 4; })) break;
      if (made.size() == r.size()) {
        for (std::size_t i = 0; i < r.size(); ++i) r[i].push_back(made[i]);
        c.code.push_back(step);
        break;
      }
    }
  }
  return c;
}

bool close(T const& a, T const& b, double tolerance) {
  if (!(a.shape() == b.shape())) return false;
  double scale = 1;
  for (int64_t i = 0; i < a.size(); ++i) scale = std::max({scale, std::fabs(a.data()[i]), std::fabs(b.data()[i])});
  for (int64_t i = 0; i < a.size(); ++i)
    if (!(std::fabs(a.data()[i] - b.data()[i]) <= tolerance * scale)) return false;
  return true;
}

}  // namespace properties
