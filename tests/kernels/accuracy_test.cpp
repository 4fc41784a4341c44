// tests/kernels/accuracy_test.cpp: vector loops of every instruction set against long double, in units in the last place
// SPDX-License-Identifier: MIT
//
// The bounds are what was measured over all floats and 10^8 doubles, rounded up. Here a sample and the edges run.
#include "kernels/reference.hpp"
#include "support/catch.hpp"

#include <fmod/impl/kernels/isa_table.hpp>
#include <fmod/kernels/scalar.hpp>

#include <bit>

namespace {

using fm::kernels::binary;
using fm::kernels::unary;

long double sigmoid(long double x) {
  long double const e = std::exp(-std::fabs(x));
  return (x < 0 ? e : 1) / (1 + e);
}
long double softplus(long double x) { return (x > 0 ? x : 0) + std::log1p(std::exp(-std::fabs(x))); }
long double sech2(long double x) {
  long double const e = std::exp(-2 * std::fabs(x));
  return 4 * e / ((1 + e) * (1 + e));
}

struct Case {
  char const* name;
  unary code;
  long double (*exact)(long double);
  double bound;
};
#define FM_CASE(name, bound)                                              \
  {                                                                       \
#name, unary::name, [](long double x) { return std::name(x); }, bound \
  }
Case const cases[] = {
    FM_CASE(exp, 1),
    FM_CASE(exp2, 1.3),
    FM_CASE(expm1, 2),
    FM_CASE(log, 1),
    FM_CASE(log2, 2),
    FM_CASE(log1p, 1),
    FM_CASE(sin, 1),
    FM_CASE(cos, 1),
    FM_CASE(tan, 2.5),
    FM_CASE(sinh, 2.5),
    FM_CASE(cosh, 2),
    FM_CASE(tanh, 3),
    FM_CASE(asinh, 2),
    FM_CASE(atanh, 2),
    FM_CASE(erf, 3),
    FM_CASE(erfc, 4),
    FM_CASE(sqrt, 0.5),
    FM_CASE(cbrt, 4),
    FM_CASE(asin, 1),
    FM_CASE(acos, 1),
    FM_CASE(atan, 1),
    FM_CASE(acosh, 2),
    FM_CASE(floor, 0),
    FM_CASE(ceil, 0),
    FM_CASE(trunc, 0),
    {"round", unary::round, [](long double x) { return std::nearbyint(x); }, 0},
    {"rsqrt", unary::rsqrt, [](long double x) { return 1 / std::sqrt(x); }, 1.5},
    {"reciprocal", unary::reciprocal, [](long double x) { return 1 / x; }, 0.5},
    {"sigmoid", unary::sigmoid, sigmoid, 3},
    {"softplus", unary::softplus, softplus, 2},
    {"logsigmoid", unary::logsigmoid, [](long double x) { return -softplus(-x); }, 2},
    {"sech2", unary::sech2, sech2, 4},
};

// Edges, then numbers of all sizes, then those where functions do something.
template <class S> std::vector<S> points() {
  using Limits = std::numeric_limits<S>;
  std::vector<S> x{S(0),
                   -S(0),
                   Limits::infinity(),
                   -Limits::infinity(),
                   Limits::quiet_NaN(),
                   Limits::denorm_min(),
                   -Limits::denorm_min(),
                   Limits::min(),
                   Limits::min() / 3,
                   Limits::max(),
                   -Limits::max()};
  for (double v : {1.,    .5,    2.,      88.72,   88.73,   89.42, -87.4, -103.9, -104.,     709.78, 709.79,
                   710.4, 710.5, -708.4,  -745.13, -745.14, 36.7,  17.3,  4.,     6.,        26.5,   27.3,
                   0.41,  0.29,  524288., 524289., 1e5,     1e6,   1e22,  1e-20,  268435456.})
    for (double sign : {1., -1.}) x.push_back(static_cast<S>(sign * v));
  std::mt19937_64 engine(7);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int i = 0; i < 20000; ++i) {
    S any;
    if constexpr (sizeof(S) == 4)
      any = std::bit_cast<S>(static_cast<std::uint32_t>(engine()));
    else
      any = std::bit_cast<S>(engine());
    x.push_back(std::isnan(any) ? S(1) : any);  // signalling NaN is beside the point
    double const u = unit(engine);
    x.push_back(static_cast<S>(u));
    x.push_back(static_cast<S>(40 * u));
    x.push_back(static_cast<S>((sizeof(S) == 4 ? 100 : 750) * u));
    x.push_back(static_cast<S>(std::ldexp(u, -static_cast<int>(engine() % 60))));
    x.push_back(static_cast<S>(1 + std::ldexp(u, -static_cast<int>(engine() % 50))));
    x.push_back(static_cast<S>(static_cast<double>(engine() % 300000) * 1.5707963267948966 * (u > 0 ? 1 : -1)));
  }
  return x;
}

template <class S> fm::isa::RealTable<S> const& real(fm::isa::Table const& t) {
  if constexpr (sizeof(S) == 4)
    return t.f;
  else
    return t.d;
}

}  // namespace

TEMPLATE_TEST_CASE("unary loops are accurate in every instruction set", "[accuracy]", float, double) {
  using S = TestType;
  std::vector<S> const x = points<S>();
  std::vector<S> y(x.size());
  for (Case const& c : cases)
    for (int i = 0; fm::isa::Table const* set = fm::isa::table_at(i); ++i) {
      real<S>(*set).unary[static_cast<std::size_t>(c.code)](y.data(), x.data(), static_cast<int64_t>(x.size()));
      double worst = 0;
      S where = 0, got = 0;
      for (std::size_t k = 0; k < x.size(); ++k) {
        double const u = reference::ulps(y[k], c.exact(static_cast<long double>(x[k])));
        if (u > worst) {
          worst = u;
          where = x[k];
          got = y[k];
        }
      }
      CAPTURE(set->name, c.name, where, got);
      CHECK(worst <= c.bound);
    }
}

TEMPLATE_TEST_CASE("an element has the same value wherever it stands, and in place", "[accuracy]", float, double) {
  using S = TestType;
  std::vector<S> x = points<S>();
  x.resize(100);
  for (int i = 0; fm::isa::Table const* set = fm::isa::table_at(i); ++i)
    for (std::size_t code = 0; code < static_cast<std::size_t>(unary::count); ++code) {
      auto const loop = real<S>(*set).unary[code];
      std::vector<S> whole(x.size()), in_place = x;
      loop(whole.data(), x.data(), 100);
      loop(in_place.data(), in_place.data(), 100);
      for (std::size_t k = 0; k < 100; ++k) {
        S one = 0;
        loop(&one, &x[k], 1);
        CAPTURE(set->name, code, x[k], one, whole[k], in_place[k]);
        REQUIRE((one == whole[k] || (std::isnan(one) && std::isnan(whole[k]))));
        REQUIRE((one == in_place[k] || (std::isnan(one) && std::isnan(in_place[k]))));
      }
    }
}

TEST_CASE("float pow is accurate in every instruction set", "[accuracy]") {
  std::vector<float> const x = points<float>();
  std::vector<float> z(x.size());
  auto const check = [&](char const* name, auto const& exact, double bound) {
    double worst = 0;
    std::size_t where = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      double const u = reference::ulps(z[k], exact(x[k]));
      if (u > worst) {
        worst = u;
        where = k;
      }
    }
    CAPTURE(name, x[where], z[where]);
    CHECK(worst <= bound);
  };
  std::size_t const pow = static_cast<std::size_t>(binary::pow);
  int64_t const n = static_cast<int64_t>(x.size());
  for (int i = 0; fm::isa::Table const* set = fm::isa::table_at(i); ++i)
    for (float e : {0.f, 0.5f, 1.f, 1.7f, 2.f, 3.f, -1.f, -2.f, -0.3f, 10.f, INFINITY, -INFINITY, NAN}) {
      CAPTURE(e);
      set->f.binary_xs[pow](z.data(), x.data(), e, n);
      check(
          set->name, [e](float v) { return std::pow(static_cast<long double>(v), static_cast<long double>(e)); }, 1);
      set->f.binary_sx[pow](z.data(), e, x.data(), n);
      check(
          set->name, [e](float v) { return std::pow(static_cast<long double>(e), static_cast<long double>(v)); }, 1);
    }
}
