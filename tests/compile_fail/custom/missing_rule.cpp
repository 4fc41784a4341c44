// tests/compile_fail/custom/missing_rule.cpp: custom_jvp without its rule
// SPDX-License-Identifier: MIT
// EXPECT: custom_jvp\(f, rule\): the rule is missing: rule\(x, dx\) returns std::pair\(f\(x\), tangent\)
// EXPECT-ERRORS: 1
#include <fmod/transforms/custom.hpp>

int main() {
  fm::custom_jvp([](auto const& x) { return x; });
}
