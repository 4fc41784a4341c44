// fmod/impl/kernels/dispatch.ipp: which instruction set runs
// SPDX-License-Identifier: MIT
//
// Compiled: src/kernels/isa.cpp exists once for each set, and the processor decides at the first call. Header-only: there
// is one set, that of the user's flags.
#pragma once
#include <fmod/config.hpp>
#include <fmod/impl/kernels/isa_table.hpp>

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/kernels/isa.ipp>
#else
#include <cstdlib>
#include <cstring>
#endif

namespace fm::isa {

#if defined(FM_HEADER_ONLY)

inline Table const& table() { return user::set; }
inline Table const* table_at(int i) { return i == 0 ? &user::set : nullptr; }

#else

namespace baseline {
extern Table const set;
}
namespace avx2 {
extern Table const set;
}
namespace avx512 {
extern Table const set;
}

Table const* table_at(int i) {
  Table const* found[4] = {&baseline::set};
  int n = 1;
  // What the compiler may use under x86-64-v3 and x86-64-v4.
#if defined(FM_HAVE_ISA_AVX2)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
    found[n++] = &avx2::set;
#endif
#if defined(FM_HAVE_ISA_AVX512)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("fma"))
    found[n++] = &avx512::set;
#endif
  return i < n ? found[i] : nullptr;
}

static Table const& choose() {
  Table const* best = table_at(0);
  char const* const asked = std::getenv("FM_ISA");
  for (int i = 1; Table const* t = table_at(i); ++i)
    if (asked == nullptr || *asked == '\0' || std::strcmp(asked, t->name) == 0) best = t;
  return *best;
}

Table const& table() {
  static Table const& chosen = choose();
  return chosen;
}

#endif

}  // namespace fm::isa
