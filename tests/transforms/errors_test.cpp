// errors_test.cpp: what the transforms and the operations in them say when they refuse
// SPDX-License-Identifier: MIT
#include <fmod/fmod.hpp>
#include <support/catch.hpp>

#include <array>

using namespace fm::literals;
using Catch::Contains;

namespace {
auto const x3 = fm::tensor<double>({1, 2, 3});
auto const m23 = fm::tensor<double>({{1, 2, 3}, {4, 5, 6}});

/// Calls with plain tensors, with duals, with recorded values: each must refuse alike.
template <class F, class X, class M> void check_everywhere(F const& f, X const& x, M const& message) {
  CHECK_THROWS_WITH(f(x), message);
  CHECK_THROWS_WITH(fm::jvp(f, x, x), message);
  CHECK_THROWS_WITH(fm::vjp(f, x), message);
  CHECK_THROWS_WITH(fm::grad([&](auto const& y) { return fm::sum(f(y)); })(x), message);
}
}  // namespace

TEST_CASE("wrong shapes in operations, in every mode", "[errors]") {
  check_everywhere(
      [](auto const& x) {
        return fm::matmul(x, fm::ones<double>({4, 5}));
      },
      m23, Contains("matmul: inner sizes differ") && Contains("(2, 3)") && Contains("(4, 5)"));
  check_everywhere([](auto const& x) { return x + fm::ones<double>({4}); }, x3,
                   Contains("add") && Contains("(3)") && Contains("(4)"));
  check_everywhere(
      [](auto const& x) {
        return fm::reshape(x, {2, 2});
      },
      x3, Contains("reshape") && Contains("(3)") && Contains("(2, 2)"));
  check_everywhere([](auto const& x) { return fm::sum(x, 2); }, x3,
                   Contains("sum") && Contains("2") && Contains("(3)"));
  check_everywhere([](auto const& x) { return fm::transpose(x, 0, 3); }, m23,
                   Contains("transpose") && Contains("3") && Contains("(2, 3)"));
  check_everywhere(
      [](auto const& x) {
        return fm::concat(0, x, fm::ones<double>({2, 2}));
      },
      m23, Contains("concat") && Contains("(2, 3)") && Contains("(2, 2)"));
  check_everywhere([](auto const& x) { return fm::broadcast_to(x, {4}); }, x3,
                   Contains("broadcast_to") && Contains("(3)") && Contains("(4)"));
  check_everywhere([](auto const& x) { return fm::dot(x, fm::ones<double>({4})); }, x3,
                   Contains("dot") && Contains("(3)") && Contains("(4)"));
  check_everywhere([](auto const& x) { return fm::index(x, 3); }, x3, Contains("index") && Contains("3"));
  check_everywhere(
      [](auto const& x) {
        return fm::take(x, fm::tensor<fm::int64_t>({0, 7}));
      },
      x3, Contains("take") && Contains("7"));
  check_everywhere([](auto const& x) { return fm::squeeze(x, 0); }, x3, Contains("squeeze") && Contains("(3)"));
  check_everywhere(
      [](auto const& x) {
        return fm::where(fm::tensor<bool>({true, false}), x, 0.0);
      },
      x3, Contains("where") && Contains("(2)") && Contains("(3)"));
}

TEST_CASE("a gradient needs a scalar", "[errors]") {
  auto const square = [](auto const& x) { return x * x; };
  // One matcher: a composed one refers to its parts, which would be gone.
  auto const says = Contains(
      "returned shape (3); a gradient needs a scalar, of shape (): reduce the result (fm::sum, fm::mean), or use "
      "fm::jacrev");
  CHECK_THROWS_WITH(fm::grad(square)(x3), Contains("grad: the function") && says);
  CHECK_THROWS_WITH(fm::value_and_grad(square)(x3), Contains("value_and_grad: the function") && says);
  CHECK_THROWS_AS(fm::grad(square)(x3), fm::shape_error);
  CHECK_THROWS_WITH(fm::hvp(square)(x3, x3), says);
  // One element is not yet shape ().
  CHECK_THROWS_WITH(fm::grad(square)(fm::tensor<double>({1})), Contains("returned shape (1)"));
  CHECK(fm::grad([](auto const& x) { return x[0] * x[0]; })(fm::tensor<double>({4}))(0) == 8);
}

TEST_CASE("tangents of another shape", "[errors]") {
  auto const f = [](auto const& x) { return x * 2.0; };
  CHECK_THROWS_AS(fm::jvp(f, x3, m23), fm::shape_error);
  CHECK_THROWS_WITH(fm::jvp(f, x3, m23), Contains("jvp: the tangent is (2, 3), the value is (3)"));
  CHECK_THROWS_WITH(fm::jvp(f, x3, 1.0), Contains("jvp: the tangent is (), the value is (3)"));
  auto const p = fm::dict("fc1"_n = fm::dict("weight"_n = m23, "bias"_n = x3), "fc2"_n = x3);
  auto const dp = fm::dict("fc1"_n = fm::dict("weight"_n = m23, "bias"_n = m23), "fc2"_n = x3);
  auto const g = [](auto const& q) { return fm::sum(q["fc1.bias"_n]); };
  CHECK_THROWS_WITH(fm::jvp(g, p, dp), Contains("the tangent at fc1.bias is (2, 3), the value is (3)"));
  auto const push = fm::linearize(g, p).second;
  CHECK_THROWS_WITH(push(dp), Contains("pushforward: the tangent at fc1.bias is (2, 3), the value is (3)"));
  CHECK_THROWS_WITH(fm::hvp(g)(p, dp), Contains("the tangent at fc1.bias is (2, 3), the value is (3)"));
  CHECK_THROWS_WITH(fm::jvp([](auto const& v) { return v[0]; }, std::vector{x3, x3}, std::vector{x3}),
                    Contains("tree: lengths differ") && Contains("2 elements") && Contains("another has 1"));
}

TEST_CASE("cotangents of another shape", "[errors]") {
  auto const p = fm::dict("a"_n = x3, "b"_n = m23);
  auto const twice = [](auto const& q) {
    return fm::dict("first"_n = q["a"_n] * 2.0, "second"_n = fm::dict("deep"_n = q["b"_n] * 2.0));
  };
  auto const pullback = fm::vjp(twice, p).second;
  CHECK_THROWS_WITH(pullback(fm::dict("first"_n = x3, "second"_n = fm::dict("deep"_n = x3))),
                    Contains("pullback: the cotangent at second.deep is (3), the value is (2, 3)"));
  CHECK_THROWS_AS(pullback(fm::dict("first"_n = m23, "second"_n = fm::dict("deep"_n = m23))), fm::shape_error);
  auto const sum = fm::vjp([](auto const& x) { return fm::sum(x); }, x3).second;
  CHECK_THROWS_WITH(sum(x3), Contains("pullback: the cotangent is (3), the value is ()"));
  CHECK_THROWS_WITH(fm::vjp([](auto const& x) { return x; }, x3).second(2.0),
                    Contains("the cotangent is (), the value is (3)"));
  // Inside another transform too, where the cotangent is a box.
  CHECK_THROWS_WITH(fm::grad([&](auto const& ct) { return fm::sum(sum(ct)); })(x3),
                    Contains("the cotangent is (3), the value is ()"));
}

TEST_CASE("values that an operation cannot take", "[errors]") {
  CHECK_THROWS_AS(fm::max(fm::zeros<double>({0})), fm::value_error);
  check_everywhere([](auto const& x) { return fm::max(x); }, fm::zeros<double>({0}),
                   Contains("max") && Contains("(0)"));
  check_everywhere([](auto const& x) { return fm::min(x, -1); }, fm::zeros<double>({2, 0}),
                   Contains("min") && Contains("(2, 0)"));
}
