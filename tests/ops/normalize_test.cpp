// tests/ops/normalize_test.cpp: standardize in every mode and order
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"
#include "support/check_op.hpp"

namespace {

using check::Array, check::Arrays, check::Index, check::real;
using fm::Shape;
using T = fm::Tensor<double>;

struct standardized {
  fm::Axes axes = -1;
  double eps = 0.25;
  template <class X> X operator()(X const& x) const { return fm::standardize(x, axes, eps); }
};
/// The elements that share an index along all axes but these.
check::Reference reference(standardized const& f) {
  return [f](Arrays const& a) {
    Array const& x = a[0];
    Shape const s = x.shape;
    auto const axes = fm::checked_axes("test", f.axes, s);
    auto const inside = [&](int axis) {
      for (int k = 0; k < axes.count(); ++k)
        if (axes[k] + s.rank() == axis) return true;
      return axes.all();
    };
    return Array(s, [&](Index const& at) {
      real sum = 0, squares = 0, n = 0;
      static_cast<void>(Array(s, [&](Index const& i) {
        for (int axis = 0; axis < s.rank(); ++axis)
          if (!inside(axis) && i[static_cast<std::size_t>(axis)] != at[static_cast<std::size_t>(axis)]) return real(0);
        sum += x[i], squares += x[i] * x[i], n += 1;
        return real(0);
      }));
      real const mean = sum / n;
      return (x[at] - mean) / std::sqrt(squares / n - mean * mean + static_cast<real>(f.eps));
    });
  };
}

}  // namespace

TEST_CASE("standardize", "[normalize]") {
  auto const one = [](standardized const& f, Shape const& x) {
    check::check_op("standardize", f, reference(f), std::array<T, 1>{check::some_tensor<double>(x, 3)});
  };
  one({}, {5});
  one({}, {3, 20});
  one({}, {4, 1});
  one({-2}, {2, 3, 2});
  one({{-2, -1}}, {2, 2, 3});
  one({{0, 2}}, {2, 2, 3});
  one({{}}, {2, 3});
  one({}, {0, 3});
  one({}, {3, 0});
  standardized const f;
  check::check_op("standardize_push", f, reference(f),
                  std::array<fm::Tensor<float>, 1>{check::some_tensor<float>({3, 20}, 3)});
}
TEST_CASE("standardize keeps the digits of a row far from 0", "[normalize]") {
  T const x = fm::tensor<double>({1e8 + 1, 1e8 + 2, 1e8 + 3, 1e8 + 4});
  T const y = fm::standardize(x, -1, 0.0);
  CHECK(y(0) == Approx(-1.3416407864998738).epsilon(1e-14));
  CHECK(fm::standardize(fm::full({3}, 2.0))(1) == 0);
}
TEST_CASE("standardize refuses what does not fit", "[normalize]") {
  check::check_throws("standardize", standardized{1}, std::array<T, 1>{fm::zeros<double>({3})});
  check::check_throws("standardize", standardized{}, std::array<T, 1>{fm::scalar(1.0)});
  check::check_throws("standardize", standardized{-1, -1.0}, std::array<T, 1>{fm::zeros<double>({3})});
}
