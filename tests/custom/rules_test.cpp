// tests/custom/rules_test.cpp: custom rules on trees and integers; which rule is used when; an op of the user's own
// SPDX-License-Identifier: MIT
#include <fmod/transforms/transforms.hpp>

#include "support/catch.hpp"

using namespace fm::literals;
using Catch::Matchers::Contains;

namespace {
// Rules that lie (by a factor) show that they are what is used.
auto const jvp_tripled =
    fm::custom_jvp([](auto const& x) { return fm::sin(x); },
                   [](auto const& x, auto const& dx) { return std::pair(fm::sin(x), 3 * fm::cos(x) * dx); });
auto const vjp_tripled = fm::custom_vjp([](auto const& x) { return fm::sin(x); },
                                        [](auto const& x) { return std::pair(fm::sin(x), fm::cos(x)); },
                                        [](auto const& cosine, auto const& ct) { return 3 * cosine * ct; });
}  // namespace

TEST_CASE("both modes use the rule, whichever was given", "[custom]") {
  double const want = 3 * std::cos(0.7);
  CHECK(jvp_tripled(0.7) == std::sin(0.7));
  CHECK(fm::jvp(jvp_tripled, 0.7, 1.0).second == Approx(want).epsilon(1e-15));
  CHECK(fm::grad(jvp_tripled)(0.7) == Approx(want).epsilon(1e-15));
  CHECK(fm::jvp(vjp_tripled, 0.7, 1.0).second == Approx(want).epsilon(1e-15));
  CHECK(fm::grad(vjp_tripled)(0.7) == Approx(want).epsilon(1e-15));
  CHECK(fm::linearize(vjp_tripled, 0.7).second(1.0) == Approx(want).epsilon(1e-15));
  CHECK(fm::linearize(jvp_tripled, 0.7).second(1.0) == Approx(want).epsilon(1e-15));
}

TEST_CASE("the value is that of the function, and of fwd in reverse mode", "[custom]") {
  auto const f =
      fm::custom_vjp([](auto const& x) { return x + 0.0; }, [](auto const& x) { return std::pair(x + 1.0, fm::none); },
                     [](auto const&, auto const& ct) { return ct; });
  CHECK(f(1.0) == 1);
  CHECK(fm::vjp(f, 1.0).first == 2);
}

TEST_CASE("several arguments, trees as arguments and result", "[custom]") {
  auto const f = fm::custom_vjp(
      [](auto const& p, auto const& x) { return fm::dict("y"_n = p["w"_n] * x, "s"_n = fm::sum(p["b"_n])); },
      [](auto const& p, auto const& x) {
        return std::pair(fm::dict("y"_n = p["w"_n] * x, "s"_n = fm::sum(p["b"_n])), std::tuple(p, x));
      },
      [](auto const& kept, auto const& ct) {
        auto const& [p, x] = kept;
        return std::tuple(fm::dict("w"_n = ct["y"_n] * x, "b"_n = fm::broadcast_like(ct["s"_n], p["b"_n])),
                          ct["y"_n] * p["w"_n]);
      });
  auto const p = fm::dict("w"_n = fm::tensor<double>({1, 2}), "b"_n = fm::tensor<double>({5, 6, 7}));
  auto const x = fm::tensor<double>({3, 4});
  auto const loss = [&](auto const& p, auto const& x) {
    auto const r = f(p, x);
    return fm::sum(fm::square(r["y"_n])) + r["s"_n];
  };
  auto const [gp, gx] = fm::grad<0, 1>(loss)(p, x);
  CHECK(gp["w"_n](1) == 2 * 8 * 4);
  CHECK(gp["b"_n](2) == 1);
  CHECK(gx(0) == 2 * 3 * 1);
  // Of one argument only; the other is a constant.
  CHECK(fm::grad<1>(loss)(p, x)(1) == 2 * 8 * 2);
  auto const dy = fm::jvp(f, fm::args(p, x), fm::args(fm::zero, x)).second;
  CHECK(dy["y"_n](1) == 8);
  CHECK(dy["s"_n].item() == 0);
}

TEST_CASE("an integer argument has no tangent, and its cotangent is fm::zero [jax#16000] [jax#18113]", "[custom]") {
  auto const pick = fm::custom_vjp(
      [](auto const& x, auto const& i) { return fm::take(x, i); },
      [](auto const& x, auto const& i) { return std::pair(fm::take(x, i), std::tuple(i, fm::zeros_like(x))); },
      [](auto const& kept, auto const& ct) { return std::tuple(std::get<1>(kept) + fm::sum(ct), fm::zero); });
  auto const i = fm::tensor<int64_t>({1});
  CHECK(fm::grad([&](auto const& x) { return fm::sum(pick(x, i)); })(fm::tensor<double>({1, 2}))(0) == 1);
  auto const scaled = fm::custom_jvp([](auto const& x, int64_t n) { return x * static_cast<double>(n); },
                                     [](auto const& x, int64_t n, auto const& dx, auto const& dn) {
                                       static_assert(std::is_same_v<std::remove_cvref_t<decltype(dn)>, fm::Zero>);
                                       return std::pair(x * static_cast<double>(n), dx * static_cast<double>(n));
                                     });
  auto const f = [&](auto const& x) { return scaled(x, int64_t{3}); };
  CHECK(fm::grad(f)(2.0) == 3);
  CHECK(fm::jvp(f, 2.0, 1.0).second == 3);
}

TEST_CASE("a constant argument's tangent is zeros; fm::zero may be returned", "[custom]") {
  auto const f = fm::custom_jvp(
      [](auto const& x, auto const& y) { return x * y; },
      [](auto const& x, auto const& y, auto const& dx, auto const& dy) { return std::pair(x * y, y * dx + x * dy); });
  CHECK(fm::grad([&](auto const& x) { return f(x, 5.0); })(2.0) == 5);
  CHECK(fm::jvp([&](auto const& y) { return f(2.0, y); }, 5.0, 1.0).second == 2);
  auto const flat = fm::custom_jvp([](auto const& x) { return fm::floor(x); },
                                   [](auto const& x, auto const&) { return std::pair(fm::floor(x), fm::zero); });
  CHECK(fm::grad([&](auto const& x) { return flat(x) * x; })(2.5) == 2);
  auto const no_way_back =
      fm::custom_vjp([](auto const& x) { return x; }, [](auto const& x) { return std::pair(x, fm::none); },
                     [](auto const&, auto const&) { return fm::zero; });
  CHECK(fm::grad([&](auto const& x) { return no_way_back(x) * x; })(2.5) == 2.5);
}

TEST_CASE("gradient clipping: a rule that is only for reverse mode", "[custom]") {
  auto const clipped =
      fm::custom_vjp([](auto const& x) { return x; }, [](auto const& x) { return std::pair(x, fm::none); },
                     [](auto const&, auto const& ct) { return fm::clamp(ct, -1.0, 1.0); });
  auto const g = fm::grad([&](auto const& x) {
    return fm::sum(fm::tensor<double>({0.5, 3, -7}) * clipped(x));
  })(fm::ones<double>({3}));
  CHECK(g(0) == 0.5);
  CHECK(g(1) == 1);
  CHECK(g(2) == -1);
}

TEST_CASE("a numerically stable rule: log(1 + exp(x)) at 1000", "[custom]") {
  auto const log1pexp = fm::custom_jvp(
      [](auto const& x) { return fm::log1p(fm::exp(x)); },
      [](auto const& x, auto const& dx) { return std::pair(fm::log1p(fm::exp(x)), dx * (1 - 1 / (1 + fm::exp(x)))); });
  CHECK(fm::grad([](auto const& x) { return fm::log1p(fm::exp(x)); })(1000.0) != 1);
  CHECK(fm::grad(log1pexp)(1000.0) == 1);
}

TEST_CASE("a custom jvp with a whole number among its results, recorded", "[custom]") {
  auto const sine =
      fm::custom_jvp([](auto const& x) { return std::pair(fm::sin(x), int64_t{3}); },
                     [](auto const& x, auto const& dx) {
                       return std::pair(std::pair(fm::sin(x), int64_t{3}), std::pair(fm::cos(x) * dx, fm::zero));
                     });
  auto const f = [&](auto const& x) { return sine(x).first; };
  auto const x = fm::tensor<double>({1, 4});
  auto const [y, pullback] = fm::vjp(f, x);
  CHECK(pullback(fm::ones<double>({2}))(1) == std::cos(4.0));
  CHECK(fm::linearize(f, x).second(fm::ones<double>({2}))(0) == std::cos(1.0));
}

TEST_CASE("custom rules pass check_grads on tensors", "[custom]") {
  auto const f = fm::custom_vjp([](auto const& x) { return fm::sin(x) * x; },
                                [](auto const& x) { return std::pair(fm::sin(x) * x, x); },
                                [](auto const& x, auto const& ct) { return (fm::cos(x) * x + fm::sin(x)) * ct; });
  fm::check_grads(f, fm::tensor<double>({0.3, -1.2, 2}));
}

TEST_CASE("a rule that returns another shape is an error that names it", "[custom]") {
  auto const x = fm::tensor<double>({1, 2});
  auto const f = fm::custom_vjp([](auto const& x) { return fm::sum(x); },
                                [](auto const& x) { return std::pair(fm::sum(x), fm::none); },
                                [](auto const&, auto const& ct) { return ct; });
  CHECK_THROWS_AS(fm::grad(f)(x), fm::shape_error);
  CHECK_THROWS_WITH(fm::grad(f)(x),
                    Contains("custom_vjp: the cotangent at 0 that its rule returned is (), the value is (2)") &&
                        Contains("fm::broadcast_like"));
  auto const g = fm::custom_jvp([](auto const& x) { return 2 * x; },
                                [](auto const& x, auto const& dx) { return std::pair(2 * x, fm::sum(dx)); });
  CHECK_THROWS_WITH(fm::jvp(g, x, x),
                    Contains("custom_jvp: the tangent that its rule returned is (), the value is (2)"));
}

// ---- the op interface is public
namespace mine {
struct CubicNorm {
  static constexpr char const* name = "cubic_norm";
  static constexpr unsigned keep = fm::tower::keep_x | fm::tower::keep_result;

  template <class X> auto eval(X x) const { return fm::cbrt(fm::sum(x * x * x, -1, fm::keepdims)); }
  template <class Z, class X> auto weights(Z const& z, X const& x) const { return fm::square(x / z); }
  template <std::size_t, class D, class Z, class X> auto jvp(D d, Z const& z, X const& x) const {
    return fm::sum(d * weights(z, x), -1, fm::keepdims);
  }
  template <std::size_t, class C, class Z, class X> auto vjp(C ct, Z const& z, X const& x) const {
    return ct * weights(z, x);
  }
};
inline constexpr auto cubic_norm = [](auto const& x) { return fm::tower::apply(CubicNorm{}, x); };
}  // namespace mine

TEST_CASE("an op of the user's own, with two rules, to second order and in a Taylor series", "[custom]") {
  auto const x = fm::tensor<double>({{1, 2, 3}, {4, 1, 2}});
  fm::check_grads(mine::cubic_norm, x);
  // Along x itself the norm is linear: t -> (1 + t) n.
  auto const d = fm::jet(mine::cubic_norm, x, x, 3);
  CHECK(d[1](0, 0) == Approx(d[0](0, 0)).epsilon(1e-14));
  CHECK(std::fabs(d[2](0, 0)) < 1e-13);
  CHECK(std::fabs(d[3](1, 0)) < 1e-13);
}
