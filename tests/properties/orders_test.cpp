// tests/properties/orders_test.cpp: third derivatives, Jacobians, Hessians, checkpoints and deep nests on random programs
// SPDX-License-Identifier: MIT
//
// Every nest is another kind of box, for which each op is compiled again: a few ops, one of each kind of rule, suffice.
#include "properties/program.hpp"

namespace {

using namespace properties;

/// Some of the ops: a nonlinearity, a quotient, products, a sum along a matrix, a selection, a gather.
struct Few {
  static constexpr char const* names[] = {"tanh", "exp", "mul", "add", "matvec", "where", "softmax", "take"};
  static bool has(int op) {
    for (char const* name : names)
      if (std::string(all_ops[op].name) == name) return true;
    return false;
  }
  static int number(int op) {
    for (int i = 0; i < static_cast<int>(std::size(names)); ++i)
      if (std::string(all_ops[op].name) == names[i]) return i;
    return -1;
  }
  template <class R> static R run(int op, R const& a, R const& b) {
    switch (number(op)) {
      case 0:
        return fm::tanh(a);
      case 1:
        return fm::exp(a);
      case 2:
        return fm::mul(a, b);
      case 3:
        return fm::add(a, b);
      case 4:
        return fm::matmul(fm::outer(a, b), b);
      case 5:
        return fm::where(a > b, a, b);
      case 6:
        return fm::softmax(a);
      default:
        return fm::take(a, fm::tensor<int64_t>({2, 0, 2})) * b;
    }
  }
};

/// A program of one argument (the other is a constant), as a vector and as a number.
struct Vector {
  Program<Few> f;
  T y;
  template <class X> auto operator()(X const& x) const { return f(x, y); }
};
struct Number {
  Vector f;
  T weights;
  template <class X> auto operator()(X const& x) const { return fm::sum(f(x) * weights); }
};
template <class F> struct Along {  // the derivative along d, forwards
  F f;
  T d;
  template <class X> auto operator()(X const& x) const { return fm::jvp(f, x, d).second; }
};
template <class F> struct GradAlong {  // the same, backwards
  F f;
  T d;
  template <class X> auto operator()(X const& x) const { return fm::sum(fm::grad(f)(x) * d); }
};
struct by_vmap {
  template <class F> static auto over(F f) { return fm::vmap(f); }
};
struct by_loop {
  template <class F> static auto over(F f) { return fm::vmap_loop(f); }
};

struct Laws {
  unsigned seed;
  Choice c;
  Vector f{{c.code}, c.ys[0]};
  T x = c.xs[0], xs = fm::stack(0, c.xs);
  std::mt19937 random{seed + 78};
  T u = vector(), v = vector(), w = vector();
  Number g{f, vector()};

  T vector() { return random_vector(random, -1, 1); }
  void same(char const* law, T const& a, T const& b, double tolerance) const {
    bool const holds = close(a, b, tolerance);
    CHECK(holds);
    if (holds) return;
    WARN(law << ", seed " << seed << ": " << text_of(c.code) << "\nx " << x << ", y " << f.y << "\n" << a << "\n" << b);
  }

  void third_order() const {
    using D = Along<Number>;
    using R = GradAlong<Number>;
    auto const forward = Along<Along<D>>{{{g, u}, v}, w}(x);
    same("three times jvp is three times grad", forward, GradAlong<GradAlong<R>>{{{g, u}, v}, w}(x), 1e-9);
    same("jvp of grad of jvp", forward, Along<GradAlong<D>>{{{g, v}, w}, u}(x), 1e-9);
    double const h = 1e-5;
    Along<D> const second{{g, u}, v};
    same("the third derivative is the difference of the second", forward,
         (second(x + h * w) - second(x - h * w)) / (2 * h), 1e-5);
  }
  void jacobians() const {
    auto const j = fm::jacrev(f)(x);
    same("jacfwd is jacrev", fm::jacfwd(f)(x), j, 1e-12);
    same("J u is jvp", fm::matmul(j, u), fm::jvp(f, x, u).second, 1e-12);
    auto const h = fm::hessian(g)(x);
    same("the Hessian is symmetric", h, fm::transpose(h), 1e-10);
    same("H u is hvp", fm::matmul(h, u), fm::hvp(g)(x, u), 1e-10);
  }
  void checkpoints() const {
    auto const saving = fm::checkpoint(g);
    same("a checkpoint's value", saving(x), g(x), 0);
    same("a checkpoint's gradient", fm::grad(saving)(x), fm::grad(g)(x), 1e-13);
    same("a checkpoint's hvp", fm::hvp(saving)(x, u), fm::hvp(g)(x, u), 1e-12);
  }
  template <class Map> std::vector<T> nests() const {
    auto const each = [this](auto const& a) { return fm::mean(Map::over(g)(a)); };
    auto const gradients = [this](auto const& a) { return fm::sum(fm::square(Map::over(fm::grad(g))(a))); };
    auto const pulled = [this](auto const& a) {
      auto const [y, pull] = fm::vjp(f, a);
      return pull(y);
    };
    auto const twice = fm::stack(1, xs, 0.5 * xs);
    return {Map::over(Map::over(f))(twice), Map::over(fm::hessian(g))(xs),
            fm::grad(gradients)(xs),        fm::jvp(Map::over(pulled), xs, fm::sin(xs)).second,
            fm::hessian(each)(xs),          Map::over(fm::grad(g))(xs)};
  }
  void nestings() const {
    auto const fast = nests<by_vmap>(), slow = nests<by_loop>();
    char const* const laws[] = {"vmap of vmap",       "vmap of hessian", "grad of vmap of grad",
                                "jvp of vmap of vjp", "hessian of vmap", "vmap of grad"};
    for (std::size_t i = 0; i < fast.size(); ++i) same(laws[i], fast[i], slow[i], 1e-10);
    auto const whole =
        fm::grad([this](auto const& a) { return fm::sum(fm::vmap(g)(a + fm::zeros_like(xs))) / 3.0; })(x);
    same("the gradient of the mean is the mean of the gradients", whole, fm::grad(g)(x), 1e-11);
  }
};

}  // namespace

TEST_CASE("laws of higher order on random programs", "[properties]") {
  int const seeds = seed_count();
  for (int i = 0; i < seeds; ++i) {
    unsigned const seed = static_cast<unsigned>(i);
    Laws const laws{seed, choose<Few>(seed)};
    try {
      laws.third_order();
      laws.jacobians();
      laws.checkpoints();
      if (i < 40 || i % 10 == 0) laws.nestings();
    } catch (std::exception const& e) {
      FAIL_CHECK("seed " << seed << ": " << text_of(laws.c.code) << "\n" << e.what());
    }
  }
}
