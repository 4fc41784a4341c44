// tests/tree/hana_test.cpp: a dictionary is a Hana Struct; leaves of a namespace with functions named like ours
// SPDX-License-Identifier: MIT
#include <fmod/tree/tree.hpp>

#include <sstream>
#include <string>

#include <boost/hana.hpp>

#include "support/catch.hpp"

using namespace fm::literals;
namespace hana = boost::hana;

// Whatever argument-dependent lookup finds here would be ambiguous or not compile: the library must not look.
namespace greedy {
struct Leaf {
  int value;
  friend bool operator==(const Leaf&, const Leaf&) = default;
};
template <class... T> void map(T&&...) = delete;
template <class... T> void map_node(T&&...) = delete;
template <class... T> void for_each(T&&...) = delete;
template <class... T> void get(T&&...) = delete;
template <std::size_t I, class... T> void get(T&&...) = delete;
template <class... T> void lift(T&&...) = delete;
template <class... T> void merge(T&&...) = delete;
template <class... T> void with(T&&...) = delete;
template <class... T> void at(T&&...) = delete;
template <class... T> void put(T&&...) = delete;
template <class... T> void zip(T&&...) = delete;
template <class... T> void element(T&&...) = delete;
template <class... T> void count(T&&...) = delete;
template <class... T> void visit_node(T&&...) = delete;
template <class... T> void leaves(T&&...) = delete;
template <class... T> void combine(T&&...) = delete;
template <class... T> void print(T&&...) = delete;
template <class T, class U> void operator|(T&&, U&&) = delete;
}  // namespace greedy

namespace plain {
struct Point {
  double x, y;
};
}  // namespace plain
BOOST_HANA_ADAPT_STRUCT(plain::Point, x, y);

TEST_CASE("a dictionary is a Hana Struct", "[hana]") {
  constexpr auto d = fm::dict("a"_n = 1, "b"_n = fm::dict("c"_n = 2, "d"_n = 3));
  STATIC_REQUIRE(hana::Struct<decltype(fm::dict("a"_n = 1))>::value);
  std::ostringstream os;
  hana::for_each(d["b"_n], [&](auto kv) { os << hana::first(kv).c_str() << '=' << hana::second(kv) << ' '; });
  CHECK(os.str() == "c=2 d=3 ");
  CHECK(std::string(hana::at_c<1>(hana::keys(d)).c_str()) == "b");
  STATIC_REQUIRE(hana::at_key(d, BOOST_HANA_STRING("a")) == 1);
  STATIC_REQUIRE(hana::unpack(d["b"_n], [](auto x, auto y) { return hana::second(x) + hana::second(y); }) == 5);
  STATIC_REQUIRE(hana::contains(d, BOOST_HANA_STRING("b")));
  hana::for_each(fm::dict(), [](auto) {});
}

TEST_CASE("adapted structs are trees too", "[hana]") {
  auto t = fm::dict("p"_n = plain::Point{1, 2});
  CHECK(fm::tree::paths(t) == std::vector<std::string>{"p.x", "p.y"});
  CHECK(fm::tree::map([](double x) { return x * 2; }, t)["p.y"_n] == 4);
  CHECK(t.with("p.x"_n = 5.0)["p.x"_n] == 5);
}

TEST_CASE("leaves of a namespace with functions named like ours", "[hana]") {
  using greedy::Leaf;
  auto t = fm::dict("a"_n = Leaf{1}, "t"_n = std::tuple{Leaf{2}, std::pair{Leaf{3}, Leaf{4}}},
                    "v"_n = std::vector{Leaf{5}}, "r"_n = std::array{Leaf{6}}, "o"_n = std::optional{Leaf{7}});
  const auto plus = [](const Leaf& x, const Leaf& y) { return Leaf{x.value + y.value}; };
  auto u = fm::tree::map(plus, t, t);
  CHECK((u["v.0"_n].value == 10));
  CHECK((fm::tree::reduce(plus, Leaf{0}, t).value == 28));
  CHECK((fm::tree::count(t) == 7));
  CHECK((fm::tree::leaves(t).size() == 7));
  CHECK((fm::tree::paths(t).size() == 7));
  CHECK((fm::merge(t, fm::dict("a"_n = Leaf{9}))["a"_n].value == 9));
  CHECK((t.with("t.1.0"_n = Leaf{8})["t.1.0"_n].value == 8));
  CHECK((fm::without(t, "a"_n).size() == 4));
  CHECK((fm::dict("x.y"_n = Leaf{1}, "x.z"_n = Leaf{2})["x.z"_n].value == 2));
  CHECK((fm::tree::same_structure(t, u)));
  auto parts = fm::tree::partition([]<class L>() { return true; }, t);
  CHECK((fm::tree::combine(parts.first, parts.second) == t));
  auto [a, b, c, d, e] = t;
  CHECK((a.value + std::get<0>(b).value + c[0].value + d[0].value + e->value == 21));
}
