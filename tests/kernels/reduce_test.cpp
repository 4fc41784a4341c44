// tests/kernels/reduce_test.cpp: reductions, softmax, norm, scans, sorting against naive versions
// SPDX-License-Identifier: MIT
#include "kernels/reference.hpp"
#include "support/catch.hpp"

#include <fmod/error.hpp>
#include <fmod/impl/kernels/isa_table.hpp>
#include <fmod/kernels/reduce.hpp>

#include <map>

using namespace fm::kernels;
using Catch::Matchers::Contains;
using fm::Axes;
using fm::Shape;
using fm::Tensor;
using reference::close;
using reference::Index;
using reference::random;
using reference::same;

namespace {

double const inf = std::numeric_limits<double>::infinity(), not_a_number = std::numeric_limits<double>::quiet_NaN();

// Elements that fall into one element of the result, in order.
template <class S, class F> Tensor<S> naive(Tensor<S> const& x, Axes const& axes, F&& f) {
  auto const gone = [&](int i) {
    for (int k = 0; k < axes.count(); ++k)
      if (axes[k] + x.rank() == i) return true;
    return false;
  };
  Shape shape = x.shape();
  for (int i = 0; i < x.rank(); ++i)
    if (gone(i)) shape[i] = 1;
  std::map<Index, std::vector<S>> groups;
  reference::for_each_index(shape, [&](Index const& i) { groups[i]; });
  reference::for_each_index(x.shape(), [&](Index const& i) {
    Index to = i;
    for (std::size_t k = 0; k < to.size(); ++k)
      if (gone(static_cast<int>(k))) to[k] = 0;
    groups[to].push_back(reference::at(x, i));
  });
  return reference::make<S>(shape, [&](Index const& i) { return static_cast<S>(f(groups[i])); });
}

// Shapes with axes to reduce: none, all, first, middle, last, apart; long and short; few and many columns; size 1; empty.
std::pair<Shape, Axes> const cases[] = {
    {{}, Axes(std::initializer_list<fm::Extent>{})},
    {{5}, Axes{-1}},
    {{4, 3}, Axes{-1}},
    {{4, 3}, Axes{-2}},
    {{4, 3}, Axes{-2, -1}},
    {{2000}, Axes{-1}},
    {{3, 700}, Axes{-1}},
    {{700, 3}, Axes{-2}},
    {{700, 3}, Axes{-1}},
    {{37, 300}, Axes{-2}},
    {{9, 1}, Axes{-2}},
    {{9, 1}, Axes{-1}},
    {{2, 3, 4}, Axes{-2}},
    {{2, 3, 4}, Axes{-3, -1}},
    {{2, 3, 4}, Axes{-3, -2}},
    {{2, 3, 4}, Axes{-2, -1}},
    {{2, 3, 4}, Axes(std::initializer_list<fm::Extent>{})},
    {{2, 1, 3, 1, 2, 1, 2, 3}, Axes{-8, -6, -4, -1}},
    {{300, 1, 40}, Axes{-3}},
    {{1000, 64}, Axes{-2}},
    {{1000, 65}, Axes{-2}},
    {{0, 3}, Axes{-1}},
    {{3, 257}, Axes{-2}},
};

}  // namespace

TEMPLATE_TEST_CASE("reductions over any axes", "[reduce]", float, double) {
  using S = TestType;
  for (auto const& [shape, given] : cases) {
    auto const& axes = given;  // lambdas of C++20 cannot capture a binding in every compiler
    auto const x = random<S>(shape);
    // Elements cancel in the sum.
    double const tolerance = (sizeof(S) == 4 ? 5e-7 : 1e-15) * std::sqrt(static_cast<double>(shape.size() + 10));
    CAPTURE(to_string(shape), axes.count());
    auto const check = [&, &axes = axes](reduction code, auto f) {
      auto const want = naive(x, axes, f);
      auto const kept = reduce(code, x, axes, true);
      CHECK(close(kept, want, tolerance));
      auto const dropped = reduce(code, x, axes, false);
      CHECK(dropped.rank() == x.rank() - axes.count());
      CHECK(same(dropped.reshaped(kept.shape()), kept));
    };
    check(reduction::sum, [](auto const& v) {
      long double s = 0;
      for (S e : v) s += e;
      return s;
    });
    check(reduction::mean, [](auto const& v) {
      long double s = 0;
      for (S e : v) s += e;
      return s / static_cast<long double>(v.size());
    });
    check(reduction::max, [](auto const& v) { return *std::max_element(v.begin(), v.end()); });
    check(reduction::min, [](auto const& v) { return *std::min_element(v.begin(), v.end()); });
    check(reduction::logsumexp, [](auto const& v) {
      long double s = 0;
      for (S e : v) s += std::exp(static_cast<long double>(e));
      return std::log(s);
    });
    auto const y = random<S>(shape, 0.9, 1.1);
    CHECK(close(reduce(reduction::prod, y, axes, true),
                naive(y, axes,
                      [](auto const& v) {
                        long double s = 1;
                        for (S e : v) s *= e;
                        return s;
                      }),
                tolerance * 100));
    CHECK(close(norm(x, axes, true),
                naive(x, axes,
                      [](auto const& v) {
                        long double s = 0;
                        for (S e : v) s += static_cast<long double>(e) * e;
                        return std::sqrt(s);
                      }),
                tolerance));
  }
}

TEST_CASE("integer reductions", "[reduce]") {
  auto const x = fm::tensor<int64_t>({{1, -2, 3}, {4, 5, 6}});
  CHECK(same(reduce(reduction::sum, x, Axes{-1}, false), fm::tensor<int64_t>({2, 15})));
  CHECK(same(reduce(reduction::prod, x, Axes{-2}, false), fm::tensor<int64_t>({4, -10, 18})));
  CHECK(reduce(reduction::max, x, Axes{}, false).item() == 6);
  CHECK(same(reduce(reduction::min, x, Axes{-1}, true), fm::tensor<int64_t>({{-2}, {4}})));
}

TEST_CASE("reductions of nothing", "[reduce]") {
  auto const none = fm::zeros<double>({0}), rows = fm::zeros<double>({2, 0});
  CHECK(reduce(reduction::sum, none, Axes{}, false).item() == 0);
  CHECK(reduce(reduction::prod, none, Axes{}, false).item() == 1);
  CHECK(std::isnan(reduce(reduction::mean, none, Axes{}, false).item()));
  CHECK(reduce(reduction::logsumexp, none, Axes{}, false).item() == -inf);
  CHECK(norm(none, Axes{}, false).item() == 0);
  CHECK_THROWS_WITH(reduce(reduction::max, none, Axes{}, false), Contains("max: nothing to reduce: shape (0)"));
  CHECK_THROWS_AS(reduce(reduction::min, rows, Axes{-1}, false), fm::value_error);
  CHECK(same(reduce(reduction::sum, rows, Axes{-1}, false), fm::tensor<double>({0, 0})));
  CHECK(reduce(reduction::max, rows, Axes{-2}, false).shape() == Shape{0});
  CHECK(same(reduce(reduction::sum, fm::zeros<double>({0, 2}), Axes{-2}, false), fm::tensor<double>({0, 0})));
  CHECK(reduce(reduction::sum, fm::zeros<double>({2, 0, 0, 3}), Axes{-4, -2}, false).shape() == Shape{0, 3});
  CHECK(same(reduce(reduction::prod, fm::zeros<double>({2, 0, 3, 2}), Axes{-3, -1}, false), fm::ones<double>({2, 3})));
}

TEST_CASE("NaN and infinity in reductions", "[reduce]") {
  for (int64_t n : {3, 100, 2000})
    for (int64_t where : {int64_t(0), n / 2, n - 1}) {
      auto t = fm::full<double>({n}, 1);
      t.mutable_data()[where] = not_a_number;
      CAPTURE(n, where);
      CHECK(std::isnan(reduce(reduction::max, t, Axes{}, false).item()));
      CHECK(std::isnan(reduce(reduction::min, t, Axes{}, false).item()));
      CHECK(std::isnan(reduce(reduction::sum, t, Axes{}, false).item()));
      auto const column = t.reshaped(Shape{n, 1});
      CHECK(std::isnan(reduce(reduction::max, column, Axes{-2}, false).item()));
      auto two = fm::zeros<double>({n, 2});
      two.mutable_data()[2 * where] = not_a_number;
      CHECK(std::isnan(reduce(reduction::max, two, Axes{-2}, false)(0)));
      CHECK(reduce(reduction::min, two, Axes{-2}, false)(1) == 0);
      CHECK(arg_reduce(reduction::max, t, -1, false).item() == where);
      CHECK(arg_reduce(reduction::min, t, -1, false).item() == where);
    }
  auto const lse = [](std::initializer_list<fm::Literal<double>> v) {
    auto const t = fm::tensor<double>(v);
    double const row = reduce(reduction::logsumexp, t, Axes{}, false).item();
    double const column = reduce(reduction::logsumexp, t.reshaped(Shape{t.size(), 1}), Axes{-2}, false).item();
    CHECK((row == column || (std::isnan(row) && std::isnan(column))));
    return row;
  };
  CHECK(lse({1000, 1001, 1002}) == Approx(1002.4076059644444).epsilon(1e-15));
  CHECK(lse({-inf, -inf}) == -inf);
  CHECK(lse({-inf, 3}) == 3);
  CHECK(lse({inf, 3}) == inf);
  CHECK(lse({inf, inf}) == inf);
  CHECK(std::isnan(lse({inf, not_a_number})));
  CHECK(lse({-1e308, 1e308}) == 1e308);
}

TEST_CASE("sums are pairwise in every set", "[reduce]") {
  int64_t const n = 1 << 22;
  auto const t = fm::full<float>({n}, 0.1f);
  double const want = static_cast<double>(0.1f) * static_cast<double>(n);
  for (int i = 0; fm::isa::Table const* set = fm::isa::table_at(i); ++i) {
    CAPTURE(set->name);
    float out = 0, columns[4] = {};
    auto const sum = static_cast<std::size_t>(reduction::sum);
    set->f.reduce_rows[sum](&out, t.data(), 1, n);
    CHECK(std::fabs(out - want) / want < 3e-6);
    set->f.reduce_columns[sum](columns, t.data(), n / 4, 4);
    CHECK(std::fabs(4 * columns[3] - want) / want < 3e-6);
    set->f.reduce_columns[sum](&out, t.data(), n, 1);
    CHECK(std::fabs(out - want) / want < 3e-6);
    CHECK(std::fabs(set->f.dot(t.data(), t.data(), n) - want * static_cast<double>(0.1f)) / want < 3e-6);
  }
}

TEST_CASE("every set reduces alike", "[reduce]") {
  std::size_t const codes = static_cast<std::size_t>(reduction::count);
  for (auto const& [rows, n] :
       {std::pair<int64_t, int64_t>{1, 1}, {3, 7}, {5, 64}, {7, 333}, {130, 9}, {2, 3000}, {40, 500}}) {
    auto const x = random<double>({rows, n});
    auto const& first = fm::isa::table_at(0)->d;
    for (int i = 1; fm::isa::Table const* set = fm::isa::table_at(i); ++i) {
      auto const& t = set->d;
      CAPTURE(set->name, rows, n);
      std::vector<double> a(static_cast<std::size_t>(rows * n)), b = a;
      auto const check = [&](int64_t count) {
        for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k)
          if (!(std::fabs(a[k] - b[k]) <= 1e-13 * (1 + std::fabs(a[k])))) return false;
        return true;
      };
      for (std::size_t code = 0; code < codes; ++code) {
        first.reduce_rows[code](a.data(), x.data(), rows, n);
        t.reduce_rows[code](b.data(), x.data(), rows, n);
        CHECK(check(rows));
        first.reduce_columns[code](a.data(), x.data(), rows, n);
        t.reduce_columns[code](b.data(), x.data(), rows, n);
        CHECK(check(n));
      }
#define FM_CHECK(name, count)              \
  first.name(a.data(), x.data(), rows, n); \
  t.name(b.data(), x.data(), rows, n);     \
  CHECK(check(count));
      FM_CHECK(norm_rows, rows)
      FM_CHECK(norm_columns, n)
      FM_CHECK(softmax_rows, rows * n)
      FM_CHECK(softmax_columns, rows * n)
      FM_CHECK(log_softmax_rows, rows * n)
      FM_CHECK(log_softmax_columns, rows * n)
#undef FM_CHECK
    }
  }
}

TEMPLATE_TEST_CASE("softmax and log_softmax along any axis", "[reduce]", float, double) {
  using S = TestType;
  double const tolerance = sizeof(S) == 4 ? 1e-6 : 1e-14;
  for (Shape const& shape : {Shape{5}, Shape{3, 10}, Shape{3, 200}, Shape{2, 700}, Shape{40, 3}, Shape{3, 300},
                             Shape{2, 5, 300}, Shape{0, 3}, Shape{3, 0}})
    for (int axis = -shape.rank(); axis < 0; ++axis) {
      auto const x = random<S>(shape, -30, 30);
      CAPTURE(to_string(shape), axis);
      auto const denominator = naive(x, Axes(axis), [](auto const& v) {
        long double s = 0;
        for (S e : v) s += std::exp(static_cast<long double>(e));
        return std::log(s);
      });
      auto const logs = reference::make<S>(
          shape, [&](Index const& i) { return reference::at(x, i) - reference::at(denominator, i); });
      CHECK(close(log_softmax(x, axis), logs, sizeof(S) == 4 ? 1e-5 : tolerance));
      auto const want = reference::make<S>(shape, [&](Index const& i) { return std::exp(reference::at(logs, i)); });
      CHECK(close(softmax(x, axis), want, sizeof(S) == 4 ? 1e-5 : tolerance));
      auto y = reference::make<S>(shape, [&](Index const& i) { return reference::at(x, i); });
      auto const* const data = y.data();
      y = softmax(std::move(y), axis);
      if (y.size() != 0) CHECK(y.data() == data);
      CHECK(same(y, softmax(x, axis)));
    }
}

TEST_CASE("softmax at the edges", "[reduce]") {
  CHECK(same(softmax(fm::tensor<double>({-inf, 0}), -1), fm::tensor<double>({0, 1})));
  CHECK(softmax(fm::tensor<double>({1e308, -1e308}), -1)(0) == 1);
  CHECK(std::isnan(softmax(fm::tensor<double>({not_a_number, 0}), -1)(1)));
  CHECK(log_softmax(fm::tensor<double>({0, -800}), -1)(1) == -800);
}

TEST_CASE("norm neither overflows nor underflows", "[reduce]") {
  for (bool column : {false, true}) {
    auto const of = [&](std::initializer_list<fm::Literal<double>> v) {
      auto const t = fm::tensor<double>(v);
      return column ? norm(t.reshaped(Shape{t.size(), 1}), Axes{-2}, false).item() : norm(t, Axes{}, false).item();
    };
    CHECK(of({3e200, 4e200}) == Approx(5e200));
    CHECK(of({3e-200, 4e-200}) == Approx(5e-200));
    CHECK(of({3e-320, 4e-320}) == Approx(5e-320).epsilon(1e-3));
    CHECK(of({0, 0}) == 0);
    CHECK(of({inf, 1}) == inf);
    CHECK(std::isnan(of({not_a_number, 1})));
    CHECK(of({-3}) == 3);
  }
  auto const two = fm::tensor<double>({{3, 0}, {4, 0}});
  CHECK(same(norm(two, Axes{-2}, false), fm::tensor<double>({5, 0})));
  CHECK(norm(fm::full<float>({10000}, 1e30f), Axes{}, false).item() == Approx(1e32));
}

TEST_CASE("sum_to undoes broadcasting", "[reduce]") {
  auto const x = random<double>({2, 3, 4});
  CHECK(sum_to(x, Shape{2, 3, 4}).data() == x.data());
  for (Shape const& to : {Shape{}, Shape{4}, Shape{1}, Shape{3, 1}, Shape{3, 4}, Shape{2, 1, 4}, Shape{1, 3, 1},
                          Shape{2, 3, 1}, Shape{1, 1, 1}}) {
    auto const y = sum_to(x, to);
    CHECK(y.shape() == to);
    auto want = fm::zeros<double>(to);
    std::vector<double> sums(static_cast<std::size_t>(to.size()), 0.0);
    reference::for_each_index(x.shape(), [&](Index const& i) {
      // Where an element of x goes: found by looking it up in a tensor of positions.
      auto const positions = reference::make<int64_t>(to, [k = int64_t(0)](Index const&) mutable { return k++; });
      sums[static_cast<std::size_t>(reference::at(positions, i))] += reference::at(x, i);
    });
    CHECK(close(y, fm::from_span<double>(to, sums), 1e-14));
  }
  CHECK(same(sum_to(fm::zeros<double>({0, 2}), Shape{2}), fm::zeros<double>({2})));
  CHECK(sum_to(fm::zeros<double>({0, 2}), Shape{1, 2}).shape() == Shape{1, 2});
}

TEST_CASE("argmax and argmin", "[reduce]") {
  auto const x = fm::tensor<double>({{1, 5, 5}, {7, 2, 7}});
  CHECK(same(arg_reduce(reduction::max, x, -1, false), fm::tensor<int64_t>({1, 0})));
  CHECK(same(arg_reduce(reduction::min, x, -2, true), fm::tensor<int64_t>({{0, 1, 0}})));
  CHECK_THROWS_WITH(arg_reduce(reduction::max, fm::zeros<double>({2, 0}), -1, false),
                    Contains("argmax: nothing to reduce"));
  CHECK(arg_reduce(reduction::max, fm::zeros<double>({0, 2}), -1, false).shape() == Shape{0});
}

TEST_CASE("cumulative sums and products", "[reduce]") {
  auto const x = fm::tensor<double>({{1, 2, 3}, {4, 5, 6}});
  CHECK(same(cumulative(reduction::sum, x, -1, false), fm::tensor<double>({{1, 3, 6}, {4, 9, 15}})));
  CHECK(same(cumulative(reduction::sum, x, -1, true), fm::tensor<double>({{6, 5, 3}, {15, 11, 6}})));
  CHECK(same(cumulative(reduction::prod, x, -2, false), fm::tensor<double>({{1, 2, 3}, {4, 10, 18}})));
  auto y = fm::tensor<int64_t>({1, 2, 3});
  auto const* const data = y.data();
  y = cumulative(reduction::sum, std::move(y), -1, false);
  CHECK(y.data() == data);
  CHECK(same(y, fm::tensor<int64_t>({1, 3, 6})));
  CHECK(cumulative(reduction::sum, fm::zeros<float>({0, 2}), -2, false).shape() == Shape{0, 2});
}

TEST_CASE("argsort is stable and puts NaN last", "[reduce]") {
  CHECK(same(argsort(fm::tensor<double>({3, not_a_number, 1, 3, -inf, not_a_number}), -1),
             fm::tensor<int64_t>({4, 2, 0, 3, 1, 5})));
  CHECK(same(argsort(fm::tensor<int64_t>({{2, 1}, {1, 3}}), -2), fm::tensor<int64_t>({{1, 0}, {0, 1}})));
}
