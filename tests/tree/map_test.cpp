// tests/tree/map_test.cpp: tree::map: laws for every kind of tree, several trees, prefixes, paths, moves, errors
// SPDX-License-Identifier: MIT
#include <fmod/tree/tree.hpp>

#include <memory>
#include <string>

#include <boost/hana/define_struct.hpp>

#include "support/catch.hpp"

using namespace fm::literals;

namespace {

template <class T> struct Attention {
  BOOST_HANA_DEFINE_STRUCT(Attention, (T, q), (T, k), (std::vector<T>, heads));
  friend bool operator==(const Attention&, const Attention&) = default;
};
template <class T> struct Block {
  BOOST_HANA_DEFINE_STRUCT(Block, (T, up), (Attention<T>, attention));
  friend bool operator==(const Block&, const Block&) = default;
};
struct Fixed {
  BOOST_HANA_DEFINE_STRUCT(Fixed, (double, x), (int, n));
  friend bool operator==(const Fixed&, const Fixed&) = default;
};
struct Symbol {
  int value;
};  // a symbolic value that stands for a subtree
struct Whole {
  int a, b;
};

const auto plus_half = [](auto x) { return x + 0.5; };
const auto twice = [](auto x) { return x * 2; };

// Every kind of tree, alone and nested.
auto every_kind() {
  return std::tuple{1,
                    fm::dict(),
                    fm::dict("a"_n = 1, "b"_n = 2.5),
                    std::tuple{1, 2.5},
                    std::tuple<>{},
                    std::pair{1, 2.5},
                    std::array{1, 2, 3},
                    std::array<int, 0>{},
                    std::vector{1, 2},
                    std::vector<int>{},
                    std::optional{1},
                    std::optional<int>{},
                    Block<int>{1, {2, 3, {4, 5}}},
                    fm::none,
                    fm::dict("x"_n = std::vector{std::optional{std::pair{1, std::array{2, 3}}}, {}},
                             "y"_n = std::tuple{Block<int>{}})};
}
template <class F> void for_every_kind(F f) {
  std::apply([&](const auto&... tree) { (f(tree), ...); }, every_kind());
}

}  // namespace

template <> inline constexpr bool fm::tree::is_prefix<Symbol> = true;
template <> inline constexpr fm::tree::kind fm::tree::kind_of<Whole> = fm::tree::kind::leaf;

TEST_CASE("law: mapping the identity gives the same tree of the same type", "[map]") {
  for_every_kind([](const auto& t) {
    auto same = fm::tree::map([](auto x) { return x; }, t);
    STATIC_REQUIRE(std::is_same_v<decltype(same), std::decay_t<decltype(t)>>);
    CHECK((same == t));
  });
}

TEST_CASE("law: mapping f after g is mapping their composition", "[map]") {
  for_every_kind([](const auto& t) {
    auto one = fm::tree::map([](auto x) { return plus_half(twice(x)); }, t);
    auto two = fm::tree::map(plus_half, fm::tree::map(twice, t));
    STATIC_REQUIRE(std::is_same_v<decltype(one), decltype(two)>);
    CHECK((one == two));
  });
}

TEST_CASE("law: mapping over two equal trees is mapping over one", "[map]") {
  for_every_kind([](const auto& t) {
    CHECK(
        (fm::tree::map([](auto x, auto y) { return x * y; }, t, t) == fm::tree::map([](auto x) { return x * x; }, t)));
    CHECK((fm::tree::map([](auto x, auto y, auto z) { return x * y * z; }, t, t, t) ==
           fm::tree::map([](auto x) { return x * x * x; }, t)));
  });
}

TEST_CASE("law: a prefix is the tree of that value", "[map]") {
  for_every_kind([](const auto& t) {
    auto with_prefix = fm::tree::map([](auto x, const Symbol& s) { return x + s.value; }, t, Symbol{3});
    CHECK((with_prefix == fm::tree::map([](auto x) { return x + 3; }, t)));
    CHECK((fm::tree::map([](auto x, auto y, const Symbol& s) { return x + y + s.value; }, t, t, Symbol{3}) ==
           fm::tree::map([](auto x) { return x + x + 3; }, t)));
  });
}

TEST_CASE("law: same_structure is kept by map", "[map]") {
  for_every_kind([](const auto& t) { CHECK(fm::tree::same_structure(t, fm::tree::map(plus_half, t))); });
}

TEST_CASE("map is constexpr", "[map]") {
  constexpr auto d = fm::dict("a"_n = 1, "b"_n = fm::dict("c"_n = 2));
  STATIC_REQUIRE(fm::tree::map([](int x, int y) { return x + y * 0.5; }, d, d)["b.c"_n] == 3);
  STATIC_REQUIRE(fm::tree::map([](int x) { return x; }, fm::dict()) == fm::dict());
}

TEST_CASE("map keeps pairs, and changes the type of leaves in every container", "[map]") {
  auto t = fm::dict("p"_n = std::pair{1, 2}, "v"_n = std::vector{1}, "u"_n = Block<int>{1, {2, 3, {4, 5}}});
  auto r = fm::tree::map(plus_half, t);
  STATIC_REQUIRE(std::is_same_v<decltype(r["p"_n]), std::pair<double, double>&>);
  STATIC_REQUIRE(std::is_same_v<decltype(r["v"_n]), std::vector<double>&>);
  STATIC_REQUIRE(std::is_same_v<decltype(r["u"_n]), Block<double>&>);
  CHECK(r["u"_n].attention.heads[1] == 5.5);
  CHECK(r["u.attention.heads.0"_n] == 4.5);
}

TEST_CASE("an aggregate that is no template maps to itself", "[map]") {
  CHECK(fm::tree::map([](auto x) { return decltype(x)(x * 2); }, Fixed{1.5, 2}) == Fixed{3, 4});
}

TEST_CASE("names of another order, and more trees than three", "[map]") {
  auto t = fm::dict("w"_n = 1, "b"_n = 2);
  auto u = fm::dict("b"_n = 20, "w"_n = 10);
  const auto sum = [](auto... x) { return (x + ...); };
  CHECK(fm::tree::map(sum, t, u) == fm::dict("w"_n = 11, "b"_n = 22));
  CHECK(fm::tree::map(sum, t, t, t, t) == fm::dict("w"_n = 4, "b"_n = 8));
  CHECK(fm::tree::map(sum, t, t, t, u) == fm::dict("w"_n = 13, "b"_n = 26));
  CHECK(fm::tree::map(sum, t, t, t, t, t, u) == fm::dict("w"_n = 15, "b"_n = 30));
}

TEST_CASE("a prefix below the top stands for its subtree", "[map]") {
  auto t = fm::dict("fc"_n = fm::dict("w"_n = 1, "b"_n = 2), "v"_n = std::vector{3, 4},
                    "u"_n = Block<int>{5, {6, 7, {8}}}, "x"_n = 9);
  auto s = fm::dict("fc"_n = Symbol{10}, "v"_n = Symbol{20}, "u"_n = Symbol{30}, "x"_n = 40);
  struct Add {
    int operator()(int a, const Symbol& b) const { return a + b.value; }
    int operator()(int a, int b) const { return a + b; }
  };
  auto r = fm::tree::map(Add{}, t, s);
  CHECK(r["fc"_n] == fm::dict("w"_n = 11, "b"_n = 12));
  CHECK(r["v"_n] == std::vector{23, 24});
  CHECK(r["u"_n] == Block<int>{35, {36, 37, {38}}});
  CHECK(r["x"_n] == 49);
}

TEST_CASE("a type can be made a leaf", "[map]") {
  auto t = fm::dict("a"_n = Whole{1, 2}, "v"_n = std::vector{Whole{3, 4}});
  auto r = fm::tree::map([](Whole x) { return x.a + x.b; }, t);
  CHECK(r["v"_n] == std::vector{7});
}

TEST_CASE("a vector of bool is a leaf", "[map]") {
  CHECK(fm::tree::map([](const std::vector<bool>& v) { return v.size(); },
                      std::tuple{std::vector<bool>{true, false}}) == std::tuple{std::size_t(2)});
}

TEST_CASE("leaves of a temporary are moved, others are not", "[map]") {
  using P = std::unique_ptr<int>;
  const auto make = [] {
    std::vector<P> v;
    v.push_back(std::make_unique<int>(3));
    return fm::dict("a"_n = std::make_unique<int>(1),
                    "t"_n = std::pair{std::make_unique<int>(2), std::array{std::make_unique<int>(5)}},
                    "v"_n = std::move(v), "o"_n = std::optional{std::make_unique<int>(4)},
                    "u"_n = Attention<P>{std::make_unique<int>(6), std::make_unique<int>(7), {}});
  };
  auto shared = fm::tree::map([](P x) { return std::shared_ptr<int>(std::move(x)); }, make());
  CHECK(*shared["a"_n] + *shared["t.0"_n] + *shared["v.0"_n] + **shared["o"_n] + *shared["t.1.0"_n] +
            *shared["u.k"_n] ==
        22);
  auto kept = make();
  auto values = fm::tree::map([](const P& x) { return *x; }, kept);
  CHECK(values["v"_n] == std::vector{3});
  CHECK(*kept["v.0"_n] == 3);
  auto both = fm::tree::map([](P x, P y) { return *x + *y; }, make(), make());
  CHECK(both["u"_n] == Attention<int>{12, 14, {}});
}

TEST_CASE("map on a mutable tree gives references to its leaves", "[map]") {
  auto t = fm::dict("a"_n = 1, "v"_n = std::vector{2});
  auto old = fm::tree::map([](int& x) { return x++; }, t);
  CHECK(old == fm::dict("a"_n = 1, "v"_n = std::vector{2}));
  CHECK(t == fm::dict("a"_n = 2, "v"_n = std::vector{3}));
}

TEST_CASE("map_with_path gives dotted paths, in order", "[map]") {
  auto m = fm::dict("blocks"_n = std::vector{fm::dict("w"_n = 1), fm::dict("w"_n = 2)}, "t"_n = std::tuple{1, 2.5},
                    "o"_n = std::optional{std::pair{1, 2}}, "u"_n = Attention<int>{1, 2, {3}});
  std::string all;
  auto r = fm::tree::map_with_path(
      [&](std::string_view path, auto) {
        all += path, all += ' ';
        return std::string(path);
      },
      m);
  CHECK(all == "blocks.0.w blocks.1.w t.0 t.1 o.0 o.1 u.q u.k u.heads.0 ");
  CHECK(r["u.heads.0"_n] == "u.heads.0");
  auto fixed = fm::dict("fc1"_n = fm::dict("w"_n = 1, "b"_n = std::array{1, 2}), "x"_n = 1);
  auto views = fm::tree::map_with_path([](std::string_view path, int, int) { return path; }, fixed, fixed);
  CHECK(views["fc1.b.1"_n] == "fc1.b.1");
  CHECK(views["x"_n] == "x");
  STATIC_REQUIRE(fm::tree::leaf_path<decltype(fixed)>(1) == "fc1.b.0");
  CHECK(fm::tree::map_with_path([](std::string_view path, int) { return path; }, 3).empty());
}

TEST_CASE("lengths that differ are told with the path, before anything is mapped", "[map]") {
  auto blk = fm::dict("w"_n = 1, "v"_n = std::vector{1, 2});
  auto m = fm::dict("first"_n = 1, "blocks"_n = std::vector{blk, blk});
  int calls = 0;
  const auto count = [&](auto... x) {
    ++calls;
    return (x + ...);
  };
  auto shorter = m;
  shorter["blocks"_n].pop_back();
  CHECK_THROWS_AS(fm::tree::map(count, m, shorter), fm::shape_error);
  CHECK_THROWS_WITH(fm::tree::map(count, m, m, shorter),
                    "tree: lengths differ at \"blocks\": first tree has 2 elements, another has 1; all trees need the "
                    "same structure");
  auto deeper = m.with("blocks.1.v"_n = std::vector{1, 2, 3});
  CHECK_THROWS_WITH(fm::tree::for_each(count, m, deeper),
                    Catch::Contains("lengths differ at \"blocks.1.v\": first tree has 2 elements, another has 3"));
  CHECK_THROWS_WITH(fm::tree::map(count, std::vector{1}, std::vector{1, 2}), Catch::Contains("at the top of the tree"));
  auto o = fm::dict("o"_n = std::optional{1});
  auto unset = fm::dict("o"_n = std::optional<int>{});
  CHECK_THROWS_WITH(fm::tree::map(count, o, unset),
                    Catch::Contains("optionals differ at \"o\": first tree has a value, another is empty"));
  CHECK_THROWS_WITH(fm::tree::map(count, unset, o), Catch::Contains("first tree is empty"));
  CHECK(calls == 0);
}

TEST_CASE("same_structure", "[map]") {
  auto a = fm::dict("w"_n = 1, "v"_n = std::vector{1.5});
  STATIC_REQUIRE(fm::tree::same_structure_v<decltype(a), decltype(fm::dict("v"_n = std::vector{1}, "w"_n = 2.5))>);
  STATIC_REQUIRE(!fm::tree::same_structure_v<decltype(a), decltype(fm::dict("w"_n = 1))>);
  STATIC_REQUIRE(!fm::tree::same_structure_v<decltype(a), int>);
  STATIC_REQUIRE(!fm::tree::same_structure_v<int, decltype(a)>);
  STATIC_REQUIRE(fm::tree::same_structure_v<Block<int>, Block<double>>);
  STATIC_REQUIRE(!fm::tree::same_structure_v<Block<int>, Attention<int>>);
  STATIC_REQUIRE(!fm::tree::same_structure_v<std::array<int, 2>, std::array<int, 3>>);
  STATIC_REQUIRE(!fm::tree::same_structure_v<std::pair<int, int>, std::tuple<int, int>>);
  STATIC_REQUIRE(fm::tree::same_structure_v<int, Symbol>);
  STATIC_REQUIRE(!fm::tree::same_structure_v<std::vector<int>, Symbol>);
  CHECK(fm::tree::same_structure(a, a.with("v"_n = std::vector{2.5})));
  CHECK(!fm::tree::same_structure(a, a.with("v"_n = std::vector{2.5, 3.5})));
  CHECK(!fm::tree::same_structure(std::optional{1}, std::optional<int>{}));
}
