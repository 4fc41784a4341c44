// fmod/tree/path_table.hpp: leaf_count, leaf_path: the paths of all leaves of a tree type, as one constant
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/tree/kind.hpp>

namespace fm::tree {
namespace detail {

// ---- shape: does the type fix the number of leaves (no vector, no optional)? how many, and how long can a path get?
template <class Names, class Parts> struct record_shape;
template <class T, kind K = kind_of<T>> struct shape : record_shape<names_of<T>, parts_of<T>> {};
template <class T> struct shape<T, kind::leaf> {
  static constexpr bool fixed = true;
  static constexpr std::size_t leaves = 1, longest = 0;
};
template <class T> struct shape<T, kind::none> {
  static constexpr bool fixed = true;
  static constexpr std::size_t leaves = 0, longest = 0;
};

template <fixed_string... N, class... T> struct record_shape<name_list<N...>, types<T...>> {
  static constexpr bool fixed = (shape<T>::fixed && ...);
  static constexpr std::size_t leaves = (shape<T>::leaves + ... + 0);
  static constexpr std::size_t longest = [] {
    std::size_t most = 0;
    ((most = N.size() + 1 + shape<T>::longest > most ? N.size() + 1 + shape<T>::longest : most), ...);
    return most;
  }();
};

template <class T, std::size_t N> struct shape<std::array<T, N>, kind::array> {
  static constexpr bool fixed = shape<T>::fixed;
  static constexpr std::size_t leaves = N * shape<T>::leaves, longest = shape<T>::longest + 1 + detail::digits(N);
};
template <class T> struct shape<T, kind::vector> {
  static constexpr bool fixed = false;
  static constexpr std::size_t longest = 21 + shape<typename T::value_type>::longest;
};
template <class T> struct shape<T, kind::foreign> : shape<std::vector<typename T::value_type>> {};
template <class T> struct shape<T, kind::optional> {
  static constexpr bool fixed = false;
  static constexpr std::size_t longest = shape<typename T::value_type>::longest;
};

// ---- a path grows in one buffer; every function gets (buffer, length so far)
constexpr std::size_t push(char* to, std::size_t n, std::string_view s) {
  if (n) to[n++] = '.';
  for (char c : s) to[n++] = c;
  return n;
}
constexpr std::size_t push(char* to, std::size_t n, std::size_t index) {
  if (n) to[n++] = '.';
  const std::size_t width = detail::digits(index);
  detail::write_number(to + n, index, width);
  return n + width;
}

// ---- sink(path) for every leaf of a fixed tree type
template <class T, class S> constexpr void walk(tag<T>, S& sink, char* b, std::size_t n);
template <fixed_string... N, class... T, class S>
constexpr void walk_parts(name_list<N...>, types<T...>, S& sink, char* b, std::size_t n) {
  (detail::walk(tag<T>{}, sink, b, detail::push(b, n, N.view())), ...);
}
template <class T, class S> constexpr void walk(tag<T>, S& sink, char* b, std::size_t n) {
  constexpr kind k = kind_of<T>;
  if constexpr (k == kind::leaf)
    sink(std::string_view(b, n));
  else if constexpr (detail::is_record(k))
    detail::walk_parts(names_of<T>{}, parts_of<T>{}, sink, b, n);
  else if constexpr (k == kind::array)
    for (std::size_t i = 0; i < std::tuple_size_v<T>; ++i)
      detail::walk(tag<typename T::value_type>{}, sink, b, detail::push(b, n, i));
}

// ---- the table: all paths one after the other, and where each ends
struct count_letters {
  std::size_t sum = 0;
  constexpr void operator()(std::string_view path) { sum += path.size(); }
};
template <class T> constexpr std::size_t letters() {
  count_letters s;
  char b[shape<T>::longest + 1]{};
  detail::walk(tag<T>{}, s, b, 0);
  return s.sum;
}
template <std::size_t Letters, std::size_t Leaves> struct paths_text {
  std::array<char, Letters + 1> text{};
  std::array<std::size_t, Leaves + 1> end{};
};
template <class Text> struct fill_text {
  Text r{};
  std::size_t leaf = 0, at = 0;
  constexpr void operator()(std::string_view path) {
    for (char c : path) r.text[at++] = c;
    r.end[++leaf] = at;
  }
};
template <class T> constexpr auto all_paths() {
  fill_text<paths_text<detail::letters<T>(), shape<T>::leaves>> s;
  char b[shape<T>::longest + 1]{};
  detail::walk(tag<T>{}, s, b, 0);
  return s.r;
}
template <class T> struct path_table {
  static constexpr auto all = detail::all_paths<T>();
  static constexpr std::string_view get(std::size_t i) {
    return {all.text.data() + all.end[i], all.end[i + 1] - all.end[i]};
  }
};

// ---- a name that is not in a dictionary, but further down in it: "weight" -> "fc1.weight"
template <class T> constexpr std::size_t ends_with(std::string_view s) {
  for (std::size_t i = 0; i < shape<T>::leaves; ++i) {
    const std::string_view p = path_table<T>::get(i);
    if (p.size() > s.size() && p[p.size() - s.size() - 1] == '.' && p.substr(p.size() - s.size()) == s) return i;
  }
  return npos;
}
template <class T, std::size_t I> struct at_leaf {
  using type = wrong::did_you_mean<wrong::show<detail::fixed<path_table<T>::get(I).size()>(path_table<T>::get(I))>>;
};
template <class T> struct at_leaf<T, npos> { using type = wrong::did_you_mean<>; };
template <class T, fixed_string N, bool Fixed = shape<T>::fixed> struct deeper {
  using type = typename at_leaf<T, detail::ends_with<T>(N.view())>::type;
};
template <class T, fixed_string N> struct deeper<T, N, false> { using type = wrong::did_you_mean<>; };

}  // namespace detail

/// Whether the type of a tree fixes its number of leaves: no vector and no optional in it.
template <class T> inline constexpr bool is_fixed = detail::shape<T>::fixed;

/// The number of leaves of a fixed tree type.
template <class T> inline constexpr std::size_t leaf_count = detail::shape<T>::leaves;

/// The dotted path of the i-th leaf of a fixed tree type; the view lives for ever.
template <class T> constexpr std::string_view leaf_path(std::size_t i) { return detail::path_table<T>::get(i); }

}  // namespace fm::tree
