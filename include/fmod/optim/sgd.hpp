// fmod/optim/sgd.hpp: sgd, gradient descent with momentum
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/optim/transform.hpp>

namespace fm::optim {

struct SgdOptions {
  double momentum = 0;
  bool nesterov = false;
  double weight_decay = 0;  ///< added to the gradient: weight_decay * params
};

/// Without options: the state is only the number of steps.
template <class Rate> struct Sgd {
  Rate rate;

  template <class P> auto init(P const&) const {
    using namespace literals;
    return fm::dict("count"_n = detail::no_steps());
  }
  template <class G, class State, class P> auto update(G const& grads, State const& state, P const&) const {
    using namespace literals;
    auto const rate_now = detail::rate_at(rate, detail::step_of(state["count"_n]));
    return std::pair(detail::descend(rate_now, grads), fm::dict("count"_n = detail::next(state["count"_n])));
  }
};

/// With options: the state also has `momentum`, a tree like the parameters.
template <class Rate> struct SgdMomentum {
  Rate rate;
  SgdOptions options;

  template <class P> auto init(P const& params) const {
    using namespace literals;
    return fm::dict("count"_n = detail::no_steps(), "momentum"_n = tree::zeros_like(params));
  }
  template <class G, class State, class P> auto update(G const& grads, State const& state, P const& params) const {
    using namespace literals;
    auto const rate_now = detail::rate_at(rate, detail::step_of(state["count"_n]));
    double const mu = options.momentum, decay = options.weight_decay;
    auto const decayed = [decay](auto const& g, auto const& p) { return fm::add(g, fm::mul(decay, p)); };
    using Decayed = decltype(tree::map(decayed, grads, params));
    auto const gradient = [&]() -> Decayed {
      if constexpr (std::is_same_v<Decayed, G>)
        if (decay == 0) return grads;
      return tree::map(decayed, grads, params);
    }();
    auto momentum = tree::map([mu](auto const& m, auto const& g) { return fm::add(fm::mul(mu, m), g); },
                              state["momentum"_n], gradient);
    auto direction = momentum;
    if (options.nesterov)
      direction =
          tree::map([mu](auto const& m, auto const& g) { return fm::add(g, fm::mul(mu, m)); }, momentum, gradient);
    auto updates = detail::descend(rate_now, direction);
    return std::pair(std::move(updates),
                     fm::dict("count"_n = detail::next(state["count"_n]), "momentum"_n = std::move(momentum)));
  }
};

/// Gradient descent: updates -rate * g.
///
/// The rate is a number, a rank-0 tensor or box (a learned rate), or a schedule: a function of the number of steps taken, 0 at
/// the first (optim/schedules.hpp).
template <class Rate> auto sgd(Rate rate) {
  using R = decltype(detail::stored_rate(std::move(rate)));
  return Sgd<R>{detail::stored_rate(std::move(rate))};
}
/// With momentum, as in PyTorch: g += weight_decay * params; m = momentum * m + g (m = 0 at first); the direction is m, or
/// g + momentum * m with nesterov. Throws: value_error unless momentum is in [0, 1) and weight_decay is not negative.
template <class Rate> auto sgd(Rate rate, SgdOptions options) {
  using R = decltype(detail::stored_rate(std::move(rate)));
  detail::check_option("sgd", "momentum", options.momentum, 0, 1);
  detail::check_option("sgd", "weight_decay", options.weight_decay, 0, std::numeric_limits<double>::infinity());
  return SgdMomentum<R>{detail::stored_rate(std::move(rate)), options};
}

}  // namespace fm::optim
