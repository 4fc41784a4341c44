// lse.hpp: GradBench's log-sum-exp
// SPDX-License-Identifier: MIT
#pragma once
#include "gmm.hpp"

namespace gradbench::lse {

struct Scalars {
  template <class T> T operator()(std::vector<T> const& x) const { return gmm::logsumexp(x); }
};
struct Tensors {
  auto operator()(auto const& x) const { return fm::logsumexp(x); }
};

}  // namespace gradbench::lse
