// tests/tree/for_each_test.cpp: for_each, count, paths, leaves, reduce, leaf_types
// SPDX-License-Identifier: MIT
#include <fmod/tree/tree.hpp>

#include <memory>
#include <string>

#include <boost/hana/define_struct.hpp>

#include "support/catch.hpp"

using namespace fm::literals;
using fm::tree::leaf_types;
using fm::tree::types;

namespace {

template <class T> struct Layer { BOOST_HANA_DEFINE_STRUCT(Layer, (T, w), (std::vector<T>, more)); };

auto mixed() {
  return fm::dict("a"_n = 1, "v"_n = std::vector{fm::dict("w"_n = 2), fm::dict("w"_n = 3)},
                  "p"_n = std::pair{4, std::array{5, 6}}, "o"_n = std::optional{7}, "e"_n = std::optional<int>{},
                  "u"_n = Layer<int>{8, {9, 10}}, "n"_n = fm::none);
}
struct Length {
  double metres;
};
Length operator+(double a, Length b) { return {a + b.metres}; }
Length operator+(Length a, Length b) { return {a.metres + b.metres}; }

}  // namespace

TEST_CASE("for_each meets all leaves in order", "[for_each]") {
  int next = 1;
  fm::tree::for_each([&](int x) { CHECK(x == next++); }, mixed());
  CHECK(next == 11);
  int sum = 0;
  fm::tree::for_each([&](int x, int y) { sum += x * y; }, mixed(), mixed());
  CHECK(sum == 385);
  fm::tree::for_each([&](int x, int y, int z) { sum += x + y + z; }, mixed(), mixed(), mixed());
  CHECK(sum == 385 + 165);
  auto t = mixed();
  fm::tree::for_each([](int& x) { x = 0; }, t);
  CHECK(t["u.more.1"_n] == 0);
}

TEST_CASE("for_each_with_path and paths", "[for_each]") {
  const std::vector<std::string> expected{"a",     "v.0.w", "v.1.w", "p.0",      "p.1.0",
                                          "p.1.1", "o",     "u.w",   "u.more.0", "u.more.1"};
  CHECK(fm::tree::paths(mixed()) == expected);
  std::vector<std::string> met;
  fm::tree::for_each_with_path(
      [&](std::string_view path, int x, int y) {
        met.push_back(std::string(path));
        CHECK(x == y);
      },
      mixed(), mixed());
  CHECK(met == expected);
  CHECK(fm::tree::paths(fm::dict("fc.w"_n = 1, "fc.b"_n = 2)) == std::vector<std::string>{"fc.w", "fc.b"});
  CHECK(fm::tree::paths(fm::dict()).empty());
}

TEST_CASE("count", "[for_each]") {
  CHECK(fm::tree::count(mixed()) == 10);
  CHECK(fm::tree::count(std::vector{1, 2, 3}) == 3);
  STATIC_REQUIRE(fm::tree::count(fm::dict("a"_n = 1, "b"_n = std::array{1, 2})) == 3);
  STATIC_REQUIRE(fm::tree::leaf_count<decltype(fm::dict("a"_n = 1, "b"_n = std::array{1, 2}))> == 3);
  STATIC_REQUIRE(fm::tree::count(fm::none) == 0);
  STATIC_REQUIRE(fm::tree::is_fixed<std::array<std::pair<int, int>, 2>>);
  STATIC_REQUIRE(!fm::tree::is_fixed<std::tuple<std::vector<int>>>);
}

TEST_CASE("leaves: a vector for one type, a tuple for several", "[for_each]") {
  CHECK(fm::tree::leaves(mixed()) == std::vector{1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  STATIC_REQUIRE(fm::tree::leaves(fm::dict("a"_n = 1, "b"_n = std::pair{2.5, std::array{'c', 'd'}})) ==
                 std::tuple{1, 2.5, 'c', 'd'});
  STATIC_REQUIRE(fm::tree::leaves(fm::dict()) == std::tuple<>{});
  auto moved = fm::tree::leaves(fm::dict("a"_n = std::make_unique<int>(1), "b"_n = std::make_unique<int>(2)));
  CHECK(*moved[1] == 2);
  auto several = fm::tree::leaves(fm::dict("a"_n = std::make_unique<int>(1), "b"_n = std::make_unique<char>('c')));
  CHECK(*std::get<1>(several) == 'c');
}

TEST_CASE("reduce folds in order", "[for_each]") {
  CHECK(fm::tree::reduce([](int a, int x) { return a * 2 + x; }, 0, std::vector{1, 2, 3}) == 11);
  STATIC_REQUIRE(fm::tree::reduce([](double a, auto x) { return a + x; }, 0.0, fm::dict("a"_n = 1, "b"_n = 2.5)) ==
                 3.5);
  const auto plus = [](auto a, auto x) { return a + x; };
  CHECK(fm::tree::reduce(plus, 1.0, std::vector{Length{2}, Length{3}}).metres == 6);  // double at first, then Length
  CHECK(fm::tree::reduce(plus, Length{1}, std::vector<Length>{}).metres == 1);
  CHECK_THROWS_AS(fm::tree::reduce(plus, 1.0, std::vector<Length>{}), fm::value_error);
  CHECK(fm::tree::reduce([](std::string a, std::unique_ptr<int> x) { return a + std::to_string(*x); }, std::string(),
                         fm::dict("a"_n = std::make_unique<int>(1), "b"_n = std::make_unique<int>(2))) == "12");
}

TEST_CASE("leaf_types are the distinct types of leaves", "[for_each]") {
  STATIC_REQUIRE(std::is_same_v<leaf_types<int>, types<int>>);
  STATIC_REQUIRE(std::is_same_v<leaf_types<fm::none_t>, types<>>);
  STATIC_REQUIRE(std::is_same_v<leaf_types<decltype(fm::dict())>, types<>>);
  STATIC_REQUIRE(std::is_same_v<leaf_types<decltype(mixed())>, types<int>>);
  STATIC_REQUIRE(std::is_same_v<leaf_types<std::vector<std::optional<std::pair<float, int>>>>, types<float, int>>);
  STATIC_REQUIRE(
      std::is_same_v<
          leaf_types<std::tuple<std::pair<int, float>, std::vector<float>, char, std::array<int, 3>, Layer<long>>>,
          types<int, float, char, long>>);
}
