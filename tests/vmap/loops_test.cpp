// tests/vmap/loops_test.cpp: scan, while_loop and cond under vmap; lanes that end at different times
// SPDX-License-Identifier: MIT
#include "vmap/nests.hpp"

namespace {

using T = fm::Tensor<double>;

auto const step = [](auto const& h, auto const& row) {
  auto const next = fm::sin(h) * row + row;
  return std::pair(next, next * h);
};
auto const grow_until_large = [](auto const& x) {
  return fm::while_loop([](auto const& c) { return fm::sum(c * c) < 9.0; },
                        [](auto const& c) { return 1.5 * c * c + c; }, x * x);
};

struct Loops {
  int op;
  template <class X> X operator()(X const& x) const {
    switch (op) {
      case 0: {
        auto const [h, ys] = fm::scan(step, fm::zeros_like(x[0]), x);
        return ys * h;
      }
      case 1: {
        auto const [h, ys] = fm::scan_checkpointed(step, fm::zeros_like(x[0]), x);
        return ys * h;
      }
      case 2:
        return grow_until_large(x);
      default:
        return fm::cond(
            fm::sum(x) > 0.5, [](auto const& v) { return v * v; }, [](auto const& v) { return fm::sin(v); }, x);
    }
  }
};

}  // namespace

TEST_CASE("loops and branches under vmap", "[vmap][scan][while_loop][cond]") {
  auto const x = check::some_tensor<double>({4, 3, 2}, 1);
  for (int op = 0; op < 4; ++op) lanes::check_lanes<true>("loop " + std::to_string(op), Loops{op}, fm::in_axes<0>, x);
}

TEST_CASE("a lane that has ended keeps its value and its derivative", "[vmap][while_loop]") {
  // y = x^n for the smallest n with y >= 10: after 1, 2, 4 and 0 steps.
  auto const f = [](auto const& x) {
    return fm::while_loop([](auto const& c) { return c.first < 10.0; },
                          [&](auto const& c) { return std::pair(c.first * x, c.second + int64_t{1}); },
                          std::pair(x / x * 1.0, int64_t{0}));
  };
  auto const x = fm::tensor<double>({12, 4, 2, 100});
  auto const [y, n] = fm::vmap(f)(x);
  auto const want_y = fm::tensor<double>({12, 16, 16, 100});
  CHECK(lanes::close(y, want_y, 1e-15));
  CHECK(n(0) == 1);
  CHECK(n(1) == 2);
  CHECK(n(2) == 4);
  auto const slope = fm::tensor<double>({1, 8, 32, 1});
  auto const first = [&](auto const& v) { return f(v).first; };
  CHECK(lanes::close(fm::vmap(fm::grad(first))(x), slope, 1e-13));
  CHECK(lanes::close(fm::grad([&](auto const& v) { return fm::sum(fm::vmap(first)(v)); })(x), slope, 1e-13));
  // The condition alone depends on the lane.
  auto const doubled = fm::vmap([](auto const& limit) {
    return fm::while_loop([&](auto const& c) { return c < limit; }, [](auto const& c) { return 2.0 * c; },
                          fm::scalar(1.0));
  })(x);
  CHECK(lanes::close(doubled, fm::tensor<double>({16, 4, 2, 128}), 0));
}

TEST_CASE("a condition of several elements is refused with the shape of a lane", "[vmap][while_loop]") {
  auto const f = [](auto const& x) {
    return fm::while_loop([](auto const& c) { return c < 1.0; }, [](auto const& c) { return c + 1.0; }, x);
  };
  CHECK_THROWS_AS(fm::vmap(f)(fm::ones<double>({3, 2})), fm::shape_error);
  CHECK_THROWS_WITH(fm::vmap(f)(fm::ones<double>({3, 2})), Catch::Contains("the condition is (2) in each lane"));
}
