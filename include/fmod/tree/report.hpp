// fmod/tree/report.hpp: run-time errors of trees: lengths and indices, with the numbers and the path
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include <fmod/error.hpp>

namespace fm::tree::detail {

inline std::string quoted(std::string_view path) {
  if (path.empty()) return "the top of the tree";
  std::string text("\"");
  text.append(path).append("\"");  // not by +, where g++ 12 sees an overlap that is none
  return text;
}
[[noreturn]] inline void index_past_end(std::string_view path, std::size_t index, std::size_t size) {
  throw fm::name_error("dict: index past the end: path " + quoted(path) + " has index " + std::to_string(index) +
                       ", the sequence there has size " + std::to_string(size) +
                       (size ? "; the last index is " + std::to_string(size - 1) : "; it is empty"));
}
[[noreturn]] inline void nothing_there(std::string_view path) {
  throw fm::name_error("dict: optional is empty: path " + quoted(path) + " goes through it; set it first");
}
[[noreturn]] inline void lengths_differ(std::string_view path, std::size_t first, std::size_t other) {
  throw fm::shape_error("tree: lengths differ at " + quoted(path) + ": first tree has " + std::to_string(first) +
                        " elements, another has " + std::to_string(other) + "; all trees need the same structure");
}
[[noreturn]] inline void sizes_differ(std::string_view path, std::array<std::size_t, 2> first,
                                      std::array<std::size_t, 2> other) {
  auto const text = [](std::array<std::size_t, 2> s) { return std::to_string(s[0]) + " x " + std::to_string(s[1]); };
  throw fm::shape_error("tree: sizes differ at " + quoted(path) + ": first tree has " + text(first) +
                        " elements, another has " + text(other) + "; all trees need the same structure");
}
[[noreturn]] inline void only_some_set(std::string_view path, bool first) {
  throw fm::shape_error("tree: optionals differ at " + quoted(path) + ": first tree " +
                        (first ? "has a value, another is empty" : "is empty, another has a value") +
                        "; all trees need the same structure");
}
[[noreturn]] inline void no_leaves() {
  throw fm::value_error(
      "tree::reduce: tree without leaves: the result has another type than init and there is no leaf "
      "to make it from; give init the type of the result");
}

}  // namespace fm::tree::detail
