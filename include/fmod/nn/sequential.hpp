// fmod/nn/sequential.hpp: Sequential, layers and functions one after the other
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/nn/call.hpp>

namespace fm::nn {
namespace detail {
template <std::size_t I, class L> struct numbered_layer { using type = Field<tree::detail::number<I>(), L>; };
template <std::size_t I, fixed_string N, class L> struct numbered_layer<I, Field<N, L>> { using type = Field<N, L>; };
template <fixed_string N, class L> L layer_value(Field<N, L> f) { return std::move(f.value); }
template <class L> L layer_value(L layer) { return layer; }
}  // namespace detail

/// Layers in order; see sequential. Layers: a Dict of modules and functions.
template <class Layers> struct Sequential;
template <fixed_string... N, class... L> struct Sequential<Dict<Field<N, L>...>> {
  Dict<Field<N, L>...> layers;

  auto spec() const {
    return std::apply([](auto const&... fields) { return fm::dict(fields...); },
                      std::tuple_cat(declaration<N>(layers[name<N>{}])...));
  }
  template <class P, class X> auto operator()(P const& p, X const& x) const { return run<0>(p, x); }

 private:
  template <fixed_string Name, class Layer> static auto declaration(Layer const& layer) {
    if constexpr (Module<Layer>)
      return std::make_tuple(name<Name>{} = fm::spec_of(layer));
    else
      return std::tuple<>{};
  }
  template <std::size_t I, class P, class X> auto run(P const& p, X x) const {
    if constexpr (I == sizeof...(L)) {
      return x;
    } else {
      using Layer = tree::detail::nth<I, L...>;
      constexpr auto at = tree::detail::nth<I, name<N>...>{};
      Layer const& layer = layers[at];
      if constexpr (Module<Layer>)
        return run<I + 1>(p, nn::call(at, layer, p, std::move(x)));
      else
        return run<I + 1>(p, layer(std::move(x)));
    }
  }
};

/// A module that calls its arguments one after the other: modules on their parameters, other functions on the value alone.
///
/// `sequential("fc1"_n = Linear{4, 8}, fm::tanh, "fc2"_n = Linear{8, 2})` has the parameters fc1.weight, fc1.bias, ...
/// A layer without a name is called by its place, as in PyTorch: `sequential(Linear{4, 8}, fm::tanh, Linear{8, 2})` has
/// 0.weight, 0.bias, 2.weight, 2.bias. Functions have no entry but count.
/// Errors in a layer lead with its path.
template <class... L> auto sequential(L... layers) {
  return []<std::size_t... I>(std::index_sequence<I...>, L & ... l) {
    using Layers = Dict<typename detail::numbered_layer<I, L>::type...>;
    return Sequential<Layers>{Layers{{detail::layer_value(std::move(l))}...}};
  }
  (std::index_sequence_for<L...>{}, layers...);
}

}  // namespace fm::nn
