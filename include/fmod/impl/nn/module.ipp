// fmod/impl/nn/module.ipp: first values, errors and the summary of modules
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/nn/module.hpp>

#include <algorithm>
#include <string>

namespace fm::nn::detail {

FM_INLINE std::string at_name(std::string_view path) { return path.empty() ? std::string() : std::string(path) + ": "; }

FM_INLINE void parameter_shape_differs(std::string_view path, Shape const& given, Shape const& want) {
  std::string hint = "; fm::summary(model) lists all shapes";
  if (given.rank() == want.rank() + 1 && Shape(given.begin() + 1, given.end()) == want)
    hint = "; a leading axis of models (an ensemble) is mapped with fm::vmap";
  else if (given.rank() == 2 && want.rank() == 2 && given[0] == want[1] && given[1] == want[0])
    hint = "; it looks transposed, fm::transpose(w) exchanges the axes";
  throw shape_error(at_name(path) + "is " + to_string(given) + ", the model says " + to_string(want) + hint);
}
FM_INLINE void parameters_have_other_lengths(char const* what) {
  throw shape_error(
      std::string("functional_call: the parameters have not as many layers as the model (the first tree): ") + what);
}

inline std::uint64_t path_hash(std::string_view path) {  // FNV-1a
  std::uint64_t h = 14695981039346656037u;
  for (char c : path) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return h;
}
template <Element S>
Tensor<S> initialize(Initializer const& initializer, std::string_view path, Tensor<std::uint32_t> const& key,
                     Shape const& shape) {
  try {
    return initializer.template operator()<S>(random::fold_in(key, path_hash(path)), shape);
  } catch (shape_error const& e) {
    throw shape_error(at_name(path) + e.what());
  }
}

FM_INLINE void Table::row(std::string_view path, Shape const& shape, bool is_buffer) {
  rows_.push_back(
      {path.empty() ? "(value)" : std::string(path), to_string(shape), std::to_string(shape.size()), is_buffer});
  (is_buffer ? buffers_ : parameters_) += shape.size();
}
FM_INLINE std::string Table::text() const {
  std::size_t name = 5, shape = 5, count = std::max<std::size_t>(5, std::to_string(parameters_).size());
  for (Row const& r : rows_) {
    name = std::max(name, r.path.size());
    shape = std::max(shape, r.shape.size());
    count = std::max(count, r.count.size());
  }
  std::string text;
  auto const line = [&](std::string const& a, std::string const& b, std::string const& c, bool is_buffer) {
    text += a + std::string(name - a.size() + 2, ' ') + b + std::string(shape - b.size() + 2, ' ') +
            std::string(count - c.size(), ' ') + c;
    text += is_buffer ? "  buffer\n" : "\n";
  };
  line("name", "shape", "count", false);
  for (Row const& r : rows_) line(r.path, r.shape, r.count, r.is_buffer);
  line("total", "", std::to_string(parameters_), false);
  return text;
}

}  // namespace fm::nn::detail
