// fmod/tree/print.hpp: operator<< for dictionaries, one line per name; tensors by their shape
// SPDX-License-Identifier: MIT
#pragma once
#include <iosfwd>

#include <fmod/tree/dict.hpp>

namespace fm {
namespace tree::detail {

template <class S, class T> void print(S& os, const T& value, int indent);
template <class S, class T> void print_part(S& os, std::string_view name, const T& value, int indent) {
  os.put('\n');
  for (int i = 0; i < indent; ++i) os.write("  ", 2);
  os.write(name.data(), static_cast<std::ptrdiff_t>(name.size()));
  os.write(": ", 2);
  detail::print(os, value, indent + 1);
}
template <class S, class T, std::size_t... I>
void print_parts(S& os, const T& value, int indent, std::index_sequence<I...>) {
  (detail::print_part(os, names_of<T>::view[I], record<T>::template get<I>(value), indent), ...);
}
template <class S, class T> void print(S& os, const T& value, [[maybe_unused]] int indent) {
  constexpr kind k = kind_of<T>;
  if constexpr (k == kind::none) {
    os.write("none", 4);
  } else if constexpr (detail::is_record(k)) {
    if constexpr (size_of<T> == 0)
      os.write("{}", 2);
    else
      detail::print_parts(os, value, indent, indices_of<T>{});
  } else if constexpr (detail::is_sequence(k)) {
    if (value.size() == 0) os.write("[]", 2);
    char number[24];
    for (std::size_t i = 0; i < value.size(); ++i)
      detail::print_part(os, {number, detail::push(number, 0, i)}, value[i], indent);
  } else if constexpr (k == kind::optional) {
    if (value)
      detail::print(os, *value, indent);
    else
      os.write("empty", 5);
  } else if constexpr (requires { value.shape().begin(); }) {
    os.put('(');
    const char* separator = "";
    for (const auto& n : value.shape()) os << separator << n, separator = ", ";
    os.put(')');
  } else if constexpr (requires { os << value; }) {
    os << value;
  } else {
    os.put('?');
  }
}

}  // namespace tree::detail

/// Prints a dictionary, one line per name, nested by indentation. Leaves with a shape() are printed as their shape.
template <class Traits, fixed_string... N, class... T>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& os, const Dict<Field<N, T>...>& d) {
  tree::detail::print(os, d, 0);
  return os;
}

}  // namespace fm
