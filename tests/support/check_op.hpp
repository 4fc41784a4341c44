// tests/support/check_op.hpp: check_op(name, f, reference, points...): an op in every mode and order against a reference
// SPDX-License-Identifier: MIT
//
// How to read it. A point is an array or tuple of arguments (numbers or tensors). `differentiate` runs f there through
// every transform and writes what it finds into a Report of plain numbers; this part is templates and is kept small.
// `judge` (check_op.cpp, compiled once) holds the Report against itself and against a reference in long double:
//   value                 as the reference; the same under every transform
//   jvp, linearize        as differences of the reference along a direction
//   vjp                   <ct, jvp(d)> == <vjp(ct), d>
//   second order          D_d0 D_d1 f by jvp of jvp, jvp of grad, grad of jvp, grad of grad, all equal, as the reference
//   third order           on numbers: three times jvp, three times grad
// Compile time grows with the number of functions that are differentiated, so ops of one signature share one functor
// with a run-time switch.
#pragma once
#include <fmod/transforms/transforms.hpp>

#include <functional>
#include <typeinfo>

namespace check {

using real = long double;
using Numbers = std::vector<double>;

using Index = std::vector<int64_t>;

/// A plain array for references: row-major.
struct Array {
  fm::Shape shape;
  std::vector<real> data;

  Array() = default;
  explicit Array(fm::Shape const& s) : shape(s), data(static_cast<std::size_t>(s.size())) {}
  Array(fm::Shape const& s, std::vector<real> d) : shape(s), data(std::move(d)) {}
  /// Each element from its index.
  Array(fm::Shape const& s, std::function<real(Index const&)> const& element);
  real& operator[](Index const& i) { return data[offset(i)]; }
  real operator[](Index const& i) const { return data[offset(i)]; }

 private:
  std::size_t offset(Index const& index) const;
};
using Arrays = std::vector<Array>;
using Reference = std::function<Array(Arrays const&)>;

/// What the transforms found at one point. Second and third order are contracted with the weights.
struct Report {
  double epsilon = 0;
  fm::Shape shape;
  Numbers weights, value, value_under_jvp, value_under_vjp, jvp, pushed, jvp_jvp, jvp_jvp_jvp;
  std::vector<Numbers> vjp;
  double grad = 0;  ///< along d[0]
  double jvp_of_grad = 0, grad_of_jvp = 0, grad_of_grad = 0, grad_of_grad_of_grad = 0;
  int order = 0;
  bool number = false;
};

struct Options {
  bool smooth = true;  ///< false: at a kink or singular point; modes must agree, there is no reference
  double room = 0.25;  ///< distance over which the reference is analytic
  double loosen = 1;   ///< factor on the tolerances of values and derivatives; give the reason where it is used
};

/// Numbers between 0.3 and 1.2 of either sign, the same in every run.
std::vector<double> some_numbers(int64_t count, unsigned salt);
template <class S> fm::Tensor<S> some_tensor(fm::Shape const& shape, unsigned salt = 1) {
  auto const v = some_numbers(shape.size(), salt);
  return fm::from_span<S>(shape, std::vector<S>(v.begin(), v.end()));
}
Arrays some_directions(Arrays const& like, unsigned salt);
void judge(std::string const& name, Report const& r, Reference const& reference, Arrays const& x,
           std::array<Arrays, 3> const& d, Options const& options);
/// The part of judge that needs no reference.
void judge_consistency(std::string const& name, Report const& r, std::array<Arrays, 3> const& d,
                       Options const& options = {});
bool close(double a, double b, double tolerance, double scale = 0);
void fail(std::string const& text);
std::string text(double x);
void judge_failures(std::string const& name, std::vector<std::string> const& failures);

// ---------------------------------------------------------------- trees of arguments
template <class X> struct leaf_of;
template <class X, std::size_t N> struct leaf_of<std::array<X, N>> {
  static constexpr int level = fm::tower::level_of<X>;
  static constexpr bool numbers = fm::tower::is_scalar<X>;
  using first = X;
};
template <class X, class... Xs> struct leaf_of<std::tuple<X, Xs...>> {
  static constexpr int level = fm::tower::highest_level<X, Xs...>;
  static constexpr bool numbers = (fm::tower::is_scalar<X> && ... && fm::tower::is_scalar<Xs>);
  using first =
      std::conditional_t<fm::tower::is_scalar<X>, std::tuple_element_t<sizeof...(Xs), std::tuple<X, Xs...>>, X>;
};
template <class X> inline constexpr bool only_duals = true;
template <class T, class Fr> inline constexpr bool only_duals<fm::tower::Dual<T, Fr>> = only_duals<T>;
template <class T, class Fr> inline constexpr bool only_duals<fm::tower::Var<T, Fr>> = false;
template <class X> inline constexpr bool only_vars = true;
template <class T, class Fr> inline constexpr bool only_vars<fm::tower::Var<T, Fr>> = only_vars<T>;
template <class T, class Fr> inline constexpr bool only_vars<fm::tower::Dual<T, Fr>> = false;

/// How far derivatives go: the rules of float are those of double, so what is left to see is that they stay in float.
template <class Tree>
inline constexpr int depth_of = std::is_same_v<fm::tower::element_t<typename leaf_of<Tree>::first>, float> ? 1
                                : leaf_of<Tree>::numbers                                                   ? 3
                                                                                                           : 2;

template <class F, class Tree>
using result_of = decltype(std::apply(std::declval<F const&>(), std::declval<Tree const&>()));

template <class X, class Y> auto dot_leaf(X const& x, Y const& y) {
  if constexpr (fm::tower::is_scalar<X>)
    return fm::mul(x, y);
  else
    return fm::sum(fm::mul(x, y));
}
template <class X, class Y> auto dot(X const& x, Y const& y) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) { return (dot_leaf(std::get<I>(x), std::get<I>(y)) + ...); }
  (std::make_index_sequence<std::tuple_size_v<X>>{});
}

// ---------------------------------------------------------------- the function that is differentiated
enum class mode : char { none, forward, reverse };

template <class P> struct Contracted;

/// f, or a derivative of it, up to order Depth: modes[l] says what is done at level l, along d[l]. One type for all
/// compositions, so that each op is instantiated once for each type of box.
template <int Depth, class F, class Tree, class Y> struct Program {
  F f;
  std::array<Tree, 3> d;
  Y weights;
  std::array<mode, 3> modes{};

  template <class X> auto operator()(X const& x) const -> result_of<F, X> {
    using R = result_of<F, X>;
    using Leaf = typename leaf_of<X>::first;
    constexpr int level = leaf_of<X>::level;
    constexpr bool deepest = level == 2;
    [[maybe_unused]] constexpr std::size_t at = level < 3 ? level : 0;
    if constexpr (level < Depth) {
      if constexpr (!deepest || only_duals<Leaf>) {
        if (modes[at] == mode::forward) return R(fm::jvp(*this, x, d[at]).second);
      }
      if constexpr (!deepest || only_vars<Leaf>) {
        if (modes[at] == mode::reverse) return R(dot(fm::grad(Contracted<Program>{this})(x), d[at]));
      }
    }
    return std::apply(f, x);
  }
};
/// One number: the result times the weights.
template <class P> struct Contracted {
  P const* program;
  template <class X> auto operator()(X const& x) const {
    auto y = (*program)(x);
    if constexpr (!fm::tower::is_scalar<decltype(y)>) {
      if (program->weights.rank() != 0 && fm::tower::shape_of(y) == program->weights.shape())
        return decltype(y)(fm::sum(fm::mul(std::move(y), program->weights)));
    }
    return y;
  }
};

// ---------------------------------------------------------------- plain numbers in and out
template <class X> Numbers numbers_of(X const& x) {
  if constexpr (std::is_arithmetic_v<X>)
    return {static_cast<double>(x)};
  else
    return Numbers(x.data(), x.data() + x.size());
}
template <class X> Array array_of(X const& x) {
  if constexpr (std::is_arithmetic_v<X>)
    return Array(fm::Shape{}, {static_cast<real>(x)});
  else
    return Array(x.shape(), std::vector<real>(x.data(), x.data() + x.size()));
}
/// a in the type of `like`.
template <class X> X from_array(Array const& a, X const&) {
  if constexpr (std::is_arithmetic_v<X>) {
    return static_cast<X>(a.data[0]);
  } else {
    using S = typename X::value_type;
    std::vector<S> const v(a.data.begin(), a.data.end());
    return fm::from_span<S>(a.shape, v);
  }
}
template <class Tree> Arrays arrays_of(Tree const& x) {
  return std::apply([](auto const&... leaf) { return Arrays{array_of(leaf)...}; }, x);
}
template <class Tree> Tree tree_of(Arrays const& a, Tree const& like) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) { return Tree{from_array(a[I], std::get<I>(like))...}; }
  (std::make_index_sequence<std::tuple_size_v<Tree>>{});
}

/// All transforms of f at x, along d[0], d[1], d[2]. Not Kept: without vjp and linearize, which keep the tape.
template <int Depth, bool Kept = true, class F, class Tree>
Report differentiate(F const& f, Tree const& x, std::array<Tree, 3> const& d) {
  using Y = result_of<F, Tree>;
  using S = fm::tower::element_t<Y>;
  Report r;
  r.number = leaf_of<Tree>::numbers;
  r.epsilon = static_cast<double>(std::numeric_limits<S>::epsilon());
  Y const y = std::apply(f, x);
  r.shape = fm::tower::shape_of(y);
  r.value = numbers_of(y);
  r.weights = r.shape.rank() == 0 ? Numbers{1} : some_numbers(r.shape.size(), 17);
  Program<Depth, F, Tree, Y> p{
      f, d, from_array(Array(r.shape, std::vector<real>(r.weights.begin(), r.weights.end())), y), {}};
  r.weights = numbers_of(p.weights);

  auto const [y1, dy] = fm::jvp(p, x, d[0]);
  r.value_under_jvp = numbers_of(y1), r.jvp = numbers_of(dy);
  auto const cotangents = [&](auto const& value, auto const& g) {
    static_assert(std::is_same_v<std::remove_cvref_t<decltype(g)>, Tree>, "a cotangent has the type of its argument");
    r.value_under_vjp = numbers_of(value);
    std::apply([&](auto const&... leaf) { r.vjp = {numbers_of(leaf)...}; }, g);
  };
  if constexpr (Kept) {
    // A kept tape has the rules of any other: the first order shows that it keeps what they need.
    Program<1, F, Tree, Y> const shallow{f, d, p.weights, {}};
    auto const [y2, pull] = fm::vjp(shallow, x);
    cotangents(y2, pull(p.weights));
    r.pushed = numbers_of(fm::linearize(shallow, x).second(d[0]));
  } else {
    cotangents(y, fm::grad(Contracted<decltype(p)>{&p})(x));
    r.pushed = r.jvp;
  }

  auto const run = [&](mode a, mode b, mode c = mode::none) {
    p.modes = {a, b, c};
    return numbers_of(p(x));
  };
  r.order = Depth;
  if constexpr (Depth > 1) {
    r.grad = run(mode::reverse, mode::none)[0];
    r.jvp_jvp = run(mode::forward, mode::forward);
    r.jvp_of_grad = run(mode::forward, mode::reverse)[0];
    r.grad_of_jvp = run(mode::reverse, mode::forward)[0];
    r.grad_of_grad = run(mode::reverse, mode::reverse)[0];
  }
  if constexpr (Depth > 2) {
    r.jvp_jvp_jvp = run(mode::forward, mode::forward, mode::forward);
    r.grad_of_grad_of_grad = run(mode::reverse, mode::reverse, mode::reverse)[0];
  }
  return r;
}

template <class Call> std::string failure_of(Call const& call) {
  try {
    static_cast<void>(call());
  } catch (std::exception const& e) {
    return std::string(typeid(e).name()) + ": " + e.what();
  }
  return "";
}
/// What f throws at x: on plain values first, then under every transform.
template <int Depth, class F, class Tree> std::vector<std::string> failures(F const& f, Tree const& x) {
  using Y = result_of<F, Tree>;
  Program<Depth, F, Tree, Y> p{f, {x, x, x}, {}, {}};
  std::vector<std::string> all{failure_of([&] { return std::apply(f, x); })};
  all.push_back(failure_of([&] { return fm::vjp(p, x); }));
  for (mode a : {mode::forward, mode::reverse})
    for (mode b : {mode::none, mode::forward, mode::reverse}) {
      if (Depth < 2 && b != mode::none) continue;
      p.modes = {a, b, mode::none};
      all.push_back(failure_of([&] { return p(x); }));
    }
  return all;
}

template <class F, class Tree>
void check_point(std::string const& name, F const& f, Reference const& reference, Options const& options,
                 Tree const& x) {
  Arrays const at = arrays_of(x);
  std::array<Arrays, 3> d;
  std::array<Tree, 3> directions;
  for (unsigned i = 0; i < 3; ++i) {
    directions[i] = tree_of(some_directions(at, i), x);
    d[i] = arrays_of(directions[i]);  // as rounded to the type of x
  }
  Report const r = differentiate<depth_of<Tree>>(f, x, directions);
  judge(name, r, reference, at, d, options);
}

/// f in every mode and order at points: std::array or std::tuple of its arguments.
///
/// The reference takes and returns plain arrays in long double and shares no code with the op.
template <class F, class... Tree>
void check_op(std::string const& name, F const& f, Reference const& reference, Tree const&... points) {
  (check_point(name, f, reference, Options{}, points), ...);
}
template <class F, class... Tree>
void check_op(std::string const& name, Options const& options, F const& f, Reference const& reference,
              Tree const&... points) {
  (check_point(name, f, reference, options, points), ...);
}
/// Plain values are refused, and so is every box of them, with the same exception and text.
template <class F, class Tree> void check_throws(std::string const& name, F const& f, Tree const& x) {
  judge_failures(name, failures<depth_of<Tree>>(f, x));
}

}  // namespace check
