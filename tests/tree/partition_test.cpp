// tests/tree/partition_test.cpp: partition and combine
// SPDX-License-Identifier: MIT
#include <fmod/tree/tree.hpp>

#include <memory>

#include <boost/hana/define_struct.hpp>

#include "support/catch.hpp"

using namespace fm::literals;

namespace {

template <class T> struct Pair {
  BOOST_HANA_DEFINE_STRUCT(Pair, (T, a), (T, b));
  friend bool operator==(const Pair&, const Pair&) = default;
};

auto sample() {
  return fm::dict("w"_n = 1.5, "n"_n = 2, "t"_n = std::tuple{3, 2.5f},
                  "v"_n = std::vector{fm::dict("x"_n = 4.5, "k"_n = 5)}, "o"_n = std::optional{6.5},
                  "u"_n = Pair<double>{1, 2});
}

}  // namespace

TEST_CASE("partition by a trait, a predicate of the leaf, a predicate of the type", "[partition]") {
  auto [floats, rest] = fm::tree::partition<std::is_floating_point>(sample());
  CHECK(floats["w"_n] == 1.5);
  STATIC_REQUIRE(std::is_same_v<decltype(floats["n"_n]), fm::none_t&>);
  STATIC_REQUIRE(std::is_same_v<decltype(rest["t"_n]), std::tuple<int, fm::none_t>&>);
  STATIC_REQUIRE(std::is_same_v<decltype(rest["u"_n]), Pair<fm::none_t>&>);
  CHECK(fm::tree::count(floats) == 6);
  CHECK(fm::tree::count(rest) == 3);
  CHECK(fm::tree::combine(floats, rest) == sample());
  CHECK(fm::tree::combine(rest, floats) == sample());

  auto by_leaf =
      fm::tree::partition([](const auto& x) { return std::is_floating_point<std::decay_t<decltype(x)>>{}; }, sample());
  CHECK(by_leaf.first == floats);
  auto by_type = fm::tree::partition([]<class L>() { return std::is_floating_point_v<L>; }, sample());
  CHECK(by_type.second == rest);
}

TEST_CASE("partition by a mask, whose constants may stand for subtrees", "[partition]") {
  auto p = fm::dict("fc1.w"_n = 1.5, "fc1.b"_n = 2.5, "fc2.w"_n = 3.5);
  auto mask = fm::dict("fc1"_n = std::true_type{}, "fc2.w"_n = std::false_type{});
  auto [trained, frozen] = fm::tree::partition(mask, p);
  CHECK(fm::tree::paths(trained) == std::vector<std::string>{"fc1.w", "fc1.b"});
  CHECK(fm::tree::paths(frozen) == std::vector<std::string>{"fc2.w"});
  CHECK(fm::tree::combine(trained, frozen) == p);
  auto all = fm::tree::partition(std::true_type{}, p);
  CHECK(all.first == p);
  CHECK(fm::tree::count(all.second) == 0);
}

TEST_CASE("none is a tree without leaves", "[partition]") {
  auto [floats, rest] = fm::tree::partition<std::is_floating_point>(sample());
  auto doubled = fm::tree::map([](auto x, auto y) { return x + y; }, floats, floats);
  STATIC_REQUIRE(std::is_same_v<decltype(doubled["n"_n]), fm::none_t&>);
  CHECK(fm::tree::combine(doubled, rest)["v.0"_n] == fm::dict("x"_n = 9.0, "k"_n = 5));
}

TEST_CASE("combine takes whole subtrees from the side that has them", "[partition]") {
  CHECK(fm::tree::combine(fm::none, sample()) == sample());
  CHECK(fm::tree::combine(fm::dict("a"_n = fm::none, "b"_n = 1), fm::dict("a"_n = sample(), "b"_n = fm::none)) ==
        fm::dict("a"_n = sample(), "b"_n = 1));
  CHECK(fm::tree::combine(fm::none, fm::none) == fm::none);
}

TEST_CASE("partition and combine move", "[partition]") {
  auto t = fm::dict("a"_n = std::make_unique<int>(1), "b"_n = std::make_unique<char>('c'));
  auto [ints, chars] =
      fm::tree::partition([]<class L>() { return std::is_same_v<L, std::unique_ptr<int>>; }, std::move(t));
  CHECK(*ints["a"_n] == 1);
  CHECK(*chars["b"_n] == 'c');
  auto back = fm::tree::combine(std::move(ints), std::move(chars));
  CHECK(*back["a"_n] == 1);
}

TEST_CASE("partition is constexpr", "[partition]") {
  constexpr auto parts = fm::tree::partition<std::is_integral>(fm::dict("a"_n = 1, "b"_n = 2.5));
  STATIC_REQUIRE(fm::tree::combine(parts.first, parts.second) == fm::dict("a"_n = 1, "b"_n = 2.5));
}
