// tests/compile_fail/transforms/compare_mask.cpp: elements of bool beside a number
// SPDX-License-Identifier: MIT
// EXPECT: a tensor of bool is compared with a number; convert it with fm::cast<fm::int64_t>\(x\)
#include <fmod/fmod.hpp>

int main() { return fm::any(fm::equal(fm::tensor<double>({1, 2}) > 1.0, 2)); }
