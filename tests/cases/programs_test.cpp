// tests/cases/programs_test.cpp: small programs with known values: LSTM and GRU cells, distances of equal points
// SPDX-License-Identifier: MIT
#include <cmath>

#include <fmod/fmod.hpp>

#include "support/catch.hpp"

using namespace fm::literals;

namespace {

auto vector_of(std::initializer_list<double> v) {
  return fm::from_span<double>({static_cast<int64_t>(v.size())}, std::vector<double>(v));
}
template <class T> auto gate(T const& v, int k) { return fm::index(v, k); }

// Input and hidden size 1; gates in the order i, f, g, o.
struct lstm {
  template <class P> auto operator()(P const& p) const {
    using X = std::remove_cvref_t<decltype(p["w"_n])>;
    X h = fm::zeros_like(fm::slice(p["w"_n], 0, 0, 1)), c = h;
    for (double x : {1.0, -2.0}) {
      X const a = p["w"_n] * x + p["u"_n] * h + p["b"_n];
      X const i = fm::sigmoid(fm::slice(a, 0, 0, 1)), f = fm::sigmoid(fm::slice(a, 0, 1, 2)),
              o = fm::sigmoid(fm::slice(a, 0, 3, 4));
      c = f * c + i * fm::tanh(fm::slice(a, 0, 2, 3));
      h = o * fm::tanh(c);
    }
    return fm::index(h, 0);
  }
};
// Gates in the order r, z, n.
struct gru {
  template <class P> auto operator()(P const& p) const {
    using X = std::remove_cvref_t<decltype(p["w"_n])>;
    X h = fm::zeros_like(fm::slice(p["w"_n], 0, 0, 1));
    for (double x : {1.0, -2.0}) {
      X const a = p["w"_n] * x + p["b"_n], v = p["u"_n] * h + p["c"_n];
      X const r = fm::sigmoid(fm::slice(a, 0, 0, 1) + fm::slice(v, 0, 0, 1)),
              z = fm::sigmoid(fm::slice(a, 0, 1, 2) + fm::slice(v, 0, 1, 2));
      X const n = fm::tanh(fm::slice(a, 0, 2, 3) + r * fm::slice(v, 0, 2, 3));
      h = (1.0 - z) * n + z * h;
    }
    return fm::index(h, 0);
  }
};

template <class T> void expect(T const& have, std::initializer_list<double> want) {
  REQUIRE(have.size() == static_cast<int64_t>(want.size()));
  int i = 0;
  for (double w : want) CHECK(have(i++) == Approx(w).epsilon(1e-11));
}
// The derivative along all ones is the sum of the gradient.
template <class F, class P> void both_modes(F const& f, P const& p, double value) {
  auto const g = fm::grad(f)(p);
  auto const [y, dy] = fm::jvp(f, p, fm::ones_like(p));
  CHECK(y.item() == Approx(value).epsilon(1e-13));
  CHECK(dy.item() == Approx(fm::tree::dot(g, fm::ones_like(p)).item()).epsilon(1e-12));
}

}  // namespace

TEST_CASE("two steps of an LSTM cell [pytorch#90500]", "[programs][66]") {
  auto const p = fm::dict("w"_n = vector_of({.1, .2, .3, .4}), "u"_n = vector_of({.5, -.5, .25, -.25}),
                          "b"_n = vector_of({.01, .02, .03, .04}));
  both_modes(lstm{}, p, -.05114884625636386);
  auto const g = fm::grad(lstm{})(p);
  expect(g["w"_n], {.08533999023994, -.02445541087048, -.153814477772425, .070678994972925});
  expect(g["u"_n], {-.003812333958838, .001237973339806, .010817418152413, -.003556701091983});
  expect(g["b"_n], {-.027625520011006, .01222770543524, .16672280316337, -.03471170741675});
}

TEST_CASE("two steps of a GRU cell [pytorch#80454]", "[programs][66]") {
  auto const p = fm::dict("w"_n = vector_of({.1, .2, .3}), "u"_n = vector_of({.5, -.5, .25}),
                          "b"_n = vector_of({.01, .02, .03}), "c"_n = vector_of({.1, .2, .3}));
  both_modes(gru{}, p, -.1354853491101935);
  auto const g = fm::grad(gru{})(p);
  expect(g["w"_n], {-.07367519095914, -.32358294086147, -.83333625734598});
  expect(g["u"_n], {.007642140706541, .024977467997368, .044262561331314});
  expect(g["b"_n], {.052369488105812, .088379761537983, .626051621633042});
  expect(g["c"_n], {.052369488105812, .088379761537983, .3204424211387});
}

TEST_CASE("distances of equal points, and the angle to nothing [pytorch#37154]", "[programs][49]") {
  auto const points = fm::tensor<double>({{1, 2}, {1, 2}, {4, 6}});
  auto const distances = [](auto const& x) {
    return fm::sum(fm::norm(fm::expand_dims(x, 0) - fm::expand_dims(x, 1), -1));
  };
  auto const g = fm::grad(distances)(points);
  // Each of the two equal points is 5 away from the third, in both orders; between them there is no direction.
  for (int i : {0, 1}) {
    CHECK(g(i, 0) == Approx(-1.2));
    CHECK(g(i, 1) == Approx(-1.6));
  }
  auto const similarity = [](auto const& x, auto const& y) {
    return fm::dot(x, y) / fm::maximum(fm::norm(x) * fm::norm(y), 1e-8);
  };
  auto const zero = fm::zeros<double>({2}), y = fm::tensor<double>({3, 4});
  CHECK(similarity(zero, y).item() == 0);
  auto const at_zero = fm::grad([&](auto const& x) { return similarity(x, y); })(zero);
  CHECK(at_zero(0) == Approx(3e8));
  CHECK(at_zero(1) == Approx(4e8));
  auto const normalized = [](auto const& x) { return x / fm::maximum(fm::norm(x), 1e-12); };
  CHECK(normalized(zero)(0) == 0);
  CHECK(fm::jvp(normalized, zero, fm::tensor<double>({1, 0})).second(0) == Approx(1e12));
}

TEST_CASE("a power of a negative number with a constant exponent [autodiff#315]", "[programs][25]") {
  auto const f = [](auto const& a) { return fm::pow(a, 5.0); };
  CHECK(f(-5.0) == -3125);
  CHECK(fm::grad(f)(-5.0) == 3125);
  CHECK(fm::jvp(f, -5.0, 1.0).second == 3125);
  // The exponent is an argument that this call does not differentiate.
  auto const g = [](auto const& a, auto const& b) { return fm::pow(a, b); };
  CHECK(fm::grad<0>(g)(-5.0, 5.0) == 3125);
}
