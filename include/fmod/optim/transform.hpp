// fmod/optim/transform.hpp: what all optimizers share: rates, step counts, apply_updates, chain, clip_by_global_norm
// SPDX-License-Identifier: MIT
//
// An optimizer is a value with two pure functions:
//   init(params)                       -> state, a tree
//   update(grads, state, params)       -> pair(updates, new state); updates are added: apply_updates(params, updates)
// Both are differentiable: by the gradients, the state, the parameters, and a learning rate that is a box. The number of
// steps is a Tensor<int64> of shape () in the state, and is not differentiated. fm::none in a tree stays.
#pragma once
#include <fmod/ops/tree.hpp>

namespace fm::optim {
namespace detail {

/// The steps taken so far, as a schedule gets them: an int64, or a tensor of double in the boxes of the count (under vmap).
template <class C> auto step_of(C const& count) {
  if constexpr (std::is_same_v<C, Tensor<int64_t>>)
    return count.item();
  else
    return fm::cast<double>(count);
}
/// A learning rate as given: a number, a tensor or box, or a schedule.
template <class R> auto stored_rate(R rate) {
  if constexpr (std::is_arithmetic_v<R>)
    return static_cast<double>(rate);
  else
    return rate;
}
template <class R, class Step> auto rate_at(R const& rate, Step const& step) {
  if constexpr (tower::Value<R>)
    return rate;
  else
    return rate(step);
}
/// A factor for leaves with elements of type S: tensors are converted, numbers fit as they are.
template <class S, class F> auto factor(F const& f) {
  if constexpr (std::is_arithmetic_v<F> && std::is_floating_point_v<S>)
    return static_cast<S>(f);
  else if constexpr (tower::is_scalar<F>)
    return f;
  else
    return fm::cast<S>(f);
}
/// A formula on plain values in one fused pass; on boxes op by op, because the derivatives of a fused function of many arguments
/// are as many functions again, for each order, and the compiler has to make them all.
template <class F, class... X> auto evaluate(F const& f, X const&... x) {
  if constexpr (tower::highest_level<X...> == 0)
    return fm::elementwise(f, x...);
  else
    return f(x...);
}
template <class X> using element_of = tower::element_t<std::remove_cvref_t<X>>;

/// The updates -rate * direction.
template <class R, class Tree> auto descend(R const& rate, Tree const& direction) {
  return tree::map(
      [&rate](auto const& d) { return fm::mul(fm::neg(detail::factor<element_of<decltype(d)>>(rate)), d); }, direction);
}
template <class C> auto next(C const& count) { return fm::add(count, int64_t{1}); }
inline Tensor<int64_t> no_steps() { return fm::full(Shape{}, int64_t{0}); }

void check_option(char const* optimizer, char const* option, double value, double low, double high);

}  // namespace detail

/// params + updates, leaf by leaf. Throws: shape_error with the path if a leaf differs in shape.
template <class P, class U> auto apply_updates(P const& params, U const& updates) { return tree::add(params, updates); }

/// Scales gradients down so that the norm of all of them together is at most `max_norm`; stands first in a chain.
struct ClipByGlobalNorm {
  double max_norm;

  template <class P> auto init(P const&) const { return fm::dict(); }
  template <class G, class State, class P> auto update(G const& grads, State const& state, P const&) const {
    auto const norm = tree::norm(grads);
    auto const above = fm::greater(norm, max_norm);
    // The quotient is only looked at above max_norm, so that a norm of 0 has no derivative to spoil.
    auto const scale = fm::where(above, fm::div(max_norm, fm::where(above, norm, 1.0)), 1.0);
    return std::pair(tree::scale(scale, grads), state);
  }
};
inline ClipByGlobalNorm clip_by_global_norm(double max_norm) {
  detail::check_option("clip_by_global_norm", "max_norm", max_norm, 0, std::numeric_limits<double>::infinity());
  return {max_norm};
}

/// Several in order, each on the updates of the one before: `chain(clip_by_global_norm(1), adam(1e-3))`. The state is the
/// tuple of their states.
template <class... T> struct Chain {
  std::tuple<T...> parts;

  template <class P> auto init(P const& params) const {
    return std::apply(
        [&params](auto const&... part) { return std::tuple<decltype(part.init(params))...>(part.init(params)...); },
        parts);
  }
  template <class G, class... State, class P>
  auto update(G const& grads, std::tuple<State...> const& state, P const& params) const {
    static_assert(sizeof...(State) == sizeof...(T),
                  "fm::optim::chain: this state is not one that init of the same chain made");
    return run<0>(grads, state, params, std::tuple<>());
  }

 private:
  template <std::size_t I, class G, class States, class P, class Done>
  auto run(G const& grads, States const& states, P const& params, Done done) const {
    if constexpr (I == sizeof...(T)) {
      return std::pair(grads, std::move(done));
    } else {
      auto made = std::get<I>(parts).update(grads, std::get<I>(states), params);
      auto state = std::tuple_cat(std::move(done), std::tuple<decltype(made.second)>(std::move(made.second)));
      return run<I + 1>(made.first, states, params, std::move(state));
    }
  }
};
template <class... T> Chain<T...> chain(T... parts) { return {std::tuple<T...>(std::move(parts)...)}; }

}  // namespace fm::optim

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/optim/transform.ipp>
#endif
