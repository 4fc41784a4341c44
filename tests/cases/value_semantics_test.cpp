// tests/cases/value_semantics_test.cpp: boxes as the numbers of generic code: aliasing, copies, containers; the sources stand in brackets
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <vector>

#include <fmod/transforms/transforms.hpp>

#include "cases/formulas.hpp"
#include "support/catch.hpp"

using cases::expect, cases::one, cases::unknown;

TEST_CASE("assignments that read what they write [autodiff#32]", "[value_semantics]") {
  expect(one::times_itself, 3, {9, 6, 2, 0});
  expect(one::minus_twice, 3, {-3, -1, 0, 0});
  expect(one::twice_minus, 3, {3, 1, 0, 0});
  expect(one::over_itself, 3, {1, 0, unknown, unknown});
  expect(one::minus_itself, 3, {0, 0, 0, 0});
  expect(one::plus_itself, 3, {6, 2, 0, 0});
  expect(one::power_itself, 3, {27, 56.662531794038962, unknown, unknown});
  expect(one::itself, 3, {3, 1, 0, 0});
  expect(one::moved, 3, {3, 1, 0, 0});
}

TEST_CASE("compound assignments by literals [Stan#1198]", "[value_semantics]") {
  expect(one::assigned_in_turn, 2, {2, 1.5, 0, 0});
}

TEST_CASE("templates that take and return values [Trilinos#11916] [autodiff#306]", "[value_semantics]") {
  expect(one::square_by_template, 3, {9, 6, 2, 0});
  auto const product = [](auto a, auto b) { return a * b; };
  CHECK(fm::jvp(product, 2.0, 1.0, 3.0) == std::pair(6.0, 3.0));
}

namespace {
template <class T> T twice(T const& x) {
  static_assert(std::is_same_v<T, std::remove_cvref_t<T>>);
  return x + x;
}
}  // namespace

TEST_CASE("an expression has the type of a value [CoDiPack#32]", "[value_semantics]") {
  auto const f = [](auto const& x) {
    using X = std::remove_cvref_t<decltype(x)>;
    static_assert(std::is_same_v<decltype(2 * x + 1), X>);
    return twice(2 * x + 1);
  };
  CHECK(fm::grad(f)(3.0) == 4);
}

TEST_CASE("numbers of every type beside a box [Ceres#965] [Ceres#900] [Drake#2786]", "[value_semantics]") {
  auto const f = [](auto const& x) {
    using X = std::remove_cvref_t<decltype(x)>;
    X a = 0, b{};
    b = 2u;
    CHECK(0 < x);
    CHECK(a == 0);
    CHECK(b == 2.0f);
    CHECK(x != 1l);
    CHECK(x >= X(3));
    return a + b * x + 1 - 2.0f * x + 3l * x;
  };
  CHECK(fm::jvp(f, 3.0, 1.0) == std::pair(10.0, 3.0));
  CHECK(fm::grad(f)(3.0) == 3);
}

TEST_CASE("a variable that is assigned the input later [autodiff#17]", "[value_semantics]") {
  expect(one::incremented, 2, {8.0 - 0.5 + 0.69314718055994531, 1 + 4 - 0.25 + 0.5, unknown, unknown});
}

TEST_CASE("one function at two points [autodiff#235] [autodiff#80]", "[value_semantics]") {
  expect(one::cubed, 1, {1, 3, 6, 6});
  expect(one::cubed, 2, {8, 12, 12, 6});
  auto const f = [](auto const& x) { return x * x * x; };
  double const x = 2;
  CHECK(fm::jvp(f, x, 1.0).second == 12);
  CHECK(f(x) == 8);
  CHECK(fm::jvp(f, x, -0.5).second == -6);
  CHECK(x == 2);
}

TEST_CASE("boxes in standard containers and algorithms [93]", "[value_semantics]") {
  auto const sorted = [](auto const& a, auto const& b, auto const& c) {
    std::vector v{a, b, c};
    std::sort(v.begin(), v.end());
    std::swap(v[0], v[2]);
    auto moved = std::move(v);
    v = {moved[2], moved[1], moved[0]};
    return std::array{v[0], v[1], v[2]};
  };
  double const want[3][3] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};  // (1, 2, 3) with tangents e2, e3, e1
  for (int k = 0; k < 3; ++k) {
    auto const [y, dy] =
        fm::jvp(sorted, fm::args(3.0, 1.0, 2.0), fm::args(k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0));
    for (int i = 0; i < 3; ++i) {
      CHECK(y[static_cast<std::size_t>(i)] == i + 1);
      CHECK(dy[static_cast<std::size_t>(i)] == want[i][k]);
    }
    auto const [y2, pull] = fm::vjp(sorted, fm::args(3.0, 1.0, 2.0));
    auto const g = pull(std::array{k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0});
    CHECK(g == std::tuple(want[k][0], want[k][1], want[k][2]));
  }
}
