// det.hpp: GradBench's determinant by expansion in minors
// SPDX-License-Identifier: MIT
#pragma once
#include "read.hpp"

namespace gradbench::det {

/// The determinant of a square matrix, row by row: expansion along the first row that is left.
struct Determinant {
  template <class T> T operator()(std::vector<T> const& a, std::size_t size) const {
    std::vector<std::size_t> columns(size);
    for (std::size_t i = 0; i < size; ++i) columns[i] = i;
    return expanded(a, size, 0, columns);
  }

 private:
  template <class T>
  static T expanded(std::vector<T> const& a, std::size_t size, std::size_t row,
                    std::vector<std::size_t> const& columns) {
    if (columns.size() == 1) return a[row * size + columns[0]];
    T sum(0);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      auto rest = columns;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(c));
      T const term = a[row * size + columns[c]] * expanded(a, size, row + 1, rest);
      if (c % 2 == 0)
        sum += term;
      else
        sum -= term;
    }
    return sum;
  }
};

}  // namespace gradbench::det
