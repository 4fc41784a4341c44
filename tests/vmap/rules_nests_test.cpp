// tests/vmap/rules_nests_test.cpp: a checkpoint with custom rules inside, under vmap, in every nest of transforms
// SPDX-License-Identifier: MIT
#include "vmap/nests.hpp"

namespace {

// The rules lie by a factor, which shows that they are what is used.
auto const tripled =
    fm::custom_jvp([](auto const& x) { return fm::sin(x); },
                   [](auto const& x, auto const& dx) { return std::pair(fm::sin(x), 3 * fm::cos(x) * dx); });
auto const doubled =
    fm::custom_vjp([](auto const& x) { return fm::sin(x); }, [](auto const& x) { return std::pair(fm::sin(x), x); },
                   [](auto const& x, auto const& ct) { return 2 * fm::cos(x) * ct; });
struct Both {
  template <class X> X operator()(X const& x) const {
    return fm::checkpoint([](auto const& v) { return tripled(v) * doubled(v); })(x);
  }
};

}  // namespace

TEST_CASE("a checkpoint of custom rules under vmap, in every nest", "[vmap][custom][checkpoint]") {
  lanes::check_nests("both", Both{}, check::some_tensor<double>({3, 2}, 1));
}
