// tests/cases/ensemble_test.cpp: ensembles as vmap over stacked parameters, from public reports
// SPDX-License-Identifier: MIT
#include <fmod/fmod.hpp>
#include <support/catch.hpp>

using namespace fm::literals;
using Catch::Matchers::Contains;

namespace {
auto const model = fm::nn::sequential("fc1"_n = fm::nn::Linear{2, 3}, fm::tanh, "fc2"_n = fm::nn::Linear{3, 1});
auto const call = [](auto const& p, auto const& x) { return fm::functional_call(model, p, x); };
auto const members = [] {
  auto const keys = fm::random::split(fm::random::key(3), 3);
  return std::vector{fm::init<double>(model, keys[0]), fm::init<double>(model, keys[1]),
                     fm::init<double>(model, keys[2])};
}();
auto const x = fm::tensor<double>({{1, 2}, {-1, 0.5}});
}  // namespace

TEST_CASE("a stacked list of parameters under vmap is the loop over the list [equinox#397] [functorch#992]",
          "[edges]") {
  auto const stacked = fm::tree::stack(members);
  auto const all = fm::vmap(call, fm::in_axes<0, fm::none>)(stacked, x);
  REQUIRE(all.shape() == fm::Shape{3, 2, 1});
  for (std::size_t i = 0; i < 3; ++i) {
    auto const one = call(members[i], x);
    for (int64_t k = 0; k < 2; ++k) CHECK(all(static_cast<int64_t>(i), k, 0) == Approx(one(k, 0)).epsilon(1e-14));
  }
  // Stacked leaves are values of their own: the members do not change with them.
  auto const g =
      fm::grad([](auto const& p) { return fm::sum(fm::vmap(call, fm::in_axes<0, fm::none>)(p, x)); })(stacked);
  auto const alone = fm::grad([](auto const& p) { return fm::sum(call(p, x)); })(members[1]);
  for (int64_t k = 0; k < 3; ++k) CHECK(g["fc1.bias"_n](1, k) == Approx(alone["fc1.bias"_n](k)).epsilon(1e-14));
}

TEST_CASE("a member that does not fit is an error that names the key [functorch#909]", "[edges]") {
  auto other = members;
  other[1] = other[1].with("fc1.bias"_n = fm::zeros<double>({4}));
  CHECK_THROWS_WITH(fm::tree::stack(other), Contains("fc1.bias") && Contains("(3)") && Contains("(4)"));
  // Stacked along another axis, or with another number of members.
  auto const stacked = fm::tree::stack(members);
  auto const map = fm::vmap(call, fm::in_axes<0, fm::none>);
  CHECK_THROWS_WITH(map(stacked.with("fc2.bias"_n = fm::zeros<double>({2, 1})), x),
                    Contains("fc2.bias") && Contains("2") && Contains("3"));
  CHECK_THROWS_WITH(map(stacked.with("fc1.weight"_n = fm::zeros<double>({3, 2, 3})), x),
                    Contains("fc1.weight: is (2, 3), the model says (3, 2)"));
}
