// examples/digits.hpp: reads the pictures of handwritten digits in examples/data
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/fmod.hpp>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

struct Digits {
  fm::Tensor<float> x;    // (N, 64), values in [0, 1]
  fm::Tensor<int64_t> y;  // (N), 0 to 9

  int64_t size() const { return y.size(); }
  Digits rows(int64_t first, int64_t last) const { return {x.rows(first, last), y.rows(first, last)}; }
  Digits at(fm::Tensor<int64_t> const& which) const { return {fm::take(x, which), fm::take(y, which)}; }
};

/// A line for each picture: 64 values from 0 to 16, then the digit. Throws: fm::io_error with the line.
inline Digits read_digits(std::string const& path) {
  std::ifstream in(path);
  if (!in) throw fm::io_error("cannot read " + path);
  std::vector<float> pixels;
  std::vector<int64_t> labels;
  std::string line;
  while (std::getline(in, line)) {
    std::istringstream row(line);
    std::vector<float> values;
    for (std::string cell; std::getline(row, cell, ',');) values.push_back(std::strtof(cell.c_str(), nullptr));
    if (values.size() != 65 || values[64] < 0 || values[64] > 9)
      throw fm::io_error(path + ", line " + std::to_string(labels.size() + 1) +
                         ": expected 64 pixel values and a digit");
    for (std::size_t i = 0; i < 64; ++i) pixels.push_back(values[i] / 16);
    labels.push_back(static_cast<int64_t>(values[64]));
  }
  return {fm::from_span<float>({labels.size(), 64}, pixels), fm::from_span<int64_t>({labels.size()}, labels)};
}
