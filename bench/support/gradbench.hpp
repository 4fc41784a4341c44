// gradbench.hpp: the inputs of GradBench for the benchmarks
// SPDX-License-Identifier: MIT
#pragma once
#include "../../tests/gradbench/read.hpp"
#include "tensors.hpp"

namespace bench {

inline gradbench::Json input(std::string const& name) {
  return gradbench::read(FM_BENCH_DATA_DIR, name + ".input.json");
}

}  // namespace bench
