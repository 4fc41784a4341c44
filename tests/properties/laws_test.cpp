// tests/properties/laws_test.cpp: laws of jvp, vjp, linearize, vmap and second derivatives on random programs of all ops
// SPDX-License-Identifier: MIT
#include "properties/program.hpp"

namespace {

using namespace properties;
using P = Program<Every>;

double inner(T const& a, T const& b) { return fm::sum(a * b).item(); }
T number(double x) { return fm::scalar(x); }

struct Pushed {  // the derivative along (dx, dy)
  P f;
  template <class X, class D> auto operator()(X const& x, X const& y, D const& dx, D const& dy) const {
    return fm::jvp(f, fm::args(x, y), fm::args(dx, dy)).second;
  }
};
struct Contracted {
  P f;
  T ct;
  template <class X, class Y> auto operator()(X const& x, Y const& y) const { return fm::sum(f(x, y) * ct); }
};

struct Laws {
  unsigned seed;
  Choice c;
  P f{c.code};
  T x = c.xs[0], y = c.ys[0];
  std::mt19937 random{seed + 77};
  T dx = vector(), dy = vector(), ex = vector(), ey = vector(), ct = vector();

  T vector() { return random_vector(random, -1, 1); }
  void same(char const* law, T const& a, T const& b, double tolerance) const {
    bool const holds = close(a, b, tolerance);
    CHECK(holds);
    if (holds) return;
    WARN(law << ", seed " << seed << ": " << text_of(c.code) << "\nx " << x << ", y " << y << "\n" << a << "\n" << b);
  }

  void first_order() const {
    auto const [value, along] = fm::jvp(f, fm::args(x, y), fm::args(dx, dy));
    same("the value under jvp", value, f(x, y), 0);
    auto const other = fm::jvp(f, fm::args(x, y), fm::args(ex, ey)).second;
    auto const both = fm::jvp(f, fm::args(x, y), fm::args(2.0 * dx - 3.0 * ex, 2.0 * dy - 3.0 * ey)).second;
    same("jvp is linear", both, 2.0 * along - 3.0 * other, 1e-12);
    auto const [again, pullback] = fm::vjp(f, fm::args(x, y));
    same("the value under vjp", again, value, 0);
    auto const [gx, gy] = pullback(ct);
    same("<ct, J d> = <Jt ct, d>", number(inner(ct, along)), number(inner(gx, dx) + inner(gy, dy)), 1e-11);
    same("linearize is jvp", pullback.adjoint()(std::tuple(dx, dy)), along, 1e-12);
    double const h = 1e-5;
    auto const ahead = f(x + h * dx, y + h * dy), behind = f(x - h * dx, y - h * dy);
    same("jvp is the difference", along, (ahead - behind) / (2 * h), 2e-6);
  }
  void second_order() const {
    Pushed const p{f};
    auto const dd = fm::jvp(p, fm::args(x, y), fm::args(ex, ey), dx, dy).second;
    auto const swapped = fm::jvp(p, fm::args(x, y), fm::args(dx, dy), ex, ey).second;
    same("second derivatives commute", dd, swapped, 1e-9);
    auto const g = fm::grad<0, 1>(Contracted{f, ct});
    auto const [hx, hy] = fm::jvp(g, fm::args(x, y), fm::args(ex, ey)).second;
    same("jvp of grad is jvp of jvp", number(inner(hx, dx) + inner(hy, dy)), number(inner(ct, dd)), 1e-9);
    double const h = 1e-5;
    auto const ahead = p(x + h * ex, y + h * ey, dx, dy), behind = p(x - h * ex, y - h * ey, dx, dy);
    same("the second derivative is the difference of the first", dd, (ahead - behind) / (2 * h), 1e-5);
  }
  template <class F, auto... I>
  void maps(char const* what, F const& g, fm::InAxes<I...> in, T const& a, T const& b) const {
    auto const fast = fm::vmap(g, in)(a, b), slow = fm::vmap_loop(g, in)(a, b);
    fm::tree::for_each([&](T const& u, T const& v) { same(what, u, v, 1e-12); }, std::tuple(fast), std::tuple(slow));
  }
  void lanes() const {
    T const xs = fm::stack(0, c.xs), ys = fm::stack(0, c.ys);
    maps("vmap over axes 0, 0", f, fm::in_axes<0, 0>, xs, ys);
    maps("vmap over axes 1, -1", f, fm::in_axes<1, -1>, fm::transpose(xs), fm::transpose(ys));
    maps("vmap over the first argument", f, fm::in_axes<0, fm::none>, xs, y);
    maps("vmap over the second argument", f, fm::in_axes<fm::none, 1>, x, fm::transpose(ys));
    auto const g = fm::grad<0, 1>(Contracted{f, ct});
    maps("vmap of grad", g, fm::in_axes<0, 0>, xs, ys);
  }
};

}  // namespace

TEST_CASE("laws on random programs", "[properties]") {
  int const seeds = seed_count();
  for (int i = 0; i < seeds; ++i) {
    unsigned const seed = static_cast<unsigned>(i);
    Laws const laws{seed, choose<Every>(seed)};
    try {
      laws.first_order();
      laws.second_order();
      laws.lanes();
    } catch (std::exception const& e) {
      FAIL_CHECK("seed " << seed << ": " << text_of(laws.c.code) << "\n" << e.what());
    }
  }
}
