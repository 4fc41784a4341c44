// fmod/transforms/jet.hpp: jet, all derivatives up to an order of a function along a line or a curve, in one pass
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/transforms/series.hpp>

namespace fm {

/// A curve through x, by its derivatives of order 1, 2, ... at t = 0: trees like x.
template <class Tree> struct Curve { std::vector<Tree> derivatives; };
template <class Tree> Curve<Tree> curve(std::vector<Tree> derivatives) { return {std::move(derivatives)}; }

namespace transforms {

[[noreturn]] void order_is_negative(int order);

/// x as series with coefficients d_k / k!. Further coefficients are 0.
template <class Frame, class Ref, class X, class D>
auto make_series(X const& x, std::vector<D> const& d, int order, std::uint64_t stamp) {
  auto lists = tree::map(
      [](auto const& leaf) {
        check_real<std::remove_cvref_t<decltype(leaf)>>(nullptr);
        using T = lifted_t<Ref, std::remove_cvref_t<decltype(leaf)>>;
        return Parts<T>{{tower::lift<T>(leaf)}};
      },
      x);
  double factorial = 1;
  for (std::size_t k = 0; k < d.size(); ++k) {
    factorial *= static_cast<double>(k + 1);
    tree::for_each_with_path(
        [factorial](std::string_view path, auto& list, auto const& given) {
          using T = typename std::remove_cvref_t<decltype(list.parts)>::value_type;
          static_assert(std::is_same_v<tower::element_t<std::remove_cvref_t<decltype(given)>>, tower::element_t<T>> ||
                            std::is_arithmetic_v<std::remove_cvref_t<decltype(given)>>,
                        "fmod: jet: a derivative of the curve has another element type than its value; convert it with "
                        "fm::cast<S>(dx)");
          Shape const want = tower::shape_of(list.parts.front());
          if (!(tower::shape_of(given) == want))
            tangent_shape_differs("jet", "derivative of the curve", path, tower::shape_of(given), want);
          list.parts.push_back(tower::times(tower::lift<T>(given), 1 / factorial));
        },
        lists, d[k]);
  }
  return tree::map([order, stamp](auto const& list) { return series_of<Frame>(list.parts, order, stamp); }, lists);
}

/// Derivative k of every leaf.
template <class Frame, class Y> auto derivative_of(Y const& y, int k, double factorial, std::uint64_t stamp) {
  return tree::map(
      [=](auto const& leaf) {
        using L = std::remove_cvref_t<decltype(leaf)>;
        if constexpr (is_ours<Frame, L>()) {
          if (leaf.stamp() != 0 && leaf.stamp() != stamp) tower::stamps_differ();
          auto c = tower::times(leaf.at(k), factorial);
          return tower::is_absent(c) ? tower::full_like(leaf.primal(), 0) : c;
        } else {
          return zeros_like_leaf(leaf);
        }
      },
      y);
}

struct jet_function {
  template <class F, class X, class D, class... C>
  auto operator()(F const& f, X const& x, D const& dx, int order, C const&... constants) const {
    return run(f, x, std::vector<D>{dx}, order, constants...);
  }
  template <class F, class X, class D, class... C>
  auto operator()(F const& f, X const& x, Curve<D> const& curve, C const&... constants) const {
    return run(f, x, curve.derivatives, static_cast<int>(curve.derivatives.size()), constants...);
  }

 private:
  template <class F, class X, class D, class... C>
  static auto run(F const& f, X const& x, std::vector<D> const& d, int order, C const&... constants) {
    check_generic<F>();
    if (order < 0) order_is_negative(order);
    using Ref = highest_leaf<X, D, C...>;
    using Frame = tower::frame_of<F, tower::mode::taylor, Ref>;
    std::uint64_t const stamp = tower::new_stamp();
    auto const y = std::apply([&](auto const&... c) { return f(make_series<Frame, Ref>(x, d, order, stamp), c...); },
                              without_capturing(constants...));
    std::vector<decltype(derivative_of<Frame>(y, 0, 1, stamp))> derivatives;
    double factorial = 1;
    for (int k = 0; k <= order; ++k) {
      derivatives.push_back(derivative_of<Frame>(y, k, factorial, stamp));
      factorial *= k + 1;
    }
    return derivatives;
  }
};

}  // namespace transforms

/// The derivatives of order 0, 1, ..., n at t = 0 of t -> f(x + t dx): a vector of n + 1 trees like f's result.
///
///   fm::jet(f, x, dx, n)                          along a line
///   fm::jet(f, x, fm::curve(std::vector{d1, d2})) along a curve x(t) with these derivatives; as many orders as
///   there are
///
/// Further arguments are passed to f unchanged. The result is differentiable by all arguments, in every mode.
///
/// Math:   every op's series follows from its tangent rule, z' = J(x, z) x' (tower/series.hpp): exact to every
///         order, for every op.
/// Cost:   for order n about n² / 2 times f where f is made of products, exp and their like, n³ / 6 of functions
///         whose derivatives lead through others (sin, tanh); nested jvp cost 2^n.
/// Throws: shape_error if a derivative of the curve has another shape than x; value_error if n is negative.
/// Source: Griewank, Walther, Evaluating derivatives, 2008, chapter 13.
inline constexpr transforms::jet_function jet{};

}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/transforms/jet.ipp>
#endif
