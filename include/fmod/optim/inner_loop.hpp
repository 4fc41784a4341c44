// fmod/optim/inner_loop.hpp: inner_loop, some steps of an optimizer as one differentiable function of where they start
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/optim/transform.hpp>

namespace fm::optim {
namespace detail {

template <class List> struct highest_of;
template <class... L> struct highest_of<tree::types<L...>> { using type = tower::highest_t<double, L...>; };
}  // namespace detail

/// See inner_loop.
template <class Optimizer> struct InnerLoop {
  Optimizer optimizer;
  int64_t steps;

  template <class Gradient, class P, class... Rest>
  auto operator()(Gradient const& gradient, P const& params, Rest const&... rest) const {
    // The loop runs at the level that a step returns: gradients may depend on more than the parameters.
    using Moved = decltype(step(gradient, params, optimizer.init(params), rest...).first);
    using Ref = typename detail::highest_of<tree::leaf_types<Moved>>::type;
    auto now = tree::map(
        [](auto const& leaf) {
          using L = std::remove_cvref_t<decltype(leaf)>;
          if constexpr (!Real<tower::element_t<L>>)
            return leaf;
          else
            return tower::lift<tower::rebind_t<Ref, tower::base_t<L>>>(leaf);
        },
        params);
    auto state = optimizer.init(now);
    for (int64_t i = 0; i < steps; ++i) {
      auto moved = step(gradient, now, state, rest...);
      now = std::move(moved.first);
      state = std::move(moved.second);
    }
    return now;
  }

 private:
  template <class Gradient, class P, class State, class... Rest>
  auto step(Gradient const& gradient, P const& params, State const& state, Rest const&... rest) const {
    auto made = optimizer.update(gradient(params, rest...), state, params);
    return std::pair(apply_updates(params, made.first), std::move(made.second));
  }
};

/// `steps` updates of an optimizer: adapted = inner_loop(sgd(0.1), 5)(fm::grad(loss), params, data...),
/// differentiable by params, data and the optimizer's rate. With it, model-agnostic meta-learning is
///
///   auto const adapt = fm::optim::inner_loop(fm::optim::sgd(0.1), 5);
///   auto const outer = [&](auto const& p) { return loss(adapt(fm::grad(loss), p, support), query); };
///   fm::grad(outer)(params);
///
/// The first argument is any function (params, data...) -> gradient; wrap it in fm::stop_gradient for the
/// first-order variant.
/// Throws: value_error if steps is negative; whatever the optimizer throws.
/// Cost:   a reverse sweep keeps all steps; fm::checkpoint around each gradient, or around the loop, trades that for
///         time.
/// Source: Finn, Abbeel, Levine, Model-agnostic meta-learning for fast adaptation of deep networks, 2017.
template <class Optimizer> InnerLoop<Optimizer> inner_loop(Optimizer optimizer, int64_t steps) {
  detail::check_option("inner_loop", "steps", static_cast<double>(steps), 0, std::numeric_limits<double>::infinity());
  return {std::move(optimizer), steps};
}

}  // namespace fm::optim
