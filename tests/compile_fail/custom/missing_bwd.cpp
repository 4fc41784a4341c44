// tests/compile_fail/custom/missing_bwd.cpp: custom_vjp with fwd only
// SPDX-License-Identifier: MIT
// EXPECT: custom_vjp\(f, fwd, bwd\): a rule is missing: fwd\(x\) returns std::pair\(f\(x\), residuals\)
// EXPECT-ERRORS: 1
#include <fmod/transforms/custom.hpp>

int main() {
  fm::custom_vjp([](auto const& x) { return x; }, [](auto const& x) { return std::pair(x, x); });
}
