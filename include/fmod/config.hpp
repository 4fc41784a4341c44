// fmod/config.hpp: the macros of the library, all of them
// SPDX-License-Identifier: MIT
#pragma once

#if !defined(__cplusplus) || __cplusplus < 202002L
#error "fmod needs C++20: compile with -std=c++20"
#endif

// -ffast-math lets the compiler drop NaN, infinities and the sign of zero, which rules at kinks and tails rely on.
#if defined(__FAST_MATH__) && !defined(FM_ALLOW_FAST_MATH)
#error "fmod: -ffast-math breaks derivatives at kinks and in tails; compile without it, or define FM_ALLOW_FAST_MATH"
#endif

// FM_HEADER_ONLY: kernel bodies are included by the headers instead of linked from libfmodules.
#if defined(FM_HEADER_ONLY)
#define FM_INLINE inline
#else
#define FM_INLINE
#endif

// Functions of one line in the scalar path must be inlined wherever the compiler optimizes. Where it does not, forced
// inlining would be half of its work.
#if defined(__OPTIMIZE__)
#define FM_ALWAYS_INLINE [[gnu::always_inline]] inline
#define FM_LAMBDA_INLINE __attribute__((always_inline))
#else
#define FM_ALWAYS_INLINE inline
#define FM_LAMBDA_INLINE
#endif

// Scalar dual numbers carry the stamp of their call in debug builds only.
#if !defined(FM_STAMP_SCALARS)
#if defined(NDEBUG)
#define FM_STAMP_SCALARS 0
#else
#define FM_STAMP_SCALARS 1
#endif
#endif

// A file of kernels is compiled once for each instruction set, with FM_ISA=avx2 and so on. It must not share inline
// functions with the rest of the program: the linker would keep one copy, perhaps one an older processor cannot run.
#if defined(FM_ISA)
#define FM_ISA_NAMESPACE_BEGIN inline namespace FM_ISA {
#define FM_ISA_NAMESPACE_END }
#else
#define FM_ISA_NAMESPACE_BEGIN
#define FM_ISA_NAMESPACE_END
#endif
