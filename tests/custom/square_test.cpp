// tests/custom/square_test.cpp: a square with a rule of its own, inside itself, in every combination of modes
// SPDX-License-Identifier: MIT
#include <fmod/transforms/custom.hpp>
#include <fmod/transforms/transforms.hpp>

#include "support/catch.hpp"

namespace {

auto const jvp_square = fm::custom_jvp([](auto const& x) { return x * x; },
                                       [](auto const& x, auto const& dx) { return std::pair(x * x, 2 * x * dx); });
auto const vjp_square =
    fm::custom_vjp([](auto const& x) { return x * x; }, [](auto const& x) { return std::pair(x * x, x); },
                   [](auto const& x, auto const& ct) { return 2 * x * ct; });

template <class X> double plain(X const& x) {
  if constexpr (std::is_arithmetic_v<X>)
    return x;
  else
    return x.item();
}

/// Orders 1, 2, 3 of a scalar function, each derivative taken in forward or reverse mode.
template <class F> auto forward(F f) {
  return [f](auto const& x) { return fm::jvp(f, x, fm::ones_like(fm::tower::value_of(x))).second; };
}
template <class F> auto reverse(F f) {
  return [f](auto const& x) { return fm::grad(f)(x); };
}
template <class F> auto kept(F f) {
  return [f](auto const& x) {
    auto const [y, pullback] = fm::vjp(f, x);
    return pullback(fm::ones_like(y));
  };
}
template <class F> auto pushed(F f) {
  return [f](auto const& x) { return fm::linearize(f, x).second(fm::ones_like(fm::tower::value_of(x))); };
}

template <class F, class X> void check_two_orders(F const& f, X const& x) {
  CHECK(plain(f(x)) == 81);
  CHECK(plain(forward(f)(x)) == 108);
  CHECK(plain(reverse(f)(x)) == 108);
  CHECK(plain(kept(pushed(f))(x)) == 108);
  CHECK(plain(pushed(kept(f))(x)) == 108);
  CHECK(plain(forward(forward(f))(x)) == 108);
  CHECK(plain(forward(reverse(f))(x)) == 108);
  CHECK(plain(reverse(forward(f))(x)) == 108);
  CHECK(plain(reverse(reverse(f))(x)) == 108);
}
template <class F> void check_third_order(F const& f) {
  CHECK(forward(forward(forward(f)))(3.0) == 72);
  CHECK(forward(forward(reverse(f)))(3.0) == 72);
  CHECK(forward(reverse(forward(f)))(3.0) == 72);
  CHECK(forward(reverse(reverse(f)))(3.0) == 72);
  CHECK(reverse(forward(forward(f)))(3.0) == 72);
  CHECK(reverse(forward(reverse(f)))(3.0) == 72);
  CHECK(reverse(reverse(forward(f)))(3.0) == 72);
  CHECK(reverse(reverse(reverse(f)))(3.0) == 72);
}
auto const jvp_twice = [](auto const& x) { return jvp_square(jvp_square(x)); };
auto const vjp_twice = [](auto const& x) { return vjp_square(vjp_square(x)); };

}  // namespace

TEST_CASE("a custom jvp inside itself [pytorch#197867]", "[custom]") {
  check_two_orders(jvp_twice, 3.0);
  check_two_orders(jvp_twice, fm::scalar(3.0));
  check_third_order(jvp_twice);
}

TEST_CASE("a custom vjp inside itself", "[custom]") {
  check_two_orders(vjp_twice, 3.0);
  check_two_orders(vjp_twice, fm::scalar(3.0));
  check_third_order(vjp_twice);
}

TEST_CASE("a custom jvp and a custom vjp inside each other", "[custom]") {
  check_two_orders([](auto const& x) { return vjp_square(jvp_square(x)); }, 3.0);
  check_two_orders([](auto const& x) { return jvp_square(vjp_square(x)); }, 3.0);
}
