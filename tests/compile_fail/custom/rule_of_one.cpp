// tests/compile_fail/custom/rule_of_one.cpp: a rule that takes the argument without its tangent
// SPDX-License-Identifier: MIT
// EXPECT: custom_jvp: the rule takes the arguments and then their tangents, rule\(x, dx\)
#include <fmod/transforms/custom.hpp>
#include <fmod/transforms/jvp.hpp>

int main() {
  auto const f = fm::custom_jvp([](auto const& x) { return x; }, [](auto const& x) { return x; });
  return fm::jvp(f, 1.0, 1.0).second > 0;
}
