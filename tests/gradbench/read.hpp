// read.hpp: the inputs and reference results of the GradBench problems, and how results are compared
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/fmod.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace gradbench {

using Json = nlohmann::json;
using Numbers = std::vector<double>;
using Rows = std::vector<std::vector<double>>;

/// A file below `folder`, which holds one folder for each problem.
inline Json read(std::string const& folder, std::string const& name) {
  std::ifstream file(folder + "/" + name);
  if (!file) throw std::runtime_error("cannot open " + folder + "/" + name);
  return Json::parse(file);
}

inline fm::Tensor<double> tensor(Numbers const& v) { return fm::from_vector(v); }
inline fm::Tensor<double> tensor(Rows const& rows) {
  Numbers flat;
  for (auto const& row : rows) flat.insert(flat.end(), row.begin(), row.end());
  return fm::from_span<double>(fm::Shape{rows.size(), rows.empty() ? 0 : rows[0].size()}, flat);
}

/// The measure of GradBench: |x - y| / max(1, |x| + |y|).
inline double distance(double x, double y) { return std::abs(x - y) / std::max(1.0, std::abs(x) + std::abs(y)); }
/// The largest distance between corresponding numbers; infinity if one is missing or NaN.
inline double distance(Numbers const& x, Numbers const& y) {
  if (x.size() != y.size()) return INFINITY;
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double const d = distance(x[i], y[i]);
    most = d <= most ? most : std::isnan(d) ? INFINITY : d;
  }
  return most;
}
/// The numbers of a tree of numbers or tensors, in order.
template <class Tree> Numbers flat(Tree const& tree) {
  Numbers r;
  fm::tree::for_each(
      [&](auto const& leaf) {
        if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(leaf)>>)
          r.push_back(leaf);
        else
          r.insert(r.end(), leaf.span().begin(), leaf.span().end());
      },
      tree);
  return r;
}
inline Numbers flat(Json const& j) {
  Numbers r;
  if (j.is_number())
    r.push_back(j.get<double>());
  else
    for (auto const& part : j) {
      Numbers const inner = flat(part);
      r.insert(r.end(), inner.begin(), inner.end());
    }
  return r;
}

}  // namespace gradbench
