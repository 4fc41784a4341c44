// pullbacks_test.cpp: a pullback called often, concurrently, with boxes as cotangents, and interleaved with others
// SPDX-License-Identifier: MIT
#include "support.hpp"

using namespace robustness;

namespace {
// f(a, b) = (a sin b, a^2 + b): J = [[sin b, a cos b], [2a, 1]].
struct Function {
  template <class X> auto operator()(X const& v) const {
    return std::vector<std::remove_cvref_t<decltype(v[0] * v[1])>>{v[0] * fm::sin(v[1]), v[0] * v[0] + v[1]};
  }
};
std::vector<double> const x{1.5, 0.5};
std::vector<double> transposed_times(double u, double v) {
  return {u * std::sin(0.5) + v * 3, u * 1.5 * std::cos(0.5) + v};
}
void check(std::vector<double> const& found, std::vector<double> const& want) {
  for (std::size_t i = 0; i < want.size(); ++i) CHECK(found[i] == Approx(want[i]).epsilon(1e-14));
}
using Numbers = std::vector<double>;
}  // namespace

TEST_CASE("a pullback called three times is linear in its cotangent", "[pullbacks][111]") {
  auto const pullback = fm::vjp(Function{}, x).second;
  auto const a = pullback(Numbers{1, 0}), b = pullback(Numbers{0, 1}), c = pullback(Numbers{2, -3});
  check(a, transposed_times(1, 0));
  check(b, transposed_times(0, 1));
  check(c, transposed_times(2, -3));
  CHECK(pullback(Numbers{1, 0}) == a);

  auto const t = fm::linspace(0.1, 1.0, 50);
  auto const on_tensors = fm::vjp([](auto const& v) { return fm::tanh(v) * fm::sum(v); }, t).second;
  auto const u = fm::linspace(1.0, 2.0, 50), w = fm::linspace(-3.0, 1.0, 50);
  auto const both = on_tensors(u + 2.0 * w), first = on_tensors(u), second = on_tensors(w);
  CHECK(fm::max(fm::abs(both - first - 2.0 * second)).item() < 1e-12);
  CHECK(same_bits(on_tensors(u), first));
}

TEST_CASE("interleaved pullbacks of two functions, and of one at two points", "[pullbacks][111]") {
  auto const square = [](auto const& v) { return v * v; };
  auto const cube = [](auto const& v) { return v * v * v; };
  auto const [y1, p1] = fm::vjp(square, 3.0);
  auto const [y2, p2] = fm::vjp(cube, 2.0);
  auto const [y3, p3] = fm::vjp(square, 5.0);
  CHECK(p1(1.0) == 6);
  CHECK(p2(1.0) == 12);
  CHECK(p3(1.0) == 10);
  CHECK(p1(2.0) == 12);
  CHECK(p2(-1.0) == -12);
  CHECK(p1(1.0) == 6);
  CHECK(y1 + y2 + y3 == 42);
  auto const t1 = fm::vjp(square, fm::scalar(3.0)).second;
  auto const t2 = fm::vjp(cube, fm::scalar(2.0)).second;
  CHECK(t1(fm::scalar(1.0)).item() == 6);
  CHECK(t2(t1(fm::scalar(1.0))).item() == 72);
  CHECK(t1(t2(fm::scalar(1.0))).item() == 72);
}

TEST_CASE("a pullback on four threads at once", "[pullbacks]") {
  auto const t = fm::linspace(0.1, 1.0, 200);
  auto const pullback = fm::vjp([](auto const& v) { return fm::exp(v) * fm::sum(v * v) + fm::softmax(v); }, t).second;
  auto const numbers = fm::vjp(Function{}, x).second;
  std::vector<fm::Tensor<double>> cotangents, want;
  for (int i = 0; i < 4; ++i) {
    cotangents.push_back(fm::linspace(double(i), 5.0 - i, 200));
    want.push_back(pullback(cotangents.back()));
  }
  std::vector<int> right(4, 0);
  std::vector<std::thread> threads;
  int const rounds = sanitized ? 50 : 500;
  for (std::size_t i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      for (int r = 0; r < rounds; ++r) {
        double const u = double(i) + r;
        right[i] +=
            same_bits(pullback(cotangents[i]), want[i]) && numbers(Numbers{u, 1})[1] == numbers(Numbers{u, 1})[1];
        // Boxes as cotangents, on all threads at once.
        auto const along = [&](auto const& ct) { return fm::sum(pullback(ct * cotangents[i])); };
        right[i] += std::abs(fm::grad(along)(2.0) - fm::sum(want[i]).item()) < 1e-9 * std::abs(fm::sum(want[i]).item());
      }
    });
  for (auto& thread : threads) thread.join();
  for (int r : right) CHECK(r == 2 * rounds);
}

TEST_CASE("boxes as cotangents: a pullback under jvp, grad, vjp and both", "[pullbacks]") {
  auto const pullback = fm::vjp(Function{}, x).second;
  // g(s) = first component of J^T (s^2, sin s); by hand.
  auto const g = [&](auto const& s) {
    using T = std::remove_cvref_t<decltype(s * s)>;
    return pullback(std::vector<T>{s * s, fm::sin(s)})[0];
  };
  double const s = 0.7, slope = 2 * s * std::sin(0.5) + 3 * std::cos(s),
               curvature = 2 * std::sin(0.5) - 3 * std::sin(s);
  CHECK(g(s) == Approx(s * s * std::sin(0.5) + 3 * std::sin(s)));
  CHECK(fm::jvp(g, s, 1.0).second == Approx(slope).epsilon(1e-14));
  CHECK(fm::grad(g)(s) == Approx(slope).epsilon(1e-14));
  CHECK(fm::vjp(g, s).second(2.0) == Approx(2 * slope).epsilon(1e-14));
  CHECK(fm::linearize(g, s).second(2.0) == Approx(2 * slope).epsilon(1e-14));
  CHECK(fm::hvp(g)(s, 1.0) == Approx(curvature).epsilon(1e-14));
  auto const forward = [&](auto const& r) { return fm::jvp(g, r, 1.0).second; };
  CHECK(fm::grad(forward)(s) == Approx(curvature).epsilon(1e-14));
  CHECK(fm::jvp(forward, s, 1.0).second == Approx(curvature).epsilon(1e-14));
  auto const reverse = [&](auto const& r) { return fm::grad(g)(r); };
  CHECK(fm::grad(reverse)(s) == Approx(curvature).epsilon(1e-14));
}

TEST_CASE("boxes as cotangents on tensors", "[pullbacks]") {
  auto const t = fm::tensor<double>({0.5, -1, 2});
  auto const pullback = fm::vjp([](auto const& v) { return v * fm::sum(v); }, t).second;
  // J^T c = sum(v) c + <v, c>; with c = s^2: linear in c, so derivatives by s are J^T (2 s ds).
  auto const g = [&](auto const& c) { return fm::sum(fm::square(pullback(c * c))); };
  auto const s = fm::tensor<double>({1, 2, -0.5}), ds = fm::tensor<double>({0.5, 1, 1});
  auto const jt = [&](auto const& c) { return 1.5 * c + fm::sum(t * c); };
  auto const value = jt(s * s), tangent = jt(2.0 * s * ds);
  double const along = 2 * fm::sum(value * tangent).item();
  CHECK(fm::jvp(g, s, ds).second.item() == Approx(along).epsilon(1e-13));
  CHECK(fm::sum(fm::grad(g)(s) * ds).item() == Approx(along).epsilon(1e-13));
  double const second = 2 * fm::sum(tangent * tangent + value * jt(2.0 * ds * ds)).item();
  CHECK(fm::sum(fm::hvp(g)(s, ds) * ds).item() == Approx(second).epsilon(1e-13));
}

TEST_CASE("pullbacks made inside a transform", "[pullbacks]") {
  // h(s) = derivative of y^3 at y = s, pulled back with cotangent s: 3 s^3.
  auto const h = [](auto const& s) { return fm::vjp([](auto const& y) { return y * y * y; }, s).second(s); };
  CHECK(h(2.0) == 24);
  CHECK(fm::jvp(h, 2.0, 1.0).second == 36);
  CHECK(fm::grad(h)(2.0) == 36);
  CHECK(fm::hvp(h)(2.0, 1.0) == 36);
  CHECK(fm::grad(h)(fm::tensor<double>(2)).item() == 36);
  CHECK(fm::hvp(h)(fm::scalar(2.0), fm::scalar(1.0)).item() == 36);
  auto const push = [](auto const& s) { return fm::linearize([](auto const& y) { return y * y * y; }, s).second(s); };
  CHECK(fm::grad(push)(2.0) == 36);
  CHECK(fm::jvp(push, fm::scalar(2.0), fm::scalar(1.0)).second.item() == 36);
}

TEST_CASE("a consumed pullback, and one that outlives all it came from", "[pullbacks]") {
  auto [y, pullback] = fm::vjp([](auto const& v) { return v * v; }, fm::scalar(4.0));
  auto copy = pullback;
  CHECK(std::move(pullback)(fm::scalar(1.0)).item() == 8);
  CHECK(copy(fm::scalar(1.0)).item() == 8);
  auto const make = [] {
    auto const local = fm::full(fm::Shape{1000}, 3.0);
    return fm::vjp([&](auto const& v) { return fm::sum(v * local); }, fm::ones<double>({1000})).second;
  };
  CHECK(make()(fm::scalar(2.0))(999) == 6);
}
