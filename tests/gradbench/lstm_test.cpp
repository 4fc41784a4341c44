// lstm_test.cpp: GradBench's LSTM against the reference results, on tensors and on numbers
// SPDX-License-Identifier: MIT
#include "lstm.hpp"

#include <support/catch.hpp>

using namespace gradbench;

namespace {
std::string const folder = FM_TEST_DATA_DIR "/adbench";
constexpr double tolerance = 1e-10;
char const* const sizes[] = {"lstm/lstm_l2_c16", "lstm/lstm_l2_c1024"};

double dot(Numbers const& x, Numbers const& y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}
}  // namespace

TEST_CASE("lstm on tensors: value and gradient, directional derivative", "[lstm]") {
  for (std::string const name : sizes) {
    auto const input = read(folder, name + ".input.json"), expected = read(folder, name + ".expected.json");
    auto const p = lstm::tensor_parameters(input);
    auto const state = tensor(input["state"].get<Rows>()), sequence = tensor(input["sequence"].get<Rows>());
    auto const [value, gradient] = fm::value_and_grad(lstm::Tensors{})(p, state, sequence);
    auto const want = flat(expected["jacobian"]);
    CHECK(distance(value.item(), expected["objective"]) <= tolerance);
    CHECK(distance(flat(gradient), want) <= tolerance);
    CHECK(distance(fm::jvp(lstm::Tensors{}, p, p, state, sequence).second.item(), dot(flat(p), want)) <= tolerance);
  }
}

TEST_CASE("lstm on numbers: value and gradient, directional derivative", "[lstm]") {
  for (std::string const name : sizes) {
    auto const input = read(folder, name + ".input.json"), expected = read(folder, name + ".expected.json");
    auto const p = lstm::scalar_parameters(input);
    auto const state = input["state"].get<Rows>(), sequence = input["sequence"].get<Rows>();
    auto const [value, gradient] = fm::value_and_grad(lstm::Scalars{})(p, state, sequence);
    auto const want = flat(expected["jacobian"]);
    CHECK(distance(value, expected["objective"]) <= tolerance);
    CHECK(distance(flat(gradient), want) <= tolerance);
    CHECK(distance(fm::jvp(lstm::Scalars{}, p, p, state, sequence).second, dot(flat(p), want)) <= tolerance);
  }
}
