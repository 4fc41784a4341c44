// tests/tree/dict_test.cpp: names, dictionaries, paths, with, merge, without
// SPDX-License-Identifier: MIT
#include <fmod/tree/tree.hpp>

#include <memory>
#include <sstream>
#include <string>

#include "support/catch.hpp"

using namespace fm::literals;

namespace {

constexpr auto small = fm::dict("a"_n = 1, "b"_n = fm::dict("c"_n = 2, "d"_n = 3));

// In templates: clang 14 leaves consteval functions that templates call undefined, seen at link time only.
template <class T> auto make(T x) { return fm::dict("w"_n = x, "b"_n = x); }
template <class T> auto override_b(const T& t) { return fm::merge(t, fm::dict("b"_n = 5)); }
template <class T> auto drop_b(const T& t) { return fm::without(t.with("w"_n = 2.0), "b"_n); }

}  // namespace

TEST_CASE("name_distance counts insertions, deletions, replacements, swaps", "[dict]") {
  STATIC_REQUIRE(fm::name_distance("weight", "weight") == 0);
  STATIC_REQUIRE(fm::name_distance("wieght", "weight") == 1);
  STATIC_REQUIRE(fm::name_distance("weigt", "weight") == 1);
  STATIC_REQUIRE(fm::name_distance("biass", "bias") == 1);
  STATIC_REQUIRE(fm::name_distance("", "bias") == 4);
  CHECK(fm::name_distance(std::string(48, 'a'), "a") == static_cast<std::size_t>(-1));
  STATIC_REQUIRE(fm::is_near(1, 4));
  STATIC_REQUIRE(!fm::is_near(3, 4));
}

TEST_CASE("a dictionary is an aggregate of its fields", "[dict]") {
  using AB = fm::Dict<fm::Field<"a", int>, fm::Field<"b", float>>;
  STATIC_REQUIRE(std::is_same_v<AB, decltype(fm::dict("a"_n = 1, "b"_n = 1.f))>);
  STATIC_REQUIRE(std::is_aggregate_v<AB>);
  STATIC_REQUIRE(sizeof(AB) == 8);
  STATIC_REQUIRE(AB::size() == 2);
  STATIC_REQUIRE(AB::names::view[1] == "b");
  STATIC_REQUIRE(fm::dict().size() == 0);
  STATIC_REQUIRE(fm::dict() == fm::dict());
}

TEST_CASE("[] finds names and dotted paths", "[dict]") {
  STATIC_REQUIRE(small["a"_n] == 1);
  STATIC_REQUIRE(small["b.d"_n] == 3);
  auto m = fm::dict("blocks"_n = std::vector{small, small}, "t"_n = std::tuple{1, 2.5}, "p"_n = std::pair{1, small},
                    "arr"_n = std::array{1, 2}, "o"_n = std::optional{small});
  m["blocks.1.b.c"_n] = 9;
  CHECK(m["blocks"_n][1]["b.c"_n] == 9);
  CHECK(m["t.1"_n] == 2.5);
  CHECK(m["p.1.b.d"_n] == 3);
  CHECK(m["arr.1"_n] == 2);
  CHECK(m["o.b.d"_n] == 3);
}

TEST_CASE("[] has the value category of the dictionary, and gives a value on a temporary", "[dict]") {
  auto d = fm::dict("a"_n = 1, "b"_n = fm::dict("c"_n = 2));
  const auto c = d;
  STATIC_REQUIRE(std::is_same_v<decltype(d["a"_n]), int&>);
  STATIC_REQUIRE(std::is_same_v<decltype(c["a"_n]), const int&>);
  STATIC_REQUIRE(std::is_same_v<decltype(std::move(d)["a"_n]), int>);
  STATIC_REQUIRE(std::is_same_v<decltype(d["b.c"_n]), int&>);
  STATIC_REQUIRE(std::is_same_v<decltype(c["b.c"_n]), const int&>);
  STATIC_REQUIRE(std::is_same_v<decltype(std::move(d)["b.c"_n]), int>);
  CHECK(*fm::dict("u"_n = std::make_unique<int>(8))["u"_n] == 8);
}

TEST_CASE("dotted names nest in dict, in order of first appearance", "[dict]") {
  STATIC_REQUIRE(fm::dict("fc1.weight"_n = 1, "fc1.bias"_n = 2) ==
                 fm::dict("fc1"_n = fm::dict("weight"_n = 1, "bias"_n = 2)));
  STATIC_REQUIRE(fm::dict("b.c"_n = 2, "a"_n = 1, "b.d"_n = 3) ==
                 fm::dict("b"_n = fm::dict("c"_n = 2, "d"_n = 3), "a"_n = 1));
  STATIC_REQUIRE(fm::dict("x.y.z"_n = 1, "x.w"_n = 2, "x.y.v"_n = 3) ==
                 fm::dict("x"_n = fm::dict("y"_n = fm::dict("z"_n = 1, "v"_n = 3), "w"_n = 2)));
  STATIC_REQUIRE(fm::dict("ab.c"_n = 1, "a.c"_n = 2) ==
                 fm::dict("ab"_n = fm::dict("c"_n = 1), "a"_n = fm::dict("c"_n = 2)));
  auto moved = fm::dict("a.b"_n = std::make_unique<int>(3), "c"_n = std::make_unique<int>(4));
  CHECK(*moved["a.b"_n] == 3);
  CHECK(*moved["c"_n] == 4);
}

TEST_CASE("with makes a new dictionary", "[dict]") {
  STATIC_REQUIRE(small.with("b.c"_n = 7)["b.c"_n] == 7);
  STATIC_REQUIRE(small.with("b.c"_n = 7, "a"_n = 2.5)["a"_n] == 2.5);  // another type
  STATIC_REQUIRE(small.with() == small);
  STATIC_REQUIRE(small != small.with("a"_n = 4));
  auto m = fm::dict("v"_n = std::vector{1, 2}, "t"_n = std::tuple{1, 2}, "p"_n = std::pair{1, 2},
                    "o"_n = std::optional{small});
  auto n = m.with("v.1"_n = 9, "t.0"_n = 2.5, "p.1"_n = 3.5, "o.b.c"_n = 8);
  CHECK(n["v"_n] == std::vector{1, 9});
  CHECK(n["t"_n] == std::tuple{2.5, 2});
  CHECK(n["p"_n] == std::pair{1, 3.5});
  CHECK(n["o.b.c"_n] == 8);
  CHECK(m["v.1"_n] == 2);
  auto mo = fm::dict("u"_n = std::make_unique<int>(4), "v.w"_n = std::make_unique<int>(5));
  auto mo2 = std::move(mo).with("v.w"_n = 3);
  CHECK(*mo2["u"_n] == 4);
  CHECK(mo2["v.w"_n] == 3);
}

TEST_CASE("merge overrides recursively", "[dict]") {
  STATIC_REQUIRE(fm::merge(small, fm::dict("b"_n = fm::dict("d"_n = 2.5)))["b.d"_n] == 2.5);
  STATIC_REQUIRE(fm::merge(small, fm::dict("b.d"_n = 2.5)) == small.with("b.d"_n = 2.5));
  STATIC_REQUIRE(fm::merge(small, fm::dict()) == small);
  STATIC_REQUIRE(fm::merge(small, small) == small);
  auto m = fm::dict("v"_n = std::vector{small, small}, "t"_n = std::tuple{1, 2.5});
  // Numbers are the parts of a vector or tuple. (With a literal in the argument: clang 14 used to crash.)
  auto n = fm::merge(m, fm::dict("v.1.b.d"_n = 8, "t.1"_n = 1));
  CHECK(n["v.0.b.d"_n] == 3);
  CHECK(n["v.1.b.d"_n] == 8);
  CHECK(n["t"_n] == std::tuple{1, 1});
  auto a = fm::dict("u"_n = std::make_unique<int>(1), "v"_n = std::make_unique<int>(2));
  auto b = fm::dict("v"_n = std::make_unique<int>(3));
  auto c = fm::merge(std::move(a), std::move(b));
  CHECK(*c["u"_n] + *c["v"_n] == 4);
  CHECK(drop_b(override_b(make(3)))["w"_n] == 2.0);
}

TEST_CASE("without removes a name or a path", "[dict]") {
  STATIC_REQUIRE(fm::without(small, "b.c"_n) == fm::dict("a"_n = 1, "b"_n = fm::dict("d"_n = 3)));
  STATIC_REQUIRE(fm::without(small, "b"_n) == fm::dict("a"_n = 1));
  STATIC_REQUIRE(fm::without(fm::dict("a"_n = 1), "a"_n) == fm::dict());
}

TEST_CASE("same_names does not ask for the order", "[dict]") {
  using A = decltype(fm::dict("a"_n = 1, "b"_n = 2));
  STATIC_REQUIRE(fm::same_names<A, decltype(fm::dict("b"_n = 1., "a"_n = 2.))>);
  STATIC_REQUIRE(!fm::same_names<A, decltype(fm::dict("b"_n = 1.))>);
  STATIC_REQUIRE(fm::require_same_names<A, A>());
}

TEST_CASE("structured bindings", "[dict]") {
  auto p = fm::dict("weight"_n = 1, "bias"_n = 2.5);
  auto& [w, b] = p;
  CHECK(&w == &p["weight"_n]);
  CHECK(b == 2.5);
  const auto [w2, b2] = p;
  CHECK(w2 + b2 == 3.5);
  auto [u] = fm::dict("u"_n = std::make_unique<int>(3));
  CHECK(*u == 3);
}

TEST_CASE("run-time errors of paths have the numbers and the path", "[dict]") {
  const auto m =
      fm::dict("blocks"_n = std::vector{small, small}, "o"_n = std::optional<decltype(fm::dict("a"_n = 1))>{});
  CHECK_THROWS_AS(m["blocks.2.a"_n], fm::name_error);
  CHECK_THROWS_WITH(
      m["blocks.2.a"_n],
      "dict: index past the end: path \"blocks.2.a\" has index 2, the sequence there has size 2; the last index is 1");
  CHECK_THROWS_WITH(m.with("blocks.7.a"_n = 1), Catch::Contains("\"blocks.7.a\" has index 7"));
  CHECK_THROWS_WITH(m["o.a"_n], Catch::Contains("optional is empty: path \"o.a\""));
}

TEST_CASE("dictionaries print their names, and leaves with a shape as their shape", "[dict]") {
  struct Shaped {
    std::vector<int> shape() const { return {2, 3}; }
  };
  std::ostringstream os;
  os << fm::dict("fc"_n = fm::dict("weight"_n = Shaped{}, "bias"_n = 2), "v"_n = std::vector{1, 2}, "e"_n = fm::dict(),
                 "n"_n = fm::none);
  CHECK(os.str() == "\nfc: \n  weight: (2, 3)\n  bias: 2\nv: \n  0: 1\n  1: 2\ne: {}\nn: none");
}
