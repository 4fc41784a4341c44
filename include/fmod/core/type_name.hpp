// fmod/core/type_name.hpp: element types of tensors and their names in messages
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <type_traits>

namespace fm {

/// The types that an element of a tensor can have.
template <class S>
concept Element = std::is_same_v<S, float> || std::is_same_v<S, double> || std::is_same_v<S, std::int64_t> ||
    std::is_same_v<S, std::uint32_t> || std::is_same_v<S, bool>;
/// The element types that carry derivatives.
template <class S> concept Real = std::is_same_v<S, float> || std::is_same_v<S, double>;

template <class S> constexpr char const* type_name() {
  if constexpr (std::is_same_v<S, float>)
    return "float";
  else if constexpr (std::is_same_v<S, double>)
    return "double";
  else if constexpr (std::is_same_v<S, bool>)
    return "bool";
  else if constexpr (std::is_same_v<S, std::int64_t>)
    return "int64";
  else if constexpr (std::is_same_v<S, std::uint32_t>)
    return "uint32";
  else
    return "?";
}

}  // namespace fm
