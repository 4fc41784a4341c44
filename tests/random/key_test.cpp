// tests/random/key_test.cpp: keys, their children, and known answers of the generator
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <fmod/random/random.hpp>

#include <set>

namespace {

using Words = std::array<std::uint32_t, 2>;
Words words(fm::Tensor<std::uint32_t> const& key) {
  REQUIRE(key.shape() == fm::Shape{2});
  return {key(0), key(1)};
}
fm::Tensor<std::uint32_t> const test_key = fm::random::key(0x123456789abcdef0u);

}  // namespace

TEST_CASE("threefry gives the known answers of its authors", "[key]") {
  // Random123, kat_vectors, threefry2x32 with 20 rounds.
  CHECK(fm::random::threefry({0, 0}, {0, 0}) == Words{0x6b200159u, 0x99ba4efeu});
  CHECK(fm::random::threefry({0xffffffffu, 0xffffffffu}, {0xffffffffu, 0xffffffffu}) ==
        Words{0x1cb996fcu, 0xbb002be7u});
  CHECK(fm::random::threefry({0x13198a2eu, 0x03707344u}, {0x243f6a88u, 0x85a308d3u}) ==
        Words{0xc4923a9cu, 0x483df7a0u});
}

TEST_CASE("a key is the two halves of its seed", "[key]") {
  CHECK(words(test_key) == Words{0x12345678u, 0x9abcdef0u});
  CHECK(words(fm::random::key(7)) == Words{0, 7});
}

TEST_CASE("split and fold_in follow the documented layout", "[key]") {
  auto const keys = fm::random::split(test_key, 3);  // values: tests/reference/random_reference.py
  REQUIRE(keys.size() == 3);
  CHECK(words(keys[0]) == Words{0xae464c7bu, 0xdce6d447u});
  CHECK(words(keys[1]) == Words{0xdec179d5u, 0x76c39cb7u});
  CHECK(words(keys[2]) == Words{0xdec20c07u, 0x6921279du});
  auto const [a, b] = fm::random::split<2>(test_key);
  CHECK(words(a) == words(keys[0]));
  CHECK(words(b) == words(keys[1]));
  CHECK(fm::random::split_keys(test_key, 3).shape() == fm::Shape{3, 2});
  CHECK(fm::random::split(test_key).size() == 2);
  CHECK(fm::random::split(test_key, 0).empty());

  CHECK(words(fm::random::fold_in(test_key, 0)) == Words{0x4b312476u, 0xbd4033c2u});
  CHECK(words(fm::random::fold_in(test_key, 7u)) == Words{0x3560825fu, 0x4e8d65ddu});
  CHECK(words(fm::random::fold_in(test_key, std::int64_t{1} << 40)) == Words{0x93978bcau, 0x5590d91du});
  CHECK(words(fm::random::fold_in(test_key, -1)) == Words{0xd1a5620cu, 0xdb46df13u});
}

TEST_CASE("children and draws of one key are all different", "[key]") {
  std::set<Words> seen;
  std::size_t count = 0;
  auto const add = [&](Words w) {
    seen.insert(w);
    ++count;
  };
  for (auto const& k : fm::random::split(test_key, 100)) add(words(k));
  for (std::uint64_t i = 0; i < 100; ++i) {
    add(words(fm::random::fold_in(test_key, i)));
    add(words(fm::random::fold_in(test_key, i << 32)));
  }
  auto const bits = fm::random::bits(test_key, {200});
  for (int i = 0; i < 200; i += 2) add({bits(i), bits(i + 1)});
  CHECK(seen.size() == count - 1);  // fold_in of 0 and of 0 << 32 are one
}

TEST_CASE("what is no key is refused", "[key]") {
  using Catch::Matchers::Contains;
  CHECK_THROWS_WITH(fm::random::split(fm::zeros<std::uint32_t>({3})),
                    Contains("split: the key is (3), not (2); make one with fm::random::key(seed)"));
  CHECK_THROWS_WITH(
      fm::random::normal<float>(fm::random::split_keys(test_key, 4), {2}),
      Contains("normal: the key is (4, 2), not (2)") && Contains("these are several keys, use one of them"));
  CHECK_THROWS_AS(fm::random::fold_in(fm::zeros<std::uint32_t>({}), 1), fm::shape_error);
  CHECK_THROWS_AS(fm::random::split(test_key, -1), fm::value_error);
}
