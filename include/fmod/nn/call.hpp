// fmod/nn/call.hpp: nn::call, a layer called on its part of the parameters so that errors lead with its path
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/nn/module.hpp>

namespace fm::nn {
namespace detail {
/// Throws the exception that is being handled again, of its own type, with the name before its text.
[[noreturn]] void rethrow_at(std::string_view name);

template <class Layer, class P, class... X>
auto call_at(std::string_view path, Layer const& layer, P const& p, X const&... x) {
  try {
    return layer(p, x...);
  } catch (error const&) {
    detail::rethrow_at(path);
  }
}
}  // namespace detail

/// layer(p["fc1"_n], x...), as in a module's call; an error inside leads with the name: `fc1: linear: x is (4, 3), ...`. Nested
/// calls make the whole path, `encoder.fc1: ...`. Sequential and mlp call their layers so.
template <fixed_string N, class Layer, class P, class... X>
auto call(name<N> n, Layer const& layer, P const& p, X const&... x) {
  return detail::call_at(N.view(), layer, p[n], x...);
}

}  // namespace fm::nn

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/nn/call.ipp>
#endif
