// tests/ops/select_test.cpp: maximum, minimum and their like in every mode and order; where, clamp, comparisons
// SPDX-License-Identifier: MIT
#include <cmath>
#include <numbers>

#include "support/catch.hpp"
#include "support/elementwise.hpp"

namespace {

using check::real;

#define OPS(X) X(maximum) X(minimum) X(fmax) X(fmin) X(gate)
enum op {
#define OP(name) name##_op,
  OPS(OP)
#undef OP
};
struct extremum {
  int which;
  template <class X> X operator()(X const& x, X const& y) const {
    switch (which) {
#define OP(name)  \
  case name##_op: \
    return check::preserved<X>(fm::name(x, y));
      OPS(OP)
#undef OP
    }
    return x;
  }
};

constexpr double inf = std::numeric_limits<double>::infinity(), NaN = std::numeric_limits<double>::quiet_NaN();

std::vector<check::Binary> const table{
    {"maximum",
     maximum_op,
     [](real x, real y) { return x > y || std::isnan(x) ? x : y; },
     {{1.5, -0.5}, {-2, 3}, {0, -1e-3}},
     {{1, 1}, {0, -0.0}, {inf, 1}, {-inf, -inf}, {NaN, 1}, {1, NaN}}},
    {"minimum",
     minimum_op,
     [](real x, real y) { return x < y || std::isnan(x) ? x : y; },
     {{1.5, -0.5}, {-2, 3}, {0, -1e-3}},
     {{1, 1}, {0, -0.0}, {inf, 1}, {-inf, -inf}, {NaN, 1}, {1, NaN}}},
    {"fmax",
     fmax_op,
     [](real x, real y) { return std::fmax(x, y); },
     {{1.5, -0.5}, {-2, 3}, {0, -1e-3}},
     {{1, 1}, {0, -0.0}, {NaN, 1}, {1, NaN}, {NaN, NaN}}},
    {"fmin",
     fmin_op,
     [](real x, real y) { return std::fmin(x, y); },
     {{1.5, -0.5}, {-2, 3}, {0, -1e-3}},
     {{1, 1}, {0, -0.0}, {NaN, 1}, {1, NaN}, {NaN, NaN}}},
    {"gate",
     gate_op,
     [](real x, real y) { return y > 0 ? x : 0; },
     {{1.5, -0.5}, {-2, 3}},
     {{1, 0}, {0, 0}, {inf, -1}}},
};

auto const runs = check::runs_of<extremum, 2>();

using One = std::array<fm::Tensor<double>, 1>;
using Two = std::array<fm::Tensor<double>, 2>;
using check::Array, check::Arrays, check::Index;
using fm::Shape;

fm::Tensor<bool> const condition{fm::cast<bool>(fm::tensor<double>({{1, 0, 1}, {0, 0, 1}}))};
bool chosen(Index const& i) { return condition(i[0], i[1]); }

struct chooses {
  int which;
  template <class X> X operator()(X const& x, X const& y) const {
    switch (which) {
      case 0:
        return fm::where(condition, x, y);
      case 1:
        return fm::where(fm::greater(x, y), x, fm::mul(y, y));
      default:
        return fm::safe_where(
            condition, [](auto const& v) { return fm::square(v); }, [](auto const& v) { return fm::sin(v); }, x,
            fm::tower::full_like(y, 1));
    }
  }
};
struct bounded {
  int which;
  template <class X> X operator()(X const& x) const {
    switch (which) {
      case 0:
        return fm::clamp(x, -0.5, 0.5);
      case 1:
        return fm::where(condition, x, 0.25);
      case 2:
        return fm::where(condition, 0.25, x);
      default:
        return fm::where(fm::less(x, 0), fm::mul(2, x), fm::square(x));
    }
  }
};
struct refused {
  template <class X> X operator()(X const& x, X const& y) const { return fm::where(condition, x, y); }
};
struct adds {
  int which;
  template <class X> X operator()(X const& x, X const& y) const {
    return which == 0 ? fm::add(x, y) : fm::maximum(x, y);
  }
};

}  // namespace

TEST_CASE("extrema of numbers", "[select]") { check::check_numbers(table, runs.numbers, false); }
TEST_CASE("extrema of float numbers", "[select]") { check::check_numbers(table, runs.floats, true); }
TEST_CASE("extrema of tensors", "[select]") { check::check_tensors(table, runs.numbers, runs.tensors, false); }
TEST_CASE("extrema of float tensors", "[select]") {
  check::check_tensors(table, runs.floats, runs.float_tensors, true);
}

TEST_CASE("where, clamp and safe_where", "[select]") {
  Two const same{check::some_tensor<double>({2, 3}, 3), check::some_tensor<double>({2, 3}, 4)},
      stretched{check::some_tensor<double>({2, 1}, 3), check::some_tensor<double>({3}, 4)};
  auto const at = [](Array const& x, Index const& i) {
    return x.shape.rank() == 1 ? x[{i[1]}] : x[{i[0], x.shape[1] == 1 ? 0 : i[1]}];
  };
  auto const on = [](auto element) {
    return [element](Arrays const& a) { return Array(Shape{2, 3}, [&](Index const& i) { return element(a, i); }); };
  };
  auto const taken = on([&](Arrays const& a, Index const& i) { return chosen(i) ? at(a[0], i) : at(a[1], i); });
  auto const larger = on([&](Arrays const& a, Index const& i) {
    return at(a[0], i) > at(a[1], i) ? at(a[0], i) : at(a[1], i) * at(a[1], i);
  });
  check::check_op("where", chooses{0}, taken, same, stretched);
  check::check_op("where", check::Options{true, 0.01, 1}, chooses{1}, larger, same, stretched);
  check::check_op("safe_where", chooses{2},
                  on([](Arrays const& a, Index const& i) { return chosen(i) ? a[0][i] * a[0][i] : std::sin(a[0][i]); }),
                  same);
  One const x{check::some_tensor<double>({2, 3}, 3)};
  check::check_op("clamp", check::Options{true, 0.01, 1}, bounded{0},
                  on([](Arrays const& a, Index const& i) { return std::fmin(std::fmax(a[0][i], -0.5L), 0.5L); }), x);
  check::check_op("where", bounded{1}, on([](Arrays const& a, Index const& i) { return chosen(i) ? a[0][i] : 0.25L; }),
                  x);
  check::check_op("where", bounded{2}, on([](Arrays const& a, Index const& i) { return chosen(i) ? 0.25L : a[0][i]; }),
                  x);
  check::check_op("where", check::Options{true, 0.01, 1}, bounded{3},
                  on([](Arrays const& a, Index const& i) { return a[0][i] < 0 ? 2 * a[0][i] : a[0][i] * a[0][i]; }), x);
  check::check_throws("where", refused{}, Two{fm::zeros<double>({2, 3}), fm::zeros<double>({4})});
  for (int i : {0, 1})
    check::check_throws("broadcast", adds{i}, Two{fm::zeros<double>({2, 3}), fm::zeros<double>({2})});
}

TEST_CASE("comparisons give bool, whatever the box", "[select]") {
  auto const compare = [](auto const& x, auto const& y) {
    std::string s;
    auto const bit = [&](auto const& b) { s += static_cast<bool>(b) ? '1' : '0'; };
    bit(fm::equal(x, y)), bit(fm::not_equal(x, y)), bit(fm::less(x, y)), bit(fm::less_equal(x, y)),
        bit(fm::greater(x, y)), bit(fm::greater_equal(x, y));
    return s;
  };
  double const values[] = {1, 2, NaN, inf, -inf};
  for (double a : values)
    for (double b : values) {
      std::string const want = compare(a, b);
      CHECK(want[0] == (a == b ? '1' : '0'));
      CHECK(want[2] == (a < b ? '1' : '0'));
      CHECK(want[5] == (a >= b ? '1' : '0'));
      CHECK(compare(fm::scalar(a), fm::scalar(b)) == want);
      CHECK(compare(fm::scalar(a), b) == want);
      CHECK(compare(a, fm::scalar(b)) == want);
      std::string boxed;
      fm::jvp([&](auto const& x) { return boxed = compare(x, b), x; }, a, 1.0);
      CHECK(boxed == want);
      fm::grad([&](auto const& x) { return boxed = compare(a, x), fm::sum(x); })(fm::scalar(b));
      CHECK(boxed == want);
    }
  auto const f = [](auto const& x) {
    static_assert(std::is_same_v<decltype(fm::less(x, 0.0)), fm::Tensor<bool>>);
    return fm::cast<double>(fm::less(x, 0.0));
  };
  auto const [y, dy] = fm::jvp(f, fm::tensor<double>({-1, 1}), fm::tensor<double>({1, 1}));
  CHECK(y(0) == 1);
  CHECK(dy(0) == 0);
  CHECK(dy(1) == 0);
}

TEST_CASE("comparisons of masks and keys take their values only", "[select]") {
  auto const mask = fm::tensor<double>({-1, 1}) > 0.0;
  CHECK(fm::equal(mask, false)(0));
  auto const keys = fm::cast<std::uint32_t>(fm::tensor<int64_t>({1, 2}));
  CHECK(fm::equal(keys, 2)(1));
  CHECK_THROWS_AS(fm::greater(keys, -1), fm::value_error);
}

TEST_CASE("steps keep their type and have no derivative", "[select]") {
  auto const f = [](auto const& x) {
    using X = std::remove_cvref_t<decltype(x)>;
    X const all[] = {check::preserved<X>(fm::sign(x)), check::preserved<X>(fm::floor(x)),
                     check::preserved<X>(fm::ceil(x)), check::preserved<X>(fm::round(x)),
                     check::preserved<X>(fm::trunc(x))};
    return all[0] + 10.0 * all[1] + 100.0 * all[2] + 1000.0 * all[3] + 10000.0 * all[4];
  };
  for (double x : {-2.5, -0.5, 0.0, 0.5, 1.5, 2.75}) {
    double const want =
        (x > 0) - (x < 0) + 10 * std::floor(x) + 100 * std::ceil(x) + 1000 * std::nearbyint(x) + 10000 * std::trunc(x);
    CHECK(f(x) == want);
    CHECK(f(fm::scalar(x)).item() == want);
    CHECK(fm::jvp(f, x, 1.0) == std::pair(want, 0.0));
    CHECK(fm::grad(f)(x) == 0);
    CHECK(fm::grad(f)(fm::scalar(x)).item() == 0);
    CHECK(fm::jvp(f, fm::scalar(x), fm::scalar(1.0)).second.item() == 0);
  }
}
