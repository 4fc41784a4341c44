// purity_test.cpp: the arguments of a transform stay as they are, bit for bit, and calls do not depend on earlier ones
// SPDX-License-Identifier: MIT
#include "support.hpp"

using namespace robustness;
using namespace fm::literals;

namespace {
/// A copy that shares no storage.
fm::Tensor<double> deep_copy(fm::Tensor<double> const& x) { return fm::from_span<double>(x.shape(), x.span()); }
// Temporaries everywhere, so that every operation that can write in place does.
struct Function {
  template <class X, class W> auto operator()(X const& x, W const& w) const {
    auto y = fm::tanh(fm::matmul(x, w) + 1.0) * 2.0;
    y = fm::exp(-(y * y)) / (1.0 + fm::square(x));
    y += x;
    y *= 0.5;
    return fm::sum(fm::sqrt(fm::abs(y) + 1.0) - fm::relu(y));
  }
};
}  // namespace

TEST_CASE("inputs are unchanged, also where they are the only handle", "[purity][92]") {
  auto const x = fm::reshape(fm::linspace(-1.0, 1.0, 400), {20, 20}),
             w = fm::reshape(fm::linspace(0.5, -0.3, 400), {20, 20});
  auto const dx = fm::full(fm::Shape{20, 20}, 0.25);
  auto const x0 = deep_copy(x), w0 = deep_copy(w), dx0 = deep_copy(dx);
  auto const unchanged = [&] { return same_bits(x, x0) && same_bits(w, w0) && same_bits(dx, dx0); };
  auto const g = fm::grad(Function{})(x, w);
  CHECK(unchanged());
  auto const j = fm::jvp(Function{}, x, dx, w);
  CHECK(unchanged());
  auto const [y, pullback] = fm::vjp(Function{}, fm::args(x, w));
  CHECK(unchanged());
  auto const ct = fm::scalar(1.0);
  auto const pulled = pullback(ct);
  CHECK(ct.item() == 1);
  CHECK(unchanged());
  auto const push = fm::linearize(Function{}, x, w).second;
  auto const pushed = push(dx);
  CHECK(unchanged());
  auto const h = fm::hvp(Function{})(x, dx, w);
  CHECK(unchanged());
  // In another order and a second time, with the same bits: nothing is left over from an earlier call.
  CHECK(same_bits(fm::hvp(Function{})(x, dx, w), h));
  CHECK(same_bits(push(dx), pushed));
  CHECK(same_bits(std::get<1>(pullback(ct)), std::get<1>(pulled)));
  CHECK(same_bits(fm::jvp(Function{}, x, dx, w).second, j.second));
  CHECK(same_bits(fm::grad(Function{})(x, w), g));
  CHECK(same_bits(y, Function{}(x, w)));
  // The same on arguments whose only handle is moved in.
  CHECK(same_bits(fm::grad(Function{})(deep_copy(x), deep_copy(w)), g));
  CHECK(same_bits(Function{}(deep_copy(x), deep_copy(w)), y));
}

TEST_CASE("captured tensors, aux results and residuals are values of their own", "[purity]") {
  auto const captured = fm::full(fm::Shape{64}, 2.0);
  auto const f = [&](auto const& v) {
    auto y = captured * v;
    auto const before = y;
    y += 1.0;
    return std::pair(fm::sum(y * before), before);
  };
  auto const x = fm::full(fm::Shape{64}, 3.0);
  auto const [gradient, aux] = fm::grad(f, fm::has_aux)(x);
  CHECK(aux(0) == 6);
  CHECK(gradient(0) == 26);  // 2 (2 * 6 + 1)
  CHECK(captured(63) == 2);
  CHECK(x(63) == 3);
}

TEST_CASE("a gradient does not change what it shares with the input", "[purity]") {
  auto const x = fm::full(fm::Shape{8}, 1.0);
  // The gradient of sum(x y) by x is y itself: writing to the gradient's copy must not reach y.
  auto const y = fm::full(fm::Shape{8}, 5.0);
  auto g = fm::grad([](auto const& a, auto const& b) { return fm::sum(a * b); })(x, y);
  g *= 2.0;
  CHECK(g(3) == 10);
  CHECK(y(3) == 5);
  auto tangent = fm::jvp([](auto const& v) { return v; }, x, y).second;
  tangent += 1.0;
  CHECK(y(0) == 5);
  auto cotangent = fm::vjp([](auto const& v) { return v; }, x).second(y);
  cotangent += 1.0;
  CHECK(y(0) == 5);
}

TEST_CASE("dictionaries of parameters are unchanged", "[purity]") {
  auto const p = fm::dict("w"_n = fm::full(fm::Shape{4, 4}, 0.5), "b"_n = fm::full(fm::Shape{4}, -0.5));
  auto const f = [](auto const& q, auto const& x) { return fm::sum(fm::tanh(fm::matmul(x, q["w"_n]) + q["b"_n])); };
  auto const x = fm::ones<double>({3, 4});
  auto const first = fm::grad(f)(p, x), second = fm::grad(f)(p, x);
  CHECK(same_bits(first["w"_n], second["w"_n]));
  CHECK(same_bits(first["b"_n], second["b"_n]));
  CHECK(p["w"_n](3, 3) == 0.5);
  CHECK(p["b"_n](3) == -0.5);
}
