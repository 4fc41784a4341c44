// fmod/nn/bind.hpp: bind a model to parameters, override some of them in a call, tie two names to one parameter
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/nn/module.hpp>

namespace fm {

/// Two names for one parameter; see bind.
template <fixed_string A, fixed_string B> struct Tie {};
/// `fm::tie("decoder.weight"_n, "encoder.weight"_n)`: the first name stands for the second's parameter.
template <fixed_string A, fixed_string B> constexpr Tie<A, B> tie(name<A>, name<B>) { return {}; }

/// A model with parameters for all of its names.
template <class M, class P, class... Ties> struct Bound {
  M model;
  P params;

  template <class... X> auto operator()(X const&... x) const { return fm::functional_call(model, params, x...); }
};

namespace nn::detail {
/// Does a tree of overrides reach this path? What stands below a vector counts as reached with it.
template <class O, fixed_string P> constexpr bool overrides() {
  using path = tree::detail::split<P>;
  if constexpr (!tree::detail::is_dict<O>) {
    return true;
  } else if constexpr (!tree::detail::has_field<O, path::head>) {
    return false;
  } else if constexpr (!path::dotted) {
    return true;
  } else {
    return detail::overrides<typename tree::detail::field_of<O, path::head>::type, path::tail>();
  }
}
template <class O, class P> auto follow_ties(P params) { return params; }
template <class O, class P, fixed_string A, fixed_string B, class... Rest>
auto follow_ties(P params, Tie<A, B>, Rest... rest) {
  constexpr bool first = detail::overrides<O, A>(), second = detail::overrides<O, B>();
  if constexpr (first && second) {
    static_assert(
        wrong::tied_twice<wrong::show<A>, wrong::show<B>>,
        "fm::functional_call: both names of a tied parameter are overridden; give one of them, the other follows");
    return wrong::poison{};
  } else if constexpr (first) {
    auto value = params[name<A>{}];
    return detail::follow_ties<O>(std::move(params).with(name<B>{} = std::move(value)), rest...);
  } else if constexpr (second) {
    auto value = params[name<B>{}];
    return detail::follow_ties<O>(std::move(params).with(name<A>{} = std::move(value)), rest...);
  } else {
    return detail::follow_ties<O>(std::move(params), rest...);
  }
}
template <class P> auto tie_all(P params) { return params; }
template <class P, fixed_string A, fixed_string B, class... Rest> auto tie_all(P params, Tie<A, B>, Rest... rest) {
  auto value = params[name<B>{}];
  return detail::tie_all(std::move(params).with(name<A>{} = std::move(value)), rest...);
}
}  // namespace nn::detail

/// The model with its parameters: `functional_call(bind(model, params), overrides, x...)` replaces some of them for one call.
///
/// With ties, `bind(model, params, fm::tie("decoder.weight"_n, "encoder.weight"_n))`, the first name takes the second's
/// value, and an override of either name overrides both: the derivative by one name is that by the shared parameter.
/// Throws: shape_error that leads with a parameter's path. Names that do not fit do not compile.
template <Module M, class P, fixed_string... A, fixed_string... B>
auto bind(M const& model, P const& params, Tie<A, B>... ties) {
  using Spec = decltype(fm::spec_of(model));
  if constexpr (!nn::detail::check_names<Spec, P>()) {
    return wrong::poison{};
  } else {
    auto tied = nn::detail::tie_all(params, ties...);
    nn::detail::check_shapes(model, tied);
    return Bound<M, decltype(tied), Tie<A, B>...>{model, std::move(tied)};
  }
}

/// The model with its parameters, those of `overrides` instead of its own: a dictionary with any of the names, nested or
/// dotted. Overrides may be boxes while the rest are plain tensors.
///
/// Errors: an unknown name, and both names of a tie, do not compile.
/// Throws: shape_error that leads with the parameter's path.
template <class M, class P, class... Ties, class O, class... X>
auto functional_call(Bound<M, P, Ties...> const& bound, O const& overrides, X const&... x) {
  auto params = fm::merge(bound.params, overrides);
  if constexpr (std::is_same_v<decltype(params), wrong::poison>) {
    return wrong::poison{};
  } else {
    auto tied = nn::detail::follow_ties<O>(std::move(params), Ties{}...);
    if constexpr (std::is_same_v<decltype(tied), wrong::poison>)
      return wrong::poison{};
    else
      return fm::functional_call(bound.model, tied, x...);
  }
}

}  // namespace fm
