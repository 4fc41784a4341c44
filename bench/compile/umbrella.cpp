// bench/compile/umbrella.cpp: a program that only includes the library
// SPDX-License-Identifier: MIT
#include <fmod/fmod.hpp>

int main() { return 0; }
