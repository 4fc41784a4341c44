// tests/compile_fail/transforms/capture_jvp_in_jvp.cpp: the outer x of a jvp, used undeclared inside a jvp
// SPDX-License-Identifier: MIT
// EXPECT: a value of one transform meets a value of another transform at the same level.*pass that value as an explicit argument.*fm::capturing
#include <fmod/fmod.hpp>

int main() {
  return fm::jvp([](auto const& x) { return x * fm::jvp([&](auto const& y) { return x + y; }, 1.0, 1.0).second; }, 1.0,
                 1.0)
             .second == 1;
}
