// fmod/tree/name.hpp: names the compiler knows: fixed_string, name, "weight"_n, and how far two names are apart
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace fm {

/// A string literal that can be a template argument. `N` counts the closing NUL, so that `fixed_string{"ab"}` deduces.
template <std::size_t N> struct fixed_string {
  char data[N]{};

  constexpr fixed_string() = default;
  constexpr fixed_string(const char (&s)[N]) {
    for (std::size_t i = 0; i < N; ++i) data[i] = s[i];
  }
  constexpr std::string_view view() const { return {data, N - 1}; }
  static constexpr std::size_t size() { return N - 1; }
};

template <fixed_string N, class T> struct Field;
template <class... Fields> struct Dict;

/// A name as a type; written `"weight"_n`. `"weight"_n = W` is a Field, the argument of `fm::dict`.
template <fixed_string S> struct name {
  static constexpr std::string_view view() { return S.view(); }

  template <class T> [[gnu::always_inline]] constexpr Field<S, std::decay_t<T>> operator=(T&& value) const {
    return {std::forward<T>(value)};
  }
};

namespace literals {
// Not consteval: clang 14 leaves consteval functions undefined when a template calls them (seen at link time only).
#if defined(__clang__)
// clang 14 crashes when it prints a literal of the standard form, which it does while it looks whether an initialiser is a
// constant: `auto r = merge(a, dict("b"_n = 1))` with a vector in `a`. The older GNU form does not crash.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgnu-string-literal-operator-template"
template <class Char, Char... C>
[[gnu::always_inline]] constexpr name<fixed_string<sizeof...(C) + 1>({C..., '\0'})> operator""_n() {
  return {};
}
#pragma clang diagnostic pop
#else
/// `"fc1.weight"_n`: a name, or a dotted path of names.
template <fixed_string S> [[gnu::always_inline]] constexpr name<S> operator""_n() { return {}; }
#endif
}  // namespace literals

/// How far two names are apart: insertions, deletions, replacements, and swaps of neighbours (optimal string alignment).
/// Names of 48 letters or more are never near anything: the result is then the largest size_t.
constexpr std::size_t name_distance(std::string_view a, std::string_view b) {
  constexpr std::size_t limit = 48;
  if (a.size() >= limit || b.size() >= limit) return static_cast<std::size_t>(-1);
  std::size_t row[3][limit]{};
  for (std::size_t j = 0; j <= b.size(); ++j) row[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto& now = row[i % 3];
    const auto& last = row[(i + 2) % 3];
    const auto& before = row[(i + 1) % 3];
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      std::size_t best = last[j - 1] + (a[i - 1] != b[j - 1]);
      if (last[j] + 1 < best) best = last[j] + 1;
      if (now[j - 1] + 1 < best) best = now[j - 1] + 1;
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped && before[j - 2] + 1 < best) best = before[j - 2] + 1;
      now[j] = best;
    }
  }
  return row[a.size() % 3][b.size()];
}

/// Whether a name at this distance is worth suggesting for one of this length.
constexpr bool is_near(std::size_t distance, std::size_t length) {
  return distance <= (length < 4 ? 1 : length / 3 + 1);
}

namespace tree::detail {

inline constexpr std::size_t npos = static_cast<std::size_t>(-1);

/// The place of the first dot, or npos. (string_view::find compares a pointer with null, which is no constant expression for
/// g++ with -fsanitize=undefined.)
constexpr std::size_t find_dot(std::string_view s) {
  for (std::size_t i = 0; i < s.size(); ++i)
    if (s[i] == '.') return i;
  return npos;
}

/// `Length` characters of a view as a fixed_string.
template <std::size_t Length> constexpr fixed_string<Length + 1> fixed(std::string_view s) {
  fixed_string<Length + 1> r;
  for (std::size_t i = 0; i < Length; ++i) r.data[i] = s[i];
  return r;
}

/// A dotted path taken apart: the first component, and the path after it.
template <fixed_string S, std::size_t Dot = detail::find_dot(S.view())> struct split {
  static constexpr bool dotted = true;
  static constexpr auto head = fixed<Dot>(S.view());
  static constexpr auto tail = fixed<S.size() - Dot - 1>(S.view().substr(Dot + 1));
};
template <fixed_string S> struct split<S, npos> {
  static constexpr bool dotted = false;
  static constexpr auto head = S;
};

template <fixed_string A, fixed_string B> constexpr auto join() {  // "a", "b" -> "a.b";  "", "b" -> "b"
  constexpr std::size_t dot = A.size() ? 1 : 0;
  fixed_string<A.size() + dot + B.size() + 1> r;
  for (std::size_t i = 0; i < A.size(); ++i) r.data[i] = A.data[i];
  if (dot) r.data[A.size()] = '.';
  for (std::size_t i = 0; i < B.size(); ++i) r.data[A.size() + dot + i] = B.data[i];
  return r;
}

constexpr std::size_t digits(std::size_t n) {
  std::size_t d = 1;
  for (; n >= 10; n /= 10) ++d;
  return d;
}
constexpr void write_number(char* to, std::size_t n, std::size_t width) {
  for (std::size_t k = width; k-- > 0; n /= 10) to[k] = static_cast<char>('0' + n % 10);
}
template <std::size_t I> constexpr auto number() {  // 12 -> "12", the name of a tuple's element
  fixed_string<digits(I) + 1> r;
  write_number(r.data, I, digits(I));
  return r;
}
constexpr std::size_t as_index(std::string_view s) {  // npos: not a number
  if (s.empty() || s.size() > 18) return npos;
  std::size_t n = 0;
  for (char c : s) {
    if (c < '0' || c > '9') return npos;
    n = n * 10 + static_cast<std::size_t>(c - '0');
  }
  return n;
}
constexpr std::uint64_t hash(std::string_view s) {  // FNV-1a
  std::uint64_t h = 1469598103934665603u;
  for (char c : s) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return h;
}
template <fixed_string S> inline constexpr std::uint64_t hash_of = hash(S.view());

}  // namespace tree::detail
}  // namespace fm
