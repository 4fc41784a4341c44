// fmod/nn/mlp.hpp: Mlp, linear layers with an activation between them; how many is known at run time
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/nn/linear.hpp>

namespace fm::nn {
namespace detail {
[[noreturn]] void mlp_too_short(std::size_t sizes);
std::string layer_path(std::size_t i);
void check_layer_count(std::size_t given, std::size_t want);
}  // namespace detail

/// Linear layers with an activation between them, none after the last; see mlp.
template <class Activation> struct Mlp {
  std::vector<Linear<>> layers;
  Activation activation;

  auto spec() const {
    using namespace literals;
    return fm::dict("layers"_n = layers);
  }
  template <class P, class X> auto operator()(P const& p, X const& x) const {
    using namespace literals;
    auto const& q = p["layers"_n];
    detail::check_layer_count(q.size(), layers.size());
    auto h = detail::call_at("layers.0", layers.front(), q[0], x);
    for (std::size_t i = 1; i < layers.size(); ++i) {
      auto a = activation(std::move(h));
      try {
        h = layers[i](q[i], std::move(a));
      } catch (error const&) {
        detail::rethrow_at(detail::layer_path(i));
      }
    }
    return h;
  }
};

/// `mlp({64, 40, 40, 10}, fm::tanh)`: Linear{64, 40}, tanh, Linear{40, 40}, tanh, Linear{40, 10}.
///
/// Parameters: `layers`, a vector of dictionaries: layers.0.weight (40, 64), layers.0.bias (40), ... The number of layers is
/// no part of the type, so all depths are one instantiation.
/// Throws: value_error if there are fewer than two sizes.
template <class Activation> auto mlp(std::initializer_list<Extent> sizes, Activation activation) {
  if (sizes.size() < 2) detail::mlp_too_short(sizes.size());
  Mlp<Activation> model{{}, std::move(activation)};
  for (auto const* s = sizes.begin(); s + 1 != sizes.end(); ++s) model.layers.emplace_back(s[0], s[1]);
  return model;
}
template <std::integral I, class Activation> auto mlp(std::vector<I> const& sizes, Activation activation) {
  if (sizes.size() < 2) detail::mlp_too_short(sizes.size());
  Mlp<Activation> model{{}, std::move(activation)};
  for (std::size_t i = 0; i + 1 < sizes.size(); ++i) model.layers.emplace_back(sizes[i], sizes[i + 1]);
  return model;
}

}  // namespace fm::nn

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/nn/mlp.ipp>
#endif
