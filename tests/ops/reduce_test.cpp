// tests/ops/reduce_test.cpp: reductions over every set of axes in every mode and order
// SPDX-License-Identifier: MIT
#include <cmath>

#include "support/catch.hpp"
#include "support/check_op.hpp"

namespace {

using check::Array, check::Arrays, check::Index, check::real;
using fm::Shape;
using Group = std::vector<real>;
using One = std::array<fm::Tensor<double>, 1>;
using OneFloat = std::array<fm::Tensor<float>, 1>;

enum op { sum, mean, prod, max, min, logsumexp, norm, squared_norm, var, stddev };
constexpr double correction = 1;

struct reduction {
  int which;
  fm::Axes axes{};
  fm::Keepdims keep{};
  template <class X> X operator()(X const& x) const {
    switch (which) {
      case sum:
        return fm::sum(x, axes, keep);
      case mean:
        return fm::mean(x, axes, keep);
      case prod:
        return fm::prod(x, axes, keep);
      case max:
        return fm::max(x, axes, keep);
      case min:
        return fm::min(x, axes, keep);
      case logsumexp:
        return fm::logsumexp(x, axes, keep);
      case norm:
        return fm::norm(x, axes, keep);
      case squared_norm:
        return fm::squared_norm(x, axes, keep);
      case var:
        return fm::var(x, axes, correction, keep);
      default:
        return fm::stddev(x, axes, correction, keep);
    }
  }
};

real sum_of(Group const& g) {
  real s = 0;
  for (real v : g) s += v;
  return s;
}
real squares(Group const& g, real centre = 0) {
  real s = 0;
  for (real v : g) s += (v - centre) * (v - centre);
  return s;
}
real reduce(int which, Group const& g) {
  real const n = static_cast<real>(g.size());
  switch (which) {
    case sum:
      return sum_of(g);
    case mean:
      return sum_of(g) / n;
    case prod: {
      real p = 1;
      for (real v : g) p *= v;
      return p;
    }
    case max:
      return *std::max_element(g.begin(), g.end());
    case min:
      return *std::min_element(g.begin(), g.end());
    case logsumexp: {
      real const m = *std::max_element(g.begin(), g.end());
      real s = 0;
      for (real v : g) s += std::exp(v - m);
      return m + std::log(s);
    }
    case norm:
      return std::sqrt(squares(g));
    case squared_norm:
      return squares(g);
    case var:
      return squares(g, sum_of(g) / n) / (n - correction);
    default:
      return std::sqrt(squares(g, sum_of(g) / n) / (n - correction));
  }
}
check::Reference reference(reduction const& r) {
  return [r](Arrays const& a) {
    Array const& x = a[0];
    std::vector<bool> gone(static_cast<std::size_t>(x.shape.rank()), r.axes.all());
    for (int i = 0; i < r.axes.count(); ++i)
      gone[static_cast<std::size_t>(r.axes[i] < 0 ? r.axes[i] + x.shape.rank() : r.axes[i])] = true;
    Shape kept = x.shape, to;
    for (int i = 0; i < x.shape.rank(); ++i) {
      if (gone[static_cast<std::size_t>(i)])
        kept[i] = 1;
      else
        to.push_back(x.shape[i]);
    }
    std::vector<Group> groups(static_cast<std::size_t>(kept.size()));
    Array where(kept);
    for (std::size_t i = 0; i < where.data.size(); ++i) where.data[i] = static_cast<real>(i);
    Array(x.shape, [&](Index const& index) {
      Index at = index;
      for (std::size_t i = 0; i < at.size(); ++i) at[i] = gone[i] ? 0 : at[i];
      groups[static_cast<std::size_t>(where[at])].push_back(x[index]);
      return real(0);
    });
    Array z(r.keep.value ? kept : to);
    for (std::size_t i = 0; i < z.data.size(); ++i) z.data[i] = reduce(r.which, groups[i]);
    return z;
  };
}

struct row {
  char const* name;
  int op;
};
row const rows[] = {{"sum", sum}, {"mean", mean},           {"prod", prod}, {"max", max},
                    {"min", min}, {"logsumexp", logsumexp}, {"norm", norm}, {"squared_norm", squared_norm},
                    {"var", var}, {"stddev", stddev}};

check::Options options() {
  check::Options o;
  o.room = 0.02;  // no two elements of the samples are nearer, so no maximum changes hands
  return o;
}

}  // namespace

TEST_CASE("reductions of tensors", "[reduce]") {
  One const cube{check::some_tensor<double>({2, 3, 4}, 3)}, vector{check::some_tensor<double>({5}, 4)},
      wide{check::some_tensor<double>({3, 70}, 5)};
  for (auto const& [name, op] : rows) {
    for (fm::Axes const& axes : {fm::Axes{}, fm::Axes{-1}, fm::Axes{0}, fm::Axes{1}, fm::Axes{0, 2}, fm::Axes{-2, -1}})
      for (fm::Keepdims k : {fm::Keepdims{}, fm::keepdims}) {
        reduction const r{op, axes, k};
        check::check_op(name, options(), r, reference(r), cube);
      }
    reduction const all{op}, last{op, -1};
    check::check_op(name, options(), all, reference(all), vector);
    if (op != prod && op != max && op != min) check::check_op(name, options(), last, reference(last), wide);
  }
}

TEST_CASE("reductions of float tensors", "[reduce]") {
  OneFloat const cube{check::some_tensor<float>({2, 3, 4}, 3)};
  for (auto const& [name, op] : rows)
    for (fm::Axes const& axes : {fm::Axes{}, fm::Axes{-1}, fm::Axes{0, 2}}) {
      reduction const r{op, axes, fm::keepdims};
      check::check_op(name, options(), r, reference(r), cube);
    }
}

TEST_CASE("reductions of nothing", "[reduce]") {
  One const empty{fm::zeros<double>({2, 0, 3})};
  for (int op : {sum, mean, prod, logsumexp, norm, squared_norm})
    for (fm::Axes const& axes : {fm::Axes{}, fm::Axes{1}, fm::Axes{0}}) {
      auto const d = std::array{empty, empty, empty};
      check::Report const r = check::differentiate<2>(reduction{op, axes}, empty, d);
      CHECK(r.vjp[0].empty());
      check::judge_consistency(rows[op].name, r,
                               {check::arrays_of(empty), check::arrays_of(empty), check::arrays_of(empty)});
      if (axes == fm::Axes{1}) {
        CHECK(r.shape == Shape{2, 3});
        double const value = op == prod ? 1 : op == mean ? NAN : op == logsumexp ? -INFINITY : 0;
        for (double v : r.value) CHECK(check::close(v, value, 0));
        if (op != mean)
          for (double v : r.jvp) CHECK(v == 0);
      }
    }
  check::check_throws("max of nothing", reduction{max, 1}, empty);
  check::check_throws("min of nothing", reduction{min}, empty);
}

TEST_CASE("reductions refuse axes that are not there, boxes as plain values", "[reduce]") {
  One const x{check::some_tensor<double>({2, 3}, 3)};
  for (auto const& [name, op] : rows) {
    check::check_throws(name, reduction{op, 2}, x);
    check::check_throws(name, reduction{op, {0, 0}}, x);
    check::check_throws(name, reduction{op, {1, -1}}, x);
  }
}

TEST_CASE("reductions at ties, zeros and infinities agree in all modes", "[reduce]") {
  check::Options kink;
  kink.smooth = false;
  auto const at = [&](int op, fm::Literal<double> const& literal) {
    reduction const r{op, -1};
    check::check_op(rows[op].name, kink, r, reference(r), One{fm::tensor<double>(literal)});
  };
  at(max, {{1, 3, 3, 2}, {0, -0.0, -1, 0}});
  at(min, {{1, 1, 3, 1}, {0, -0.0, 1, 0}});
  at(prod, {{0, 2, 3}, {0, 0, 3}, {0, 0, 0}, {1, 2, 0}});
  at(norm, {{0, 0, 0}, {0, 1, 0}});
  at(squared_norm, {{0, 0}, {1, 0}});
  at(stddev, {{2, 2, 2}, {0, 0, 0}});
  at(logsumexp, {{0, -INFINITY}, {1000, 1000.5}, {-1000, -1001}});
}

TEST_CASE("products of zeros have exact derivatives", "[reduce]") {
  reduction const r{prod, -1};
  check::check_op("prod", options(), r, reference(r),
                  One{fm::tensor<double>({{0, 2, 3}, {0, 0, 3}, {0, 0, 0}, {1, 2, 0}})});
}

TEST_CASE("numbers are their own reductions", "[reduce]") {
  for (int op : {sum, mean, prod, max, min}) {
    CHECK(reduction{op}(2.5) == 2.5);
    auto const [y, dy] = fm::jvp(reduction{op}, 2.5, 2.0);
    CHECK(y == 2.5);
    CHECK(dy == 2);
    CHECK(fm::grad(reduction{op})(2.5) == 1);
  }
}

TEST_CASE("argmax and argmin take the first, carry no derivative and come out of boxes", "[reduce]") {
  auto const x = fm::tensor<double>({{1, 3, 3}, {5, 0, 0}});
  auto const f = [](auto const& v) {
    auto const i = fm::argmax(v);
    static_assert(std::is_same_v<decltype(i), fm::Tensor<int64_t> const>);
    CHECK(i(0) == 1);
    CHECK(i(1) == 0);
    auto const j = fm::argmin(v, 0, fm::keepdims);
    CHECK(j.shape() == Shape{1, 3});
    CHECK(j(0, 0) == 0);
    CHECK(j(0, 1) == 1);
    return fm::sum(fm::take_along(v, fm::argmax(v, -1, fm::keepdims)));
  };
  CHECK(f(x).item() == 8);
  auto const g = fm::grad(f)(x);
  CHECK(g(0, 1) == 1);
  CHECK(g(0, 2) == 0);
  CHECK(fm::jvp(f, x, fm::ones<double>({2, 3})).second.item() == 2);
  CHECK_THROWS_WITH(fm::argmax(fm::zeros<double>({2, 0})), Catch::Contains("argmax"));
  CHECK_THROWS_AS(fm::argmin(x, 2), fm::shape_error);
}
