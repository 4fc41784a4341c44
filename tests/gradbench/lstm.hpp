// lstm.hpp: GradBench's LSTM with diagonal weights, on tensors and on numbers
// SPDX-License-Identifier: MIT
//
// b: width, layers: number of layers. Parameters: main (2 layers, 4 b), for each layer a row of weights and a row of
// biases of the gates forget, in, out, change; extra (3, b): weights of the input, weights and biases of the output.
// state (2 layers, b): for each layer hidden and cell. The loss is the mean negative log-likelihood of each next input,
// with log(2 + sum exp) for the normaliser.
#pragma once
#include "read.hpp"

namespace gradbench::lstm {
using namespace fm::literals;

// ---- tensors
struct Tensors {
  template <class P>
  auto operator()(P const& p, fm::Tensor<double> const& state, fm::Tensor<double> const& sequence) const {
    auto const& main = p["main"_n];
    auto const& extra = p["extra"_n];
    fm::int64_t const layers = main.shape()[0] / 2, steps = sequence.shape()[0] - 1, b = sequence.shape()[1];
    using T = std::remove_cvref_t<decltype(main)>;
    std::vector<T> hidden, cell;
    std::vector<std::array<T, 4>> weight, bias;
    for (fm::int64_t i = 0; i < layers; ++i) {
      hidden.push_back(fm::lift(state[2 * i], main));
      cell.push_back(fm::lift(state[2 * i + 1], main));
      weight.push_back(gates(main[2 * i], b));
      bias.push_back(gates(main[2 * i + 1], b));
    }
    auto total = fm::lift(fm::scalar(0.0), main);
    T const from_input = extra[0], to_output = extra[1], offset = extra[2];
    for (fm::int64_t t = 0; t < steps; ++t) {
      T x = sequence[t] * from_input;
      for (std::size_t i = 0; i < hidden.size(); ++i) {
        auto const& [wf, wi, wo, wc] = weight[i];
        auto const& [bf, bi, bo, bc] = bias[i];
        auto const forget = fm::sigmoid(x * wf + bf), in = fm::sigmoid(hidden[i] * wi + bi),
                   out = fm::sigmoid(x * wo + bo);
        cell[i] = cell[i] * forget + in * fm::tanh(hidden[i] * wc + bc);
        hidden[i] = out * fm::tanh(cell[i]);
        x = hidden[i];
      }
      T const y = x * to_output + offset;
      total = total + fm::sum(sequence[t + 1] * (y - fm::log(2.0 + fm::sum(fm::exp(y)))));
    }
    return -total / static_cast<double>(steps * b);
  }

 private:
  template <class T> static std::array<T, 4> gates(T const& row, fm::int64_t b) {
    return {fm::slice(row, 0, 0, b), fm::slice(row, 0, b, 2 * b), fm::slice(row, 0, 2 * b, 3 * b),
            fm::slice(row, 0, 3 * b, 4 * b)};
  }
};

// ---- numbers
struct Scalars {
  template <class P> auto operator()(P const& p, Rows const& state, Rows const& sequence) const {
    using std::exp, std::log, std::tanh;
    auto const& main = p["main"_n];
    auto const& extra = p["extra"_n];
    using T = typename std::remove_cvref_t<decltype(main)>::value_type::value_type;
    std::size_t const layers = main.size() / 2, steps = sequence.size() - 1, b = sequence[0].size();
    std::vector<std::vector<T>> s;
    for (auto const& row : state) s.emplace_back(row.begin(), row.end());
    std::vector<T> x(b), y(b);
    T total(0);
    for (std::size_t t = 0; t < steps; ++t) {
      for (std::size_t j = 0; j < b; ++j) x[j] = sequence[t][j] * extra[0][j];
      for (std::size_t i = 0; i < layers; ++i) {
        auto const& w = main[2 * i];
        auto const& c = main[2 * i + 1];
        auto& hidden = s[2 * i];
        auto& cell = s[2 * i + 1];
        for (std::size_t j = 0; j < b; ++j) {
          T const forget = fm::sigmoid(x[j] * w[j] + c[j]), in = fm::sigmoid(hidden[j] * w[b + j] + c[b + j]);
          T const out = fm::sigmoid(x[j] * w[2 * b + j] + c[2 * b + j]);
          cell[j] = cell[j] * forget + in * tanh(hidden[j] * w[3 * b + j] + c[3 * b + j]);
          hidden[j] = out * tanh(cell[j]);
          x[j] = hidden[j];
        }
      }
      T sum(2);
      for (std::size_t j = 0; j < b; ++j) {
        y[j] = x[j] * extra[1][j] + extra[2][j];
        sum += exp(y[j]);
      }
      T const normaliser = log(sum);
      for (std::size_t j = 0; j < b; ++j) total += sequence[t + 1][j] * (y[j] - normaliser);
    }
    return T(-total / static_cast<double>(steps * b));
  }
};

inline auto scalar_parameters(Json const& input) {
  return fm::dict("main"_n = input["main_params"].get<Rows>(), "extra"_n = input["extra_params"].get<Rows>());
}
inline auto tensor_parameters(Json const& input) {
  return fm::dict("main"_n = tensor(input["main_params"].get<Rows>()),
                  "extra"_n = tensor(input["extra_params"].get<Rows>()));
}

}  // namespace gradbench::lstm
