// fmod/transforms/custom.hpp: custom_jvp and custom_vjp, functions whose derivative rule the user gives
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/transforms/pull_back.hpp>
#include <fmod/transforms/vjp.hpp>

namespace fm {
namespace transforms {

/// Zeros for every real leaf, fm::zero for the others.
template <class Tree> auto zero_tangents(Tree const& x) {
  return tree::map([](auto const& leaf) { return zeros_like_leaf(leaf); }, x);
}
/// d, with zeros where a leaf of it is fm::zero although the value is real.
template <class Tree, class D> auto filled(Tree const& x, D const& d) {
  return tree::map(
      [](auto const& leaf, auto const& t) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(t)>, Zero>)
          return zeros_like_leaf(leaf);
        else
          return t;
      },
      x, d);
}

/// A recorded linear map, pulled and pushed.
template <class Pullback> struct Recorded {
  Pullback pullback;
  template <class Ct> auto pull(Ct const& ct) const { return pullback(ct); }
  template <class D> auto push(D const& dx) const { return pullback.adjoint()(dx); }
};

template <class F, class Rule> struct CustomJvp {
  static constexpr char const* name = "custom_jvp";
  F f;
  Rule rule;

  template <class... X> auto operator()(X const&... x) const { return apply_tree_op(*this, std::tuple<X...>(x...)); }
  template <class... X> auto eval(X const&... x) const { return f(x...); }
  template <class... X, class... D> auto jvp(std::tuple<X...> const& x, std::tuple<D...> const& dx) const {
    return call(x, filled(x, dx));
  }
  /// The rule is linear in the tangents: run on zeros it is recorded, and its transpose is the pullback.
  template <class Active, class Rest> auto vjp(Active const& active, Rest const& rest) const {
    auto const tangents = [&](auto const& d) {
      auto all = call(tree::combine(active, rest), tree::combine(d, zero_tangents(rest)));
      return std::pair(filled(all.first, all.second), std::move(all.first));
    };
    auto [dy, pullback, y] = fm::vjp(tangents, zero_tangents(active), has_aux, capturing(active, rest));
    return std::pair(std::move(y), Recorded<decltype(pullback)>{std::move(pullback)});
  }

 private:
  template <class... X, class... D> auto call(std::tuple<X...> const& x, std::tuple<D...> const& dx) const {
    static_assert(std::is_invocable_v<Rule const&, X const&..., D const&...>,
                  "fmod: custom_jvp: the rule takes the arguments and then their tangents, rule(x, dx) or rule(x, y, "
                  "dx, dy), as generic "
                  "(auto) parameters");
    auto made = std::apply(rule, std::tuple_cat(ref(x), ref(dx)));
    static_assert(is_pair<decltype(made)>, "fmod: custom_jvp: the rule must return std::pair(value, tangent)");
    return made;
  }
  template <class... X> static std::tuple<X const&...> ref(std::tuple<X...> const& x) {
    return std::apply([](auto const&... a) { return std::tuple<X const&...>(a...); }, x);
  }
};

/// What becomes of the cotangent of one leaf of the arguments: it is wanted, with the value's type and shape, or not.
template <class T> struct Wanted { tower::Ghost<T> like; };
struct Unwanted {};
template <std::size_t N, class X> inline constexpr bool is_tuple_of = false;
template <std::size_t N, class... X> inline constexpr bool is_tuple_of<N, std::tuple<X...>> = sizeof...(X) == N;

/// bwd with its residuals. Likes: a tuple of trees like the arguments, with Wanted and Unwanted leaves.
template <class Bwd, class Residuals, class Likes, class Y> struct CustomPullback {
  Bwd bwd;
  Residuals residuals;
  Likes likes;
  Y zeros;  // like the result

  template <class Ct> auto pull(Ct const& ct) const {
    return tree::map_with_path(
        [](std::string_view path, auto const& wanted, auto const& d) {
          using W = std::remove_cvref_t<decltype(wanted)>;
          if constexpr (std::is_same_v<W, Unwanted>) {
            return none;
          } else {
            using T = tower::argument_t<std::remove_cvref_t<decltype(wanted.like)>>;
            using D = std::remove_cvref_t<decltype(d)>;
            if constexpr (std::is_same_v<D, Zero>)
              return tower::full_like(wanted.like, 0);
            else
              return checked_leaf<lifted_t<tower::highest_t<T, D>, T>>("custom_vjp", "cotangent", path, d,
                                                                       tower::shape_of(wanted.like));
          }
        },
        likes, call(ct));
  }
  /// bwd is linear in the cotangent, so pulling dx back through it is pushing dx forward through the function.
  template <class D> auto push(D const& dx) const {
    auto const is_zero = [](auto const& z) { return std::is_same<std::remove_cvref_t<decltype(z)>, Zero>{}; };
    auto const [nothing, real] = tree::partition(is_zero, zeros);  // integers among the results have no cotangent
    auto const transposed = [this, &n = nothing](auto const& ct) { return this->pull(tree::combine(ct, n)); };
    return tree::combine(pull_back(transposed, real, dx, capturing(residuals)), nothing);
  }

 private:
  template <class Ct> auto call(Ct const& ct) const {
    static_assert(std::is_invocable_v<Bwd const&, Residuals const&, Ct const&>,
                  "fmod: custom_vjp: bwd takes the residuals and the cotangent, bwd(residuals, ct), as generic (auto) "
                  "parameters");
    auto cotangents = bwd(residuals, ct);
    constexpr std::size_t n = std::tuple_size_v<Likes>;
    if constexpr (n == 1) {
      return std::tuple<decltype(cotangents)>(std::move(cotangents));
    } else {
      static_assert(is_tuple_of<n, decltype(cotangents)>,
                    "fmod: custom_vjp: bwd of a function of several arguments must return a std::tuple with one "
                    "cotangent for each; fm::zero "
                    "stands for none");
      return cotangents;
    }
  }
};

template <class F, class Fwd, class Bwd> struct CustomVjp {
  static constexpr char const* name = "custom_vjp";
  F f;
  Fwd fwd;
  Bwd bwd;

  template <class... X> auto operator()(X const&... x) const { return apply_tree_op(*this, std::tuple<X...>(x...)); }
  template <class... X> auto eval(X const&... x) const { return f(x...); }
  template <class X, class D> auto jvp(X const& x, D const& dx) const {
    auto const has_tangent = [](auto const& leaf, auto const& d) {
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(d)>, Zero>)
        return none;
      else
        return leaf;
    };
    auto const has_none = [](auto const& leaf, auto const& d) {
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(d)>, Zero>)
        return leaf;
      else
        return none;
    };
    auto made = vjp(tree::map(has_tangent, x, dx), tree::map(has_none, x, dx));
    auto dy = made.second.push(tree::map(has_tangent, dx, dx));
    return std::pair(std::move(made.first), std::move(dy));
  }
  template <class Active, class Rest> auto vjp(Active const& active, Rest const& rest) const {
    auto made = std::apply(
        [this](auto const&... x) {
          static_assert(std::is_invocable_v<Fwd const&, decltype(x)...>,
                        "fmod: custom_vjp: fwd takes the same arguments as the function, fwd(x...)");
          return fwd(x...);
        },
        tree::combine(active, rest));
    static_assert(is_pair<decltype(made)>,
                  "fmod: custom_vjp: fwd must return std::pair(value, residuals); bwd gets the residuals");
    auto likes = tree::combine(
        tree::map([](auto const& leaf) { return Wanted<std::remove_cvref_t<decltype(leaf)>>{ghost_of(leaf)}; }, active),
        tree::map([](auto const&) { return Unwanted{}; }, rest));
    auto zeros = zero_tangents(made.first);
    using Pull = CustomPullback<Bwd, decltype(made.second), decltype(likes), decltype(zeros)>;
    return std::pair(made.first, Pull{bwd, std::move(made.second), std::move(likes), std::move(zeros)});
  }
};

template <class...> inline constexpr bool never = false;

}  // namespace transforms

/// f with a rule for its derivative: rule(x..., dx...) returns std::pair(f(x...), tangent), linear in the tangents dx.
///
///   auto const safe_sqrt = fm::custom_jvp(
///       [](auto const& x) { return fm::sqrt(x); },
///       [](auto const& x, auto const& dx) { auto z = fm::sqrt(x); return std::pair(z, dx / fm::maximum(2 * z,
///       1e-3)); });
///
/// Arguments and result are trees. A constant argument's tangent arrives as zeros, that of an integer leaf as
/// fm::zero; leaves of the returned tangent may be fm::zero. Forward mode calls the rule; reverse mode records it on
/// zero tangents and transposes. Rules are ordinary functions to the levels outside, which differentiate what they
/// compute, to any order.
///
/// Throws: shape_error if the tangent has another shape than the value.
/// Errors: a rule of the wrong form, or a function that uses a differentiated value that is not among its arguments,
///         do not compile.
template <class F, class Rule> auto custom_jvp(F f, Rule rule) {
  return transforms::CustomJvp<F, Rule>{std::move(f), std::move(rule)};
}
template <class F> void custom_jvp(F const&) {
  static_assert(transforms::never<F>,
                "fmod: custom_jvp(f, rule): the rule is missing: rule(x, dx) returns std::pair(f(x), tangent)");
}

/// f with a rule for its pullback: fwd(x...) returns std::pair(f(x...), residuals), bwd(residuals, ct) the cotangent
/// of the argument, or a std::tuple of cotangents of several arguments, linear in ct.
///
///   auto const clipped = fm::custom_vjp(
///       [](auto const& x) { return x; }, [](auto const& x) { return std::pair(x, fm::none); },
///       [](auto const&, auto const& ct) { return fm::clamp(ct, -1.0, 1.0); });    // not linear: reverse mode only
///
/// Residuals are any tree, fm::none for nothing, and are what the tape keeps. A leaf without a derivative gets
/// fm::zero. Reverse mode calls fwd and bwd; forward mode calls fwd and transposes bwd. The levels outside
/// differentiate what fwd and bwd compute.
///
/// Throws: shape_error if a cotangent has another shape than its argument.
/// Errors: rules of the wrong form, or a function that uses a differentiated value that is not among its arguments,
///         do not compile.
template <class F, class Fwd, class Bwd> auto custom_vjp(F f, Fwd fwd, Bwd bwd) {
  return transforms::CustomVjp<F, Fwd, Bwd>{std::move(f), std::move(fwd), std::move(bwd)};
}
template <class F, class... Fwd> void custom_vjp(F const&, Fwd const&...) {
  static_assert(transforms::never<F>,
                "fmod: custom_vjp(f, fwd, bwd): a rule is missing: fwd(x) returns std::pair(f(x), residuals), "
                "bwd(residuals, ct) returns the cotangent of x");
}

}  // namespace fm
