// tests/vmap/gather_test.cpp: an index of its own in each lane, draws from a key of its own
// SPDX-License-Identifier: MIT
#include "vmap/same.hpp"

namespace {

using Index = fm::Tensor<int64_t>;

struct Gather {
  int op;
  int64_t axis;
  template <class X, class I> auto operator()(X const& x, I const& i) const {
    switch (op) {
      case 0:
        return fm::take(x, i, axis);
      default:
        return fm::scatter_add(x, i, 5, axis);
    }
  }
};
struct Along {
  int op;
  template <class X, class I> auto operator()(X const& x, I const& i) const {
    if (op == 0) return fm::take_along(x, i, 1);
    return fm::tower::apply(fm::ops::ScatterAlong{-1, 6}, x,
                            fm::ops::checked_indices("scatter_along", i, 6, fm::tower::shape_of(x)));
  }
};
template <class F> struct ByFirst {
  F f;
  template <class X, class I> auto operator()(X const& x, I const& i) const { return lanes::weighed{}(f(x, i)); }
};
template <class F> struct TangentByFirst {
  F f;
  template <class X, class D, class I> auto operator()(X const& x, D const& d, I const& i) const {
    return fm::jvp(f, x, d, i).second;
  }
};
template <class Map, class F, auto A, auto B>
lanes::Found all_of(F const& f, fm::InAxes<A, B> in, lanes::T const& x, Index const& i) {
  lanes::Found found;
  auto const d = check::some_tensor<double>(x.shape(), 7);
  auto const whole = Map::over(f, in);
  lanes::keep(found, "value", whole(x, i));
  lanes::keep(found, "grad of map", fm::grad(ByFirst<std::remove_const_t<decltype(whole)>>{whole})(x, i));
  lanes::keep(found, "jvp of map", fm::jvp(whole, x, d, i).second);
  lanes::keep(found, "map of grad", Map::over(fm::grad(ByFirst<F>{f}), in)(x, i));
  lanes::keep(found, "map of jvp", Map::over(TangentByFirst<F>{f}, fm::in_axes<A, A, B>)(x, d, i));
  return found;
}
template <class F, class In> void same(std::string const& what, F const& f, In in, lanes::T const& x, Index const& i) {
  lanes::compare(what, all_of<lanes::by_vmap>(f, in, x, i), all_of<lanes::by_loop>(f, in, x, i), 1e-12);
}
Index some_index(fm::Shape const& shape, int64_t n) {
  auto i = Index::uninitialized(shape);
  for (int64_t k = 0; k < i.size(); ++k) i.mutable_data()[k] = (k * 7 + 3) % (2 * n) - n;
  return i;
}

}  // namespace

TEST_CASE("take and scatter_add with mapped indices", "[vmap]") {
  auto const x = check::some_tensor<double>({3, 4, 2, 5}, 1);
  for (int64_t axis : {0, 1, 2, -1}) {
    int64_t const n = fm::index(x, 0).shape()[static_cast<int>(axis)];
    for (fm::Shape const& s : {fm::Shape{3}, fm::Shape{3, 4}, fm::Shape{3, 2, 3}}) {
      std::string const what = "take axis " + std::to_string(axis) + " index " + fm::to_string(s);
      same(what, Gather{0, axis}, fm::in_axes<0, 0>, x, some_index(s, n));
      same(what + ", shared x", Gather{0, axis}, fm::in_axes<fm::none, 0>, fm::index(x, 1), some_index(s, n));
    }
    same("take, shared index", Gather{0, axis}, fm::in_axes<0, fm::none>, x, some_index({2, 2}, n));
  }
  // The axis counts in the result: x is (a..., index..., b...).
  for (int64_t axis : {0, 1}) {
    auto const y =
        axis == 0 ? check::some_tensor<double>({3, 4, 2, 2}, 2) : check::some_tensor<double>({3, 2, 4, 2}, 2);
    std::string const what = "scatter_add axis " + std::to_string(axis);
    same(what, Gather{1, axis}, fm::in_axes<0, 0>, y, some_index({3, 4}, 5));
    same(what + ", shared x", Gather{1, axis}, fm::in_axes<fm::none, 0>, fm::index(y, 1), some_index({3, 4}, 5));
    same(what + ", shared index", Gather{1, axis}, fm::in_axes<0, fm::none>, y, some_index({4}, 5));
  }
  same("scatter_add, matrix of indices", Gather{1, 0}, fm::in_axes<0, 0>, check::some_tensor<double>({3, 2, 2, 3}, 4),
       some_index({3, 2, 2}, 5));
}
TEST_CASE("take_along and its adjoint with mapped indices", "[vmap]") {
  auto const x = check::some_tensor<double>({3, 2, 4}, 1);
  same("take_along", Along{0}, fm::in_axes<0, 0>, x, some_index({3, 2, 3}, 4));
  same("take_along, shared x", Along{0}, fm::in_axes<fm::none, 0>, fm::index(x, 0), some_index({3, 2, 3}, 4));
  same("take_along, shared index", Along{0}, fm::in_axes<0, fm::none>, x, some_index({2, 3}, 4));
  same("scatter_along", Along{1}, fm::in_axes<0, 0>, x, some_index({3, 2, 4}, 6));
  same("scatter_along, shared x", Along{1}, fm::in_axes<fm::none, 0>, fm::index(x, 0), some_index({3, 2, 4}, 6));
}
TEST_CASE("one_hot of mapped indices, and indices out of range", "[vmap]") {
  auto const i = fm::tensor<int64_t>({{0, 2}, {1, 3}});
  auto const hot = [](auto const& k) { return fm::one_hot<double>(k, 4); };
  CHECK(lanes::close(fm::vmap(hot)(i), fm::one_hot<double>(i, 4), 0));
  auto const take = [](auto const& x, auto const& k) { return fm::take(x, k); };
  auto const x = check::some_tensor<double>({2, 3}, 1);
  CHECK_THROWS_WITH(fm::vmap(take)(x, i), Catch::Contains("take: index 3 is outside [-3, 3) for x (3)"));
  auto const nested = [&](auto const& k) {
    return fm::vmap(take, fm::in_axes<fm::none, 0>)(fm::tensor<double>({1, 2, 4, 8}), k);
  };
  CHECK(lanes::close(fm::vmap(nested)(i), fm::tensor<double>({{1, 4}, {2, 8}}), 0));
}

TEST_CASE("draws from mapped keys are the draws of a loop over the keys", "[vmap]") {
  namespace r = fm::random;
  auto const keys = r::split_keys(r::key(3), 4);
  auto const draws = [](auto const& k) {
    auto const [a, b] = r::template split<2>(k);
    return std::tuple(r::bits(k, {3}), r::uniform<float>(a, {2, 2}), r::normal<double>(b, {3}),
                      r::truncated_normal<double>(k, {2}), r::bernoulli(r::fold_in(k, 5), 0.5, {6}),
                      r::randint(k, {4}, -3, 9), r::choice(a, 10, 3), r::permutation(b, 5), r::split_keys(k, 3),
                      r::normal<float>(k, {}));
  };
  lanes::Found vmapped, looped, dropped;
  lanes::keep(vmapped, "draw", fm::vmap(draws)(keys));
  lanes::keep(looped, "draw", fm::vmap_loop(draws)(keys));
  lanes::compare("draws", vmapped, looped, 0);
  // Randomness that is not mapped is the same in every lane.
  auto const noisy = [](auto const& x, auto const& k) { return x + r::normal<double>(k, {2}); };
  auto const x = fm::zeros<double>({3, 2});
  auto const same = fm::vmap(noisy, fm::in_axes<0, fm::none>)(x, r::key(1));
  CHECK(lanes::close(same[0], same[2], 0));
  auto const each = fm::vmap(fm::grad([&](auto const& p, auto const& k) { return fm::sum(fm::square(noisy(p, k))); }))(
      x, r::split_keys(r::key(1), 3));
  for (int64_t i = 0; i < 3; ++i)
    CHECK(lanes::close(each[i], 2.0 * r::normal<double>(r::split(r::key(1), 3)[static_cast<std::size_t>(i)], {2}),
                       1e-14));
}
