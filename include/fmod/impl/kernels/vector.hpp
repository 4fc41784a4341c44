// fmod/impl/kernels/vector.hpp: vectors of one register, and loops over memory with them
// SPDX-License-Identifier: MIT
//
// The vector types of gcc and clang: they compile for every instruction set, under every option, and give an element the
// same value wherever it stands in memory (a loop vectorised by the compiler treats its last elements differently).
#pragma once
#include <fmod/config.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#if defined(FM_ISA)
#define FM_ISA_NAME FM_ISA
#else
#define FM_ISA_NAME user
#endif

// No dependence from one turn of the loop to another: without this a plain loop in place (out == x) is not vectorised.
#if defined(__clang__)
#define FM_EACH _Pragma("clang loop vectorize(assume_safety)")
#define FM_UNROLL _Pragma("clang loop unroll_count(4)")
#else
#define FM_EACH _Pragma("GCC ivdep")
#define FM_UNROLL _Pragma("GCC unroll 4")
#endif

// Elements of two vectors by number, those of the second after those of the first.
#if defined(__clang__) || __GNUC__ >= 12
#define FM_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define FM_SHUFFLE(a, b, ...) \
  __builtin_shuffle(a, b, ::fm::isa::FM_ISA_NAME::Mask<std::remove_cvref_t<decltype(a)>>{__VA_ARGS__})
#endif

namespace fm::isa {
using size = std::int64_t;
}

namespace fm::isa::FM_ISA_NAME {

#if defined(__AVX512F__)
inline constexpr int register_bytes = 64;
#elif defined(__AVX__)
inline constexpr int register_bytes = 32;
#else
inline constexpr int register_bytes = 16;
#endif

template <class T, int bytes> struct VectorOf { typedef T type __attribute__((vector_size(bytes))); };
template <class S> using Vector = typename VectorOf<S, register_bytes>::type;

// Of a vector: its elements' type, and vectors of the same size.
template <class V> using Item = std::remove_cvref_t<decltype(std::declval<V&>()[0])>;
template <class V> inline constexpr int lanes = static_cast<int>(sizeof(V) / sizeof(Item<V>));
template <class V> inline constexpr bool single = sizeof(Item<V>) == sizeof(float);
template <class V> using BitsItem = std::conditional_t<single<V>, std::uint32_t, std::uint64_t>;
template <class V> using Bits = typename VectorOf<BitsItem<V>, static_cast<int>(sizeof(V))>::type;
template <class V> using Mask = decltype(std::declval<V>() < std::declval<V>());  // all ones or none in each lane

template <class V> FM_ALWAYS_INLINE V load(Item<V> const* x) {
  V v;
  std::memcpy(&v, x, sizeof v);
  return v;
}
template <class V> FM_ALWAYS_INLINE void store(Item<V>* out, V v) { std::memcpy(out, &v, sizeof v); }
template <class V> FM_ALWAYS_INLINE V spread(Item<V> c) { return V{} + c; }

// to (n, n) = transpose of from (n, n), rows `ldo` and `ldx` apart, where n elements are 16 bytes.
template <class S> FM_ALWAYS_INLINE void transpose_square(S* to, size ldo, S const* from, size ldx) {
  using T = typename VectorOf<S, 16>::type;
  T const a = load<T>(from), b = load<T>(from + ldx);
  if constexpr (sizeof(S) == 4) {
    T const c = load<T>(from + 2 * ldx), d = load<T>(from + 3 * ldx);
    T const p = FM_SHUFFLE(a, b, 0, 4, 1, 5), q = FM_SHUFFLE(a, b, 2, 6, 3, 7);
    T const r = FM_SHUFFLE(c, d, 0, 4, 1, 5), s = FM_SHUFFLE(c, d, 2, 6, 3, 7);
    store(to, FM_SHUFFLE(p, r, 0, 1, 4, 5));
    store(to + ldo, FM_SHUFFLE(p, r, 2, 3, 6, 7));
    store(to + 2 * ldo, FM_SHUFFLE(q, s, 0, 1, 4, 5));
    store(to + 3 * ldo, FM_SHUFFLE(q, s, 2, 3, 6, 7));
  } else {
    static_assert(sizeof(S) == 8);
    store(to, FM_SHUFFLE(a, b, 0, 2));
    store(to + ldo, FM_SHUFFLE(a, b, 1, 3));
  }
}

// A short row as a vector, padded with ones, and back.
template <class V> FM_ALWAYS_INLINE V load_some(Item<V> const* x, size n) {
  Item<V> part[lanes<V>];
  for (int i = 0; i < lanes<V>; ++i) part[i] = i < n ? x[i] : Item<V>(1);
  return load<V>(part);
}
template <class V> FM_ALWAYS_INLINE void store_some(Item<V>* out, V v, size n) {
  Item<V> part[lanes<V>];
  store(part, v);
  for (size i = 0; i < n; ++i) out[i] = part[i];
}

// out = f(x), vector by vector. The last vector overlaps the one before; it is read first, since out may be x.
template <class V, class F> FM_ALWAYS_INLINE void map_vectors(Item<V>* out, Item<V> const* x, size n, F f) {
  if (n < lanes<V>) {
    if (n > 0) store_some(out, f(load_some<V>(x, n)), n);
    return;
  }
  size const last = n - lanes<V>;
  V const end = load<V>(x + last);
  for (size i = 0; i < last; i += lanes<V>) store(out + i, f(load<V>(x + i)));
  store(out + last, f(end));
}
template <class S, class F> FM_ALWAYS_INLINE void map(S* out, S const* x, size n, F f) {
  map_vectors<Vector<S>>(out, x, n, f);
}
// Floats, with f on vectors of double.
template <class F> FM_ALWAYS_INLINE void map_in_double(float* out, float const* x, size n, F f) {
  using W = Vector<double>;
  using V = typename VectorOf<float, register_bytes / 2>::type;
  map_vectors<V>(out, x, n, [f](V v) { return __builtin_convertvector(f(__builtin_convertvector(v, W)), V); });
}

// Calls fast(out, x, count) on chunks, then out = safe(x) where x is not good: for formulas that hold for most numbers.
template <class S, class Good, class Fast, class Safe>
FM_ALWAYS_INLINE void guarded(S* out, S const* x, size n, Good good, Fast fast, Safe safe) {
  constexpr size chunk = 256;
  S copy[chunk];
  for (; n > 0; n -= chunk, out += chunk, x += chunk) {
    size const m = n < chunk ? n : chunk;
    unsigned bad = 0;
    FM_EACH
    for (size i = 0; i < m; ++i) {
      copy[i] = x[i];
      bad |= good(copy[i]) ? 0u : 1u;
    }
    fast(out, copy, m);
    if (bad != 0)
      for (size i = 0; i < m; ++i)
        if (!good(copy[i])) out[i] = safe(copy[i]);
  }
}

}  // namespace fm::isa::FM_ISA_NAME
