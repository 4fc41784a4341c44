// tests/package/consumer/main.cpp: a user's program: named parameters, a loss, its gradient
// SPDX-License-Identifier: MIT
#include <fmod/fmod.hpp>

#include <cmath>
#include <iostream>

using namespace fm::literals;

int main() {
  auto params = fm::dict("weight"_n = fm::tensor<double>({{1, 2}, {3, 4}}), "bias"_n = fm::tensor<double>({5, 6}));
  auto x = fm::tensor<double>({{1, 1}, {0, 0}});
  auto loss = [](auto const& p, auto const& input) {
    auto y = fm::matmul(input, p["weight"_n]) + p["bias"_n];
    return fm::sum(y * y);
  };

  // y = {{9, 12}, {5, 6}}, so d loss / d bias = 2 (14, 18), and each row of d loss / d weight is 2 (9, 12)
  auto [value, gradient] = fm::value_and_grad(loss)(params, x);
  auto near = [](double a, double b) { return std::abs(a - b) < 1e-12; };
  bool ok = near(value.item(), 286) && near(gradient["bias"_n](0), 28) && near(gradient["bias"_n](1), 36) &&
            near(gradient["weight"_n](0, 1), 24) && near(gradient["weight"_n](1, 0), 18);
  std::cout << "fmod " << fm::version << ": loss " << value << ", " << (ok ? "ok" : "WRONG") << '\n';
  return ok ? 0 : 1;
}
