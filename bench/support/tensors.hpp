// tensors.hpp: inputs of the benchmarks as fmod tensors, and digests of trees
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/fmod.hpp>

#include "serve.hpp"

namespace bench {
using namespace fm::literals;

constexpr double single = 2e-4, twice = 1e-9;  // tolerances for float and double

template <class S = float> fm::Tensor<S> pattern(fm::Shape const& shape, std::uint32_t start, double scale) {
  return fm::from_span<S>(shape, bench::numbers<S>(static_cast<std::size_t>(shape.size()), start, scale));
}
/// Whole numbers from 0 to classes - 1.
inline fm::Tensor<fm::int64_t> labels(fm::Shape const& shape, std::uint32_t start, int classes) {
  std::vector<fm::int64_t> v(static_cast<std::size_t>(shape.size()));
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<fm::int64_t>(bench::hash01(i, start) * classes);
  return fm::from_span<fm::int64_t>(shape, v);
}
/// weight (out, in) and bias (out) of a linear layer, as in PyTorch.
template <class S = float> auto layer(fm::int64_t in, fm::int64_t out, std::uint32_t start) {
  double const scale = 2 / std::sqrt(static_cast<double>(in));
  return fm::dict("weight"_n = bench::pattern<S>({out, in}, start, scale),
                  "bias"_n = bench::pattern<S>({out}, start + 1, scale));
}

template <class Tree>
requires(!std::is_arithmetic_v<Tree>) void digest(Digest& d, Tree const& tree) {
  fm::tree::for_each(
      [&d](auto const& leaf) {
        if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(leaf)>>)
          digest(d, static_cast<double>(leaf));
        else
          d.add(leaf.data(), static_cast<std::size_t>(leaf.size()));
      },
      tree);
}

}  // namespace bench
