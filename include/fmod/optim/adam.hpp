// fmod/optim/adam.hpp: adam and adamw, differentiable also where a gradient is zero
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/optim/transform.hpp>

namespace fm::optim {

struct AdamOptions {
  double b1 = 0.9;
  double b2 = 0.999;
  double eps = 1e-8;
  double eps_root = 0;  ///< under the root; above 0 it makes the update smooth at a gradient of 0
};
struct AdamwOptions {
  double b1 = 0.9;
  double b2 = 0.999;
  double eps = 1e-8;
  double eps_root = 0;
  double weight_decay = 1e-2;
};

namespace detail {

/// sqrt that has derivative 0 at 0, of every order.
FM_ALWAYS_INLINE auto root(auto const& x) {
  auto const positive = fm::greater(x, 0.0);
  return fm::where(positive, fm::sqrt(fm::where(positive, x, 1.0)), 0.0);
}
FM_ALWAYS_INLINE auto divisor(auto const& r) { return fm::where(fm::equal(r, 0.0), 1.0, r); }

struct adam_value {
  double eps, eps_root;
  auto operator()(auto const& g, auto const& m, auto const& v, auto const& a1, auto const& c1, auto const& a2,
                  auto const& c2) const {
    auto const mu = fm::add(fm::mul(a1, m), fm::mul(c1, g));
    auto const nu = fm::add(fm::mul(a2, v), fm::mul(c2, fm::square(g)));
    return fm::div(mu, fm::add(detail::root(fm::add(nu, eps_root)), eps));
  }
};
template <std::size_t I> struct adam_tangent {
  double eps, eps_root;
  auto operator()(auto const& d, auto const& g, auto const& m, auto const& v, auto const& a1, auto const& c1,
                  auto const& a2, auto const& c2) const {
    auto const r = detail::root(fm::add(fm::add(fm::mul(a2, v), fm::mul(c2, fm::square(g))), eps_root));
    auto const below = fm::add(r, eps);
    if constexpr (I == 0) {
      auto const old = fm::sub(fm::mul(c1, fm::add(fm::mul(a2, v), eps_root)), fm::mul(fm::mul(c2, a1), fm::mul(m, g)));
      return fm::mul(d, fm::div(fm::add(fm::mul(c1, eps), fm::div(old, detail::divisor(r))), fm::square(below)));
    } else if constexpr (I == 1) {
      return fm::mul(d, fm::div(a1, below));
    } else {
      auto const mu = fm::add(fm::mul(a1, m), fm::mul(c1, g));
      return fm::mul(d, fm::div(fm::mul(fm::mul(-0.5, a2), mu), fm::mul(detail::divisor(r), fm::square(below))));
    }
  }
};

/// The direction of Adam for gradient g and moments m, v of the steps before:
///   mu / (r + eps),  mu = a1 m + c1 g,  r = sqrt(a2 v + c2 g^2 + eps_root),
/// where the weights hold decay and bias correction. In the derivative by g the terms c1 c2 g^2 of numerator and root cancel
/// exactly; written out, what is left has all its digits, while the sum of the derivatives through mu and r loses half of them
/// (at the first step it is eps / (|g| + eps)^2 out of terms near 1 / |g|).
struct AdamDirection {
  static constexpr char const* name = "adam";
  using batching = tower::aligned;
  static constexpr unsigned keep = tower::keep_args, through = tower::keep_x | tower::keep_y | tower::keep_c;
  double eps, eps_root;

  template <class... X> auto eval(X... x) const { return detail::evaluate(adam_value{eps, eps_root}, x...); }
  template <std::size_t I, class D, class Z, class... X> auto jvp(D d, Z const&, X const&... x) const {
    return detail::evaluate(adam_tangent<I>{eps, eps_root}, d, x...);
  }
  template <std::size_t I, class C, class Z, class... X> auto vjp(C ct, Z const&, X const&... x) const {
    return detail::evaluate(adam_tangent<I>{eps, eps_root}, ct, x...);
  }
};

struct moment {
  double b;
  auto operator()(auto const& g, auto const& m) const { return fm::add(fm::mul(b, m), fm::mul(1 - b, g)); }
};
struct squared_moment {
  double b;
  auto operator()(auto const& g, auto const& v) const { return fm::add(fm::mul(b, v), fm::mul(1 - b, fm::square(g))); }
};

/// Weights of the old moment and of the new term, with bias correction, at step t = 1, 2, ...
template <class T> auto weights(double b, T const& t) {
  auto const scale = fm::sub(1.0, fm::pow(b, t));
  return std::pair(fm::div(b, scale), fm::div(1 - b, scale));
}
inline void check_adam(char const* name, AdamOptions const& o) {
  double const infinity = std::numeric_limits<double>::infinity();
  detail::check_option(name, "b1", o.b1, 0, 1);
  detail::check_option(name, "b2", o.b2, 0, 1);
  detail::check_option(name, "eps", o.eps, 0, infinity);
  detail::check_option(name, "eps_root", o.eps_root, 0, infinity);
}
}  // namespace detail

/// See adam and adamw. State: count, mu, nu (trees like the parameters).
template <class Rate, bool Decays> struct Adam {
  Rate rate;
  AdamOptions options;
  double weight_decay = 0;

  template <class P> auto init(P const& params) const {
    using namespace literals;
    return fm::dict("count"_n = detail::no_steps(), "mu"_n = tree::zeros_like(params),
                    "nu"_n = tree::zeros_like(params));
  }
  template <class G, class State, class P>
  auto update(G const& grads, State const& state, [[maybe_unused]] P const& params) const {
    using namespace literals;
    auto const& count = state["count"_n];
    auto const& m = state["mu"_n];
    auto const& v = state["nu"_n];
    double const b1 = options.b1, b2 = options.b2;
    auto const t = fm::cast<double>(detail::step_of(detail::next(count)));
    auto const [a1, c1] = detail::weights(b1, t);
    auto const [a2, c2] = detail::weights(b2, t);
    detail::AdamDirection const op{options.eps, options.eps_root};
    auto const direction = tree::map(
        [&op, &a1 = a1, &c1 = c1, &a2 = a2, &c2 = c2](auto const& g, auto const& mu, auto const& nu) {
          using S = detail::element_of<decltype(g)>;
          return tower::apply(op, g, mu, nu, detail::factor<S>(a1), detail::factor<S>(c1), detail::factor<S>(a2),
                              detail::factor<S>(c2));
        },
        grads, m, v);
    auto new_m = tree::map([b1](auto const& g, auto const& mu) { return detail::evaluate(detail::moment{b1}, g, mu); },
                           grads, m);
    auto new_v = tree::map(
        [b2](auto const& g, auto const& nu) { return detail::evaluate(detail::squared_moment{b2}, g, nu); }, grads, v);
    auto new_state = fm::dict("count"_n = detail::next(count), "mu"_n = std::move(new_m), "nu"_n = std::move(new_v));
    auto const rate_now = detail::rate_at(rate, detail::step_of(count));
    if constexpr (Decays) {
      double const decay = weight_decay;
      auto const decayed =
          tree::map([decay](auto const& d, auto const& p) { return fm::add(d, fm::mul(decay, p)); }, direction, params);
      return std::pair(detail::descend(rate_now, decayed), std::move(new_state));
    } else {
      return std::pair(detail::descend(rate_now, direction), std::move(new_state));
    }
  }
};

/// Adam: updates -rate * mu / (sqrt(nu + eps_root) + eps), with bias-corrected moments mu of g and nu of g^2.
///
/// The rate is a number, a rank-0 tensor or box, or a schedule (see sgd).
/// Edges:  with eps_root = 0 the first update is g / (|g| + eps): its derivative at g = 0 is 1 / eps, finite, its second
///         derivative there is taken as 0. The derivative by nu where nu = 0 is finite, too.
/// Throws: value_error unless b1 and b2 are in [0, 1) and eps, eps_root are not negative.
/// Source: Kingma, Ba, Adam: a method for stochastic optimization, 2015.
template <class Rate> auto adam(Rate rate, AdamOptions options = {}) {
  using R = decltype(detail::stored_rate(std::move(rate)));
  detail::check_adam("adam", options);
  return Adam<R, false>{detail::stored_rate(std::move(rate)), options};
}

/// Adam with decoupled weight decay: updates -rate * (direction of adam + weight_decay * params).
/// Source: Loshchilov, Hutter, Decoupled weight decay regularization, 2019.
template <class Rate> auto adamw(Rate rate, AdamwOptions options = {}) {
  using R = decltype(detail::stored_rate(std::move(rate)));
  AdamOptions const adam{options.b1, options.b2, options.eps, options.eps_root};
  detail::check_adam("adamw", adam);
  detail::check_option("adamw", "weight_decay", options.weight_decay, 0, std::numeric_limits<double>::infinity());
  return Adam<R, true>{detail::stored_rate(std::move(rate)), adam, options.weight_decay};
}

}  // namespace fm::optim
