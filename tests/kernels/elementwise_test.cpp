// tests/kernels/elementwise_test.cpp: elementwise kernels on tensors: broadcasting, storage, integers, casts
// SPDX-License-Identifier: MIT
#include "kernels/reference.hpp"
#include "support/catch.hpp"

#include <fmod/error.hpp>
#include <fmod/kernels/elementwise.hpp>
#include <fmod/kernels/scalar.hpp>

using namespace fm::kernels;
using Catch::Matchers::Contains;
using fm::Shape;
using fm::Tensor;
using reference::at;
using reference::Index;
using reference::make;
using reference::random;
using reference::same;

namespace {

// Pairs of shapes that broadcast: equal, scalars, rows, columns, both stretched, short and long rows, empty, rank 8.
std::pair<Shape, Shape> const pairs[] = {
    {{}, {}},
    {{3}, {3}},
    {{2, 3}, {2, 3}},
    {{2, 3}, {}},
    {{}, {2, 3}},
    {{5, 4}, {4}},
    {{4}, {5, 4}},
    {{5, 4}, {5, 1}},
    {{5, 1}, {5, 4}},
    {{5, 1}, {1, 4}},
    {{1, 4}, {5, 1}},
    {{300, 3}, {3}},
    {{300, 3}, {300, 1}},
    {{3, 300}, {300}},
    {{3, 300}, {3, 1}},
    {{2, 3, 4}, {3, 1}},
    {{2, 3, 4}, {2, 1, 4}},
    {{2, 1, 4}, {3, 1}},
    {{7, 1, 50}, {1, 6, 1}},
    {{0, 3}, {3}},
    {{3, 0}, {3, 1}},
    {{0}, {1}},
    {{0}, {}},
    {{1, 1}, {1}},
    {{1}, {1, 1, 1}},
    {{600, 1, 2}, {600, 5, 1}},
    {{2, 1, 2, 1, 2, 1, 2, 1}, {1, 3, 1, 2, 1, 2, 1, 3}},
    {{2, 2, 2, 2, 2, 2, 2, 2}, {2, 1, 2, 2, 1}},
};

}  // namespace

TEMPLATE_TEST_CASE("binary kernels broadcast", "[elementwise]", float, double, int64_t) {
  using S = TestType;
  for (auto const& [xs, ys] : pairs) {
    auto const x = random<S>(xs, 1, 9, 1), y = random<S>(ys, 1, 9, 2);
    Shape const shape = fm::broadcast_shapes("test", xs, ys);
    CAPTURE(to_string(xs), to_string(ys));
    CHECK(same(map(binary::sub, x, y), make<S>(shape, [&](Index const& i) { return at(x, i) - at(y, i); })));
    CHECK(same(map(binary::div, x, y), make<S>(shape, [&](Index const& i) { return at(x, i) / at(y, i); })));
    CHECK(same(map(compare::lt, x, y), make<bool>(shape, [&](Index const& i) { return at(x, i) < at(y, i); })));
    CHECK(same(map(compare::ge, x, y), make<bool>(shape, [&](Index const& i) { return at(x, i) >= at(y, i); })));
    auto const c = make<bool>(xs, [&](Index const& i) { return at(x, i) > S(5); });
    CHECK(same(where(c, x, y), make<S>(shape, [&](Index const& i) { return at(c, i) ? at(x, i) : at(y, i); })));
    CHECK(same(where(c, y, x), make<S>(shape, [&](Index const& i) { return at(c, i) ? at(y, i) : at(x, i); })));
    // Moved in: the same values, whatever storage is used.
    auto const want = map(binary::sub, x, y);
    CHECK(same(map(binary::sub, map(binary::add, x, S(0)), map(binary::add, y, S(0))), want));
  }
}

TEST_CASE("shapes that do not broadcast are named", "[elementwise]") {
  auto const x = fm::zeros<double>({2, 3}), y = fm::zeros<double>({4});
  CHECK_THROWS_WITH(map(binary::add, x, y), Contains("add: shapes do not broadcast: x (2, 3), y (4)"));
  CHECK_THROWS_WITH(map(compare::lt, x, y), Contains("lt: shapes do not broadcast"));
  CHECK_THROWS_AS(where(fm::zeros<bool>({5}), x, x), fm::shape_error);
}

TEST_CASE("a moved-in argument of the right shape is written in place", "[elementwise]") {
  auto x = random<float>({4, 5});
  auto const y = random<float>({5});
  auto const* const data = x.data();
  x = map(unary::exp, std::move(x));
  CHECK(x.data() == data);
  x = map(binary::add, std::move(x), y);
  CHECK(x.data() == data);
  x = map(binary::sub, y, std::move(x));
  CHECK(x.data() == data);
  x = map(binary::mul, std::move(x), 2.f);
  CHECK(x.data() == data);
  x = map(binary::div, 2.f, std::move(x));
  CHECK(x.data() == data);
  x = map(unary_n::powi, 3, std::move(x));
  CHECK(x.data() == data);
  auto const positive = map(compare::gt, x, 0.f);
  x = where(positive, std::move(x), y);
  CHECK(x.data() == data);

  auto const shared = x;
  auto z = map(unary::exp, std::move(x));
  CHECK(z.data() != data);
  CHECK(shared.data() == data);
  // Too small to hold the result.
  auto row = random<float>({5});
  auto const* const row_data = row.data();
  CHECK(map(binary::add, std::move(row), shared).data() != row_data);
}

TEST_CASE("slices of one buffer do not write into each other", "[elementwise]") {
  auto t = fm::arange<double>(6.).reshaped(Shape{2, 3});
  auto a = t[0], b = t[1];
  t = {};
  auto const sum = map(binary::add, std::move(a), b);
  CHECK(sum(0) == 3);
  CHECK(b(0) == 3);
  auto const negative = map(unary::neg, std::move(b));
  CHECK(negative(2) == -5);
}

TEST_CASE("accumulate", "[elementwise]") {
  auto a = fm::tensor<double>({1, 2});
  accumulate(a, fm::tensor<double>({10, 20}));
  CHECK(same(a, fm::tensor<double>({11, 22})));
}

TEST_CASE("integer kernels", "[elementwise]") {
  int64_t const low = std::numeric_limits<int64_t>::min(), high = std::numeric_limits<int64_t>::max();
  auto const t = [](std::initializer_list<fm::Literal<int64_t>> v) { return fm::tensor<int64_t>(v); };
  CHECK(same(map(unary::neg, t({1, low})), t({-1, low})));
  CHECK(same(map(unary::abs, t({-3, 4})), t({3, 4})));
  CHECK(same(map(unary::sign, t({-3, 0, 4})), t({-1, 0, 1})));
  CHECK(same(map(unary::relu, t({-3, 4})), t({0, 4})));
  CHECK(same(map(binary::add, t({high}), t({1})), t({low})));
  CHECK(same(map(binary::div, t({-7, low}), t({2, -1})), t({-3, low})));
  CHECK(same(map(binary::fmod, t({-7, 7, low}), t({3, -3, -1})), t({-1, 1, 0})));
  CHECK(same(map(binary::remainder, t({-7, 7, low}), t({3, -3, -1})), t({2, -2, 0})));
  CHECK(same(map(binary::pow, t({2, -3, 5}), t({10, 3, 0})), t({1024, -27, 1})));
  CHECK(same(map(binary::maximum, t({2, 9}), int64_t(5)), t({5, 9})));
  CHECK(same(map(binary::sub, int64_t(5), t({2, 9})), t({3, -4})));
  CHECK_THROWS_WITH(map(binary::div, t({7}), t({0})), Contains("div: integer division by zero"));
  CHECK_THROWS_AS(map(binary::remainder, t({7}), int64_t(0)), fm::value_error);
  CHECK_THROWS_WITH(map(binary::pow, t({7}), t({-1})), Contains("negative integer exponent"));
  CHECK_THROWS_AS(map(unary::exp, t({7})), fm::type_error);
}

TEST_CASE("casts", "[elementwise]") {
  auto const x = fm::tensor<double>({-1.7, 0, 2.9, NAN, 1e30, -1e30});
  CHECK(same(cast<int64_t>(x), fm::tensor<int64_t>({-1, 0, 2, 0, std::numeric_limits<int64_t>::max(),
                                                    std::numeric_limits<int64_t>::min()})));
  CHECK(same(cast<bool>(x), fm::tensor<bool>({true, false, true, true, true, true})));
  CHECK(cast<float>(x)(2) == 2.9f);
  CHECK(cast<double>(x).data() == x.data());
  CHECK(same(cast<double>(fm::tensor<bool>({true, false})), fm::tensor<double>({1, 0})));
  CHECK(same(cast<std::uint32_t>(fm::tensor<float>({3.5, -2})), fm::tensor<std::uint32_t>({3, 0})));
  CHECK(cast<float>(fm::zeros<double>({0, 2})).shape() == Shape{0, 2});
}

TEST_CASE("logic", "[elementwise]") {
  auto const a = fm::tensor<bool>({true, true, false, false}), b = fm::tensor<bool>({true, false, true, false});
  CHECK(same(logical_and(a, b), fm::tensor<bool>({true, false, false, false})));
  CHECK(same(logical_or(a, b), fm::tensor<bool>({true, true, true, false})));
  CHECK(same(logical_not(a), fm::tensor<bool>({false, false, true, true})));
  CHECK(same(logical_and(a, fm::full({2, 1}, true)),
             fm::tensor<bool>({{true, true, false, false}, {true, true, false, false}})));
  CHECK(any(a));
  CHECK(!all(a));
  CHECK(all(fm::zeros<bool>({0})));
  CHECK(!any(fm::zeros<bool>({0})));
}

TEST_CASE("raw loops", "[elementwise]") {
  double const x[] = {1, 2, 3}, y[] = {4, 5, 6};
  double z[3];
  loop(unary::square, z, x, 3);
  CHECK(z[2] == 9);
  loop(binary::mul, z, x, y, 3);
  CHECK(z[2] == 18);
  loop(binary::sub, z, 10., y, 3);
  CHECK(z[0] == 6);
  loop(binary::sub, z, x, 10., 3);
  CHECK(z[0] == -9);
  loop(unary_n::powi, 3, z, x, 3);
  CHECK(z[1] == 8);
  bool b[3];
  loop(compare::gt, b, x, 1.5, 3);
  CHECK((!b[0] && b[1]));
  loop_where(b, z, x, y, 3);
  CHECK(z[0] == 4);
  CHECK(z[1] == 2);
}
