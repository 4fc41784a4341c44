// tests/kernels/structure_test.cpp: kernels that move elements, against index arithmetic, and their adjoints
// SPDX-License-Identifier: MIT
#include "kernels/reference.hpp"
#include "support/catch.hpp"

#include <fmod/kernels/structure.hpp>

#include <numeric>

using namespace fm::kernels;
using fm::Axes;
using fm::Shape;
using fm::Tensor;
using reference::at;
using reference::Index;
using reference::make;
using reference::random;
using reference::same;

namespace {

template <class S> double dot(Tensor<S> const& a, Tensor<S> const& b) {
  REQUIRE(a.shape() == b.shape());
  double s = 0;
  for (int64_t i = 0; i < a.size(); ++i) s += static_cast<double>(a.data()[i]) * static_cast<double>(b.data()[i]);
  return s;
}

}  // namespace

TEMPLATE_TEST_CASE("permute", "[structure]", float, double, int64_t, std::uint32_t, bool) {
  using S = TestType;
  for (Shape const& shape : {Shape{}, Shape{5}, Shape{3, 4}, Shape{37, 50}, Shape{2, 3, 4}, Shape{1, 3, 1},
                             Shape{2, 0, 3}, Shape{17, 3, 33}, Shape{2, 3, 2, 4}, Shape{2, 1, 2, 1, 2, 3, 1, 2}}) {
    std::vector<int> p(static_cast<std::size_t>(shape.rank()));
    std::iota(p.begin(), p.end(), 0);
    auto const x = random<S>(shape, 0, 3);
    int tried = 0;
    do {
      Axes perm(std::initializer_list<fm::Extent>{});
      Shape to;
      for (int axis : p) {
        perm.push_back(axis - shape.rank());
        to.push_back(shape[axis]);
      }
      auto const want = make<S>(to, [&](Index const& i) {
        Index from(i.size());
        for (std::size_t k = 0; k < i.size(); ++k) from[static_cast<std::size_t>(p[k])] = i[k];
        return at(x, from);
      });
      CAPTURE(to_string(shape), to_string(to));
      CHECK(same(permute(x, perm), want));
    } while (std::next_permutation(p.begin(), p.end()) && ++tried < 200);
  }
}

TEST_CASE("permute of axes of size 1 shares storage", "[structure]") {
  auto const x = random<float>({3, 1, 4});
  CHECK(permute(x, Axes{-2, -3, -1}).data() == x.data());
}

TEST_CASE("broadcast_to", "[structure]") {
  auto const x = random<double>({3, 1});
  CHECK(same(broadcast_to(x, Shape{2, 3, 4}), make<double>(Shape{2, 3, 4}, [&](Index const& i) { return at(x, i); })));
  CHECK(broadcast_to(x, Shape{3, 1}).data() == x.data());
  CHECK(broadcast_to(x, Shape{0, 3, 4}).size() == 0);
  CHECK(same(broadcast_to(fm::tensor<bool>(true), Shape{3}), fm::tensor<bool>({true, true, true})));
}

TEST_CASE("slice and unslice", "[structure]") {
  auto const x = random<double>({4, 7, 3});
  for (int axis = -3; axis < 0; ++axis)
    for (int64_t step : {1, 2, 3, -1, -2})
      for (int64_t start : {0, 1, 2, 3})
        for (int64_t count : {0, 1, 2}) {
          int64_t const last = start + (count - 1) * step;
          if (count > 0 && (last < 0 || last >= x.shape()[axis] || start >= x.shape()[axis])) continue;
          Shape shape = x.shape();
          shape[axis] = count;
          std::size_t const at_axis = static_cast<std::size_t>(axis + 3);
          auto const y = slice(x, axis, start, count, step);
          CAPTURE(axis, start, count, step);
          CHECK(same(y, make<double>(shape, [&](Index i) {
                       i[at_axis] = start + i[at_axis] * step;
                       return at(x, i);
                     })));
          auto const ct = random<double>(shape, -1, 1, 5);
          auto const back = unslice(ct, axis, start, step, x.shape()[axis]);
          CHECK(back.shape() == x.shape());
          CHECK(dot(ct, y) == Approx(dot(back, x)).margin(1e-12));
        }
  CHECK(slice(x, -3, 1, 2, 1).data() == x.data() + 21);
  CHECK(slice(x, -3, 0, 4, 1).data() == x.data());
}

TEST_CASE("concat", "[structure]") {
  auto const a = fm::tensor<float>({{1, 2}, {3, 4}}), b = fm::tensor<float>({{5}, {6}}),
             none = fm::zeros<float>({2, 0});
  CHECK(same(concat<float>({a, b, none}, -1), fm::tensor<float>({{1, 2, 5}, {3, 4, 6}})));
  CHECK(same(concat<float>({a, a}, -2), fm::tensor<float>({{1, 2}, {3, 4}, {1, 2}, {3, 4}})));
  CHECK(concat<float>({a}, -1).data() == a.data());
}

TEST_CASE("flip", "[structure]") {
  auto const x = random<double>({3, 4, 5});
  CHECK(same(flip(x, Axes{-2}), make<double>(x.shape(), [&](Index i) {
               i[1] = 3 - i[1];
               return at(x, i);
             })));
  CHECK(same(flip(x, Axes{-3, -1}), make<double>(x.shape(), [&](Index i) {
               i[0] = 2 - i[0];
               i[2] = 4 - i[2];
               return at(x, i);
             })));
  CHECK(same(flip(flip(x, Axes{-3, -2, -1}), Axes{-3, -2, -1}), x));
  CHECK(flip(fm::zeros<float>({0, 2}), Axes{-2}).size() == 0);
}

TEST_CASE("take and scatter_add", "[structure]") {
  auto const x = random<double>({3, 4, 5});
  auto const index = fm::tensor<int64_t>({{2, 0}, {2, 1}});
  for (int axis = -3; axis < 0; ++axis) {
    auto const y = take(x, index, axis);
    Shape want_shape;
    for (int i = 0; i < 3; ++i) {
      if (i == axis + 3) {
        want_shape.push_back(2);
        want_shape.push_back(2);
      } else {
        want_shape.push_back(x.shape()[i]);
      }
    }
    std::size_t const a = static_cast<std::size_t>(axis + 3);
    CHECK(same(y, make<double>(want_shape, [&](Index i) {
                 i[a] = index(i[a], i[a + 1]);
                 i.erase(i.begin() + static_cast<std::ptrdiff_t>(a) + 1);
                 return at(x, i);
               })));
    auto const ct = random<double>(y.shape(), -1, 1, 3);
    auto const back = scatter_add(ct, index, axis, x.shape()[axis]);
    CHECK(back.shape() == x.shape());
    CHECK(dot(ct, y) == Approx(dot(back, x)));
  }
  CHECK(same(take(x, fm::scalar(1), -3), x[1]));
  CHECK(take(x, fm::zeros<int64_t>({0}), -3).shape() == Shape{0, 4, 5});
  CHECK(same(scatter_add(fm::tensor<double>({1, 2, 4}), fm::tensor<int64_t>({1, 1, 0}), -1, 3),
             fm::tensor<double>({4, 3, 0})));
  CHECK(same(scatter_add(fm::zeros<double>({0}), fm::zeros<int64_t>({0}), -1, 2), fm::zeros<double>({2})));
}

TEST_CASE("take_along and scatter_along", "[structure]") {
  auto const x = random<double>({3, 4});
  auto const index = fm::tensor<int64_t>({{3, 0, 0}, {1, 1, 1}, {2, 3, 0}});
  auto const y = take_along(x, index, -1);
  CHECK(same(y, make<double>(index.shape(), [&](Index const& i) { return x(i[0], index(i[0], i[1])); })));
  auto const ct = random<double>(y.shape(), -1, 1, 3);
  CHECK(dot(ct, y) == Approx(dot(scatter_along(ct, index, -1, 4), x)));
  auto const down = fm::tensor<int64_t>({{2, 0, 1, 2}});
  CHECK(
      same(take_along(x, down, -2), make<double>(Shape{1, 4}, [&](Index const& i) { return x(down(0, i[1]), i[1]); })));
}

TEST_CASE("one_hot", "[structure]") {
  CHECK(same(one_hot<float>(fm::tensor<int64_t>({2, 0}), 3), fm::tensor<float>({{0, 0, 1}, {1, 0, 0}})));
  CHECK(one_hot<double>(fm::scalar(1), 2).shape() == Shape{2});
  CHECK(one_hot<double>(fm::zeros<int64_t>({0}), 2).shape() == Shape{0, 2});
}

TEST_CASE("triangle", "[structure]") {
  for (Shape const& shape : {Shape{4, 4}, Shape{2, 3, 5}, Shape{5, 2}}) {
    auto const x = random<double>(shape, 1, 2);
    for (bool lower : {true, false})
      for (int64_t k : {-9, -2, -1, 0, 1, 3, 9}) {
        auto const want = make<double>(shape, [&](Index const& i) {
          int64_t const row = i[i.size() - 2], column = i.back();
          return (lower ? column - row <= k : column - row >= k) ? at(x, i) : 0.0;
        });
        CAPTURE(to_string(shape), lower, k);
        CHECK(same(triangle(x, lower, k), want));
        auto moved = make<double>(shape, [&](Index const& i) { return at(x, i); });
        auto const* const data = moved.data();
        moved = triangle(std::move(moved), lower, k);
        CHECK(moved.data() == data);
        CHECK(same(moved, want));
      }
  }
  CHECK(triangle(fm::zeros<float>({0, 3}), true, 0).size() == 0);
}

TEST_CASE("index_range", "[structure]") {
  CHECK(index_range(fm::tensor<int64_t>({3, -1, 2})) == std::array<int64_t, 2>{-1, 3});
  CHECK(index_range(fm::zeros<int64_t>({0})) == std::array<int64_t, 2>{0, -1});
}
