// tests/compile_fail/custom/rule_without_value.cpp: a rule that returns the tangent only
// SPDX-License-Identifier: MIT
// EXPECT: custom_jvp: the rule must return std::pair\(value, tangent\)
#include <fmod/transforms/custom.hpp>
#include <fmod/transforms/jvp.hpp>

int main() {
  auto const f = fm::custom_jvp([](auto const& x) { return x; }, [](auto const&, auto const& dx) { return dx; });
  return fm::jvp(f, 1.0, 1.0).second > 0;
}
