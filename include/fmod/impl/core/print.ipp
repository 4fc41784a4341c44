// fmod/impl/core/print.ipp: tensors as text
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/core/tensor.hpp>

#include <charconv>
#include <ostream>
#include <string>

namespace fm::detail {

// Numbers as a stream of this precision would write them, in any locale.
template <class S> void append_number(std::string& text, S value, int precision) {
  if constexpr (std::is_same_v<S, bool>) {
    text += value ? "true" : "false";
  } else {
    char digits[64];
    std::to_chars_result end{};
    if constexpr (Real<S>)
      end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, precision);
    else
      end = std::to_chars(digits, digits + sizeof digits, value);
    text.append(digits, end.ptr);
  }
}

// An axis of more than `longest` sizes shows `edge` of them at each end.
inline constexpr int64_t longest = 10, edge = 4;

// `separate` is what stands between two rows: a space, or a line end and the indentation so far.
template <class S>
void append_nested(std::string& text, S const* x, Shape const& shape, int axis, int precision, bool lines) {
  if (axis == shape.rank()) return append_number(text, *x, precision);
  int64_t const n = shape[axis], stride = Shape(shape.begin() + axis + 1, shape.end()).size();
  std::string separator = ", ";
  if (lines && axis + 1 < shape.rank()) {
    separator = "," + std::string(static_cast<std::size_t>(shape.rank() - axis - 1), '\n');
    separator += std::string(static_cast<std::size_t>(axis + 1), ' ');
  }
  text += '[';
  for (int64_t i = 0; i < n; ++i) {
    if (i > 0) text += separator;
    if (n > longest && i == edge) {
      text += "..." + separator;
      i = n - edge;
    }
    append_nested(text, x + i * stride, shape, axis + 1, precision, lines);
  }
  text += ']';
}

}  // namespace fm::detail

namespace fm {

template <Element S> std::ostream& operator<<(std::ostream& os, Tensor<S> const& t) {
  int const precision = os.precision() <= 0 ? 6 : static_cast<int>(os.precision() < 40 ? os.precision() : 40);
  bool abridged = false;
  for (int64_t n : t.shape()) abridged |= n > detail::longest;
  std::string text;
  detail::append_nested(text, t.data(), t.shape(), 0, precision, false);
  bool const lines = t.rank() > 1 && text.size() > 80;
  if (lines) {
    text.clear();
    detail::append_nested(text, t.data(), t.shape(), 0, precision, true);
  }
  if (!std::is_same_v<S, double> || abridged || lines || t.size() == 0) {
    text += ' ';
    text += type_name<S>();
    text += to_string(t.shape());
  }
  return os << text;
}

}  // namespace fm
