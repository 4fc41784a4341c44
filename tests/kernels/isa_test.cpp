// tests/kernels/isa_test.cpp: all instruction sets of this machine agree with the scalar reference
// SPDX-License-Identifier: MIT
#include "kernels/reference.hpp"
#include "support/catch.hpp"

#include <fmod/impl/kernels/isa_table.hpp>
#include <fmod/kernels/scalar.hpp>

#include <cstdlib>
#include <memory>
#include <string>

namespace {

namespace s = fm::scalar_math;

template <class S> fm::isa::RealTable<S> const& real(fm::isa::Table const& t) {
  if constexpr (sizeof(S) == 4)
    return t.f;
  else
    return t.d;
}

template <class S> std::vector<S> numbers(unsigned seed) {
  auto const t = reference::random<S>({1003}, -3, 3, seed);
  std::vector<S> x(t.span().begin(), t.span().end());
  using L = std::numeric_limits<S>;
  S const edges[] = {S(0), -S(0), L::infinity(), -L::infinity(), L::quiet_NaN(), S(1), S(-1), S(2), S(0.5)};
  for (std::size_t i = 0; i < x.size(); i += 7) x[i] = edges[(i / 7 * seed) % std::size(edges)];
  return x;
}

// Within `bound` units of the result, or of 1 where the result cancels.
template <class S> bool agree(S got, S want, double bound) {
  if (std::isnan(want) || std::isinf(want)) return std::isnan(want) ? std::isnan(got) : got == want;
  return reference::ulps(got, static_cast<long double>(want)) <= bound ||
         std::fabs(got - want) <= bound * std::numeric_limits<S>::epsilon();
}

}  // namespace

TEMPLATE_TEST_CASE("every set and every kernel agrees with the scalar function", "[isa]", float, double) {
  using S = TestType;
  auto const x = numbers<S>(3), y = numbers<S>(5);
  int64_t const n = static_cast<int64_t>(x.size());
  std::vector<S> z(x.size());
  std::unique_ptr<bool[]> const b(new bool[x.size()]);
  auto const check = [&](char const* which_set, char const* name, auto const& want, double bound) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      CAPTURE(which_set, name, x[i], y[i], z[i], want(i));
      if (!agree(z[i], want(i), bound)) REQUIRE(false);
    }
    SUCCEED();
  };
  for (int k = 0; fm::isa::Table const* set = fm::isa::table_at(k); ++k) {
    auto const& t = real<S>(*set);
    char const* const which = set->name;
    auto const* unary = t.unary;
#define FM_CHECK(name)               \
  (*unary++)(z.data(), x.data(), n); \
  check(                             \
      which, #name, [&](std::size_t i) { return s::name(x[i]); }, 8);
    FM_UNARY_KERNELS(FM_CHECK)
#undef FM_CHECK
    auto const* unary_n = t.unary_n;
#define FM_CHECK(name)                                                           \
  for (int64_t option : {0, 1, 2, 3, 4, 5}) {                                    \
    (*unary_n)(option, z.data(), x.data(), n);                                   \
    check(                                                                       \
        which, #name, [&](std::size_t i) { return s::name(option, x[i]); }, 64); \
  }                                                                              \
  ++unary_n;
    FM_UNARY_N_KERNELS(FM_CHECK)
#undef FM_CHECK
    auto const* binary = t.binary;
    auto const* binary_xs = t.binary_xs;
    auto const* binary_sx = t.binary_sx;
#define FM_CHECK(name)                                                           \
  (*binary++)(z.data(), x.data(), y.data(), n);                                  \
  check(                                                                         \
      which, #name, [&](std::size_t i) { return s::name(x[i], y[i]); }, 2);      \
  for (S c : {S(2), S(-1), S(0.3), S(0), std::numeric_limits<S>::quiet_NaN()}) { \
    (*binary_xs)(z.data(), x.data(), c, n);                                      \
    check(                                                                       \
        which, #name "_xs", [&](std::size_t i) { return s::name(x[i], c); }, 2); \
    (*binary_sx)(z.data(), c, y.data(), n);                                      \
    check(                                                                       \
        which, #name "_sx", [&](std::size_t i) { return s::name(c, y[i]); }, 2); \
  }                                                                              \
  ++binary_xs, ++binary_sx;
    FM_BINARY_KERNELS(FM_CHECK)
#undef FM_CHECK
    auto const* compare = t.compare;
    auto const* compare_xs = t.compare_xs;
#define FM_CHECK(name)                                            \
  (*compare++)(b.get(), x.data(), y.data(), n);                   \
  for (std::size_t i = 0; i < x.size(); ++i)                      \
    if (b[i] != s::name(x[i], y[i])) FAIL(which << " " << #name); \
  (*compare_xs++)(b.get(), x.data(), S(1), n);                    \
  for (std::size_t i = 0; i < x.size(); ++i)                      \
    if (b[i] != s::name(x[i], S(1))) FAIL(which << " " << #name << "_xs");
    FM_COMPARE_KERNELS(FM_CHECK)
#undef FM_CHECK
    for (std::size_t i = 0; i < x.size(); ++i) b[i] = i % 3 == 0;
    t.where(b.get(), z.data(), x.data(), y.data(), n);
    check(
        which, "where", [&](std::size_t i) { return i % 3 == 0 ? x[i] : y[i]; }, 0);
  }
}

TEST_CASE("the chosen set is one of those at hand", "[isa]") {
  bool found = false;
  for (int i = 0; fm::isa::Table const* t = fm::isa::table_at(i); ++i) found = found || t == &fm::isa::table();
  CHECK(found);
  WARN("instruction set: " << fm::isa::table().name);
  if (char const* asked = std::getenv("FM_ISA")) CHECK(std::string(asked) == fm::isa::table().name);
}
