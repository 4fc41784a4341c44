// fmod/transforms/scan.hpp: scan, a loop that carries a state over the rows of its inputs and stacks its outputs
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/transforms/checkpoint.hpp>
#include <fmod/transforms/control_flow.hpp>

namespace fm {

/// In place of inputs: the loop runs `count` times, and its function gets the number of the step, from 0.
struct Steps {
  int64_t first, count;
};
inline Steps steps(int64_t count) { return {0, count}; }

namespace transforms {

[[noreturn]] void scan_lengths_differ(std::string_view path, Shape const& shape, int64_t length);
[[noreturn]] void scan_without_steps();
int64_t square_root_up(int64_t n);

/// The rows of a tensor (chunk = 0), or pieces of that many rows. One op, so that its pullback is one stack of
/// cotangents; a slice for each row would make a cotangent of the whole tensor for each of them.
struct Unstack {
  static constexpr char const* name = "scan";
  int64_t chunk = 0;

  template <class X> auto operator()(X const& x) const { return apply_tree_op(*this, std::tuple<X>(x)); }
  template <class X> auto eval(X const& x) const {
    std::vector<X> parts;
    int64_t const n = tower::shape_of(x)[0];
    for (int64_t i = 0; i < n; i += chunk == 0 ? 1 : chunk)
      parts.push_back(chunk == 0 ? X(fm::index(x, i)) : X(fm::slice(x, 0, i, std::min(n, i + chunk))));
    return parts;
  }
  template <class X, class D> auto jvp(X const& x, D const& dx) const {
    return std::pair((*this)(std::get<0>(x)), (*this)(std::get<0>(dx)));
  }
  template <class X, class Rest> auto vjp(X const& active, Rest const&) const {
    auto const& x = std::get<0>(active);
    return std::pair((*this)(x), Linear<std::remove_cvref_t<decltype(x)>>{chunk, ghost_of(x)});
  }

 private:
  template <class X> struct Linear {
    int64_t chunk;
    tower::Ghost<X> like;
    template <class Ct> auto pull(Ct const& ct) const {
      if (ct.empty()) return std::tuple<X>(tower::full_like(like, 0));
      return std::tuple<X>(chunk == 0 ? X(fm::stack(0, ct)) : X(fm::concat(0, ct)));
    }
    template <class D> auto push(D const& dx) const { return Unstack{chunk}(std::get<0>(dx)); }
  };
};

/// A tree of Parts, read across.
template <class Tree> struct Pieces {
  Tree parts;
  auto operator[](int64_t i) const {
    return tree::map([i](auto const& p) { return p.parts[static_cast<std::size_t>(i)]; }, parts);
  }
};
template <class Tree> Pieces(Tree) -> Pieces<Tree>;
struct StepNumbers {
  int64_t first;
  int64_t operator[](int64_t i) const { return first + i; }
};
struct StepRanges {
  Steps all;
  int64_t chunk;
  Steps operator[](int64_t i) const { return {all.first + i * chunk, std::min(chunk, all.count - i * chunk)}; }
};
template <class Xs> auto pieces_of(Xs const& xs, Unstack unstack) {
  return Pieces{tree::map([unstack](auto const& x) { return Parts{unstack(x)}; }, xs)};
}
inline StepNumbers rows_of(Steps s) { return {s.first}; }
template <class Xs> auto rows_of(Xs const& xs) { return transforms::pieces_of(xs, Unstack{}); }
inline StepRanges chunks_of(Steps s, int64_t chunk) { return {s, chunk}; }
template <class Xs> auto chunks_of(Xs const& xs, int64_t chunk) { return transforms::pieces_of(xs, Unstack{chunk}); }

/// The number of rows that all leaves have.
inline int64_t length_of(Steps s) { return s.count; }
template <class Xs> int64_t length_of(Xs const& xs) {
  static_assert(tree::leaf_types<Xs>::size != 0,
                "fmod: scan: the inputs have no leaves, so no length; write fm::steps(n) for n steps without inputs");
  int64_t length = -1;
  tree::for_each_with_path(
      [&length](std::string_view path, auto const& x) {
        Shape const shape = tower::shape_of(x);
        if (shape.rank() == 0 || (length >= 0 && shape[0] != length)) scan_lengths_differ(path, shape, length);
        length = shape[0];
      },
      xs);
  return length;
}

/// One tree from many, leaf by leaf.
template <class Tree, class Join> auto joined_leaves(std::vector<Tree> const& trees, Join const& join) {
  auto columns = tree::map([](auto const& x) { return Parts{std::vector{x}}; }, trees.front());
  for (std::size_t i = 1; i < trees.size(); ++i)
    tree::for_each([](auto& column, auto const& x) { column.parts.push_back(x); }, columns, trees[i]);
  return tree::map([&join](auto const& column) { return join(column.parts); }, columns);
}

/// The loop: pair(last carry, joined outputs). `pieces[i]` is what step i gets.
template <class F, class Carry, class Pieces, class Join, class... Rest>
auto run_steps(F const& f, Carry const& carry, Pieces const& pieces, int64_t count, Join const& join,
               Rest const&... rest) {
  auto const next = [&](auto const& c) { return f(c, pieces[0], rest...).first; };
  using Ref = typename settled<decltype(next), Carry, decltype(pieces[0]), Rest...>::type;
  auto now = at_level_of<Ref>(carry);
  using Now = decltype(now);
  using Made = decltype(f(std::as_const(now), pieces[0], rest...));
  static_assert(is_pair<Made>,
                "fmod: scan: the function must return std::pair(next carry, output); fm::none for no output");
  static_assert(
      std::is_same_v<Now, at_level<Ref, typename Made::first_type>>,
      "fmod: scan: the function must return a carry like the one it was given: the same structure and element types "
      "(inside a vmap a mapped number is a tensor of shape (), so start from fm::scalar(h) instead of a number h)");
  using Y = typename Made::second_type;
  std::vector<Y> outputs;
  outputs.reserve(static_cast<std::size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    auto made = f(std::as_const(now), pieces[i], rest...);
    now = at_level_of<Ref>(std::move(made.first));
    outputs.push_back(std::move(made.second));
  }
  if constexpr (tree::leaf_types<Y>::size == 0) {
    return std::pair(std::move(now), Y());
  } else {
    if (outputs.empty()) scan_without_steps();
    return std::pair(std::move(now), joined_leaves(outputs, join));
  }
}

inline constexpr auto stack_rows = [](auto const& parts) { return fm::stack(0, parts); };
inline constexpr auto join_chunks = [](auto const& parts) { return fm::concat(0, parts); };

/// Several steps in one, which a checkpoint can run again.
template <class F> struct Segment {
  F f;
  template <class Carry, class Xs, class... Rest>
  auto operator()(Carry const& carry, Xs const& xs, Rest const&... rest) const {
    return run_steps(f, carry, rows_of(xs), length_of(xs), stack_rows, rest...);
  }
};

struct scan_function {
  template <class F, class Carry, class Xs, class... Rest>
  auto operator()(F const& f, Carry const& carry, Xs const& xs, Rest const&... rest) const {
    return Segment<F>{f}(carry, xs, rest...);
  }
};
struct scan_checkpointed_function {
  template <class F, class Carry, class Xs, class... Rest>
  auto operator()(F const& f, Carry const& carry, Xs const& xs, Rest const&... rest) const {
    int64_t const n = length_of(xs), chunk = square_root_up(n);
    return run_steps(fm::checkpoint(Segment<F>{f}), carry, chunks_of(xs, chunk), (n + chunk - 1) / chunk, join_chunks,
                     rest...);
  }
};

}  // namespace transforms

/// A loop with a state: (carry, y) = f(carry, x, rest...) for each row x of xs; pair(last carry, ys).
///
/// xs is a tree of tensors with leading axes of one length n; fm::steps(n) instead gives f the number of the step,
/// from 0. The outputs are stacked along a new leading axis, fm::none for no output. Further arguments go to every
/// step unchanged.
///
/// The carry starts at the level that the loop needs: no fm::lift is necessary.
/// Edges:  no steps give the carry back; then there must be no outputs, either (value_error: their shape is not known).
/// Throws: shape_error if lengths differ.
/// Cost:   n times f. Reverse mode keeps what all steps keep; see scan_checkpointed.
inline constexpr transforms::scan_function scan{};

/// scan whose reverse sweep keeps about 2 sqrt(n) steps instead of n, and runs each step once more.
///
/// What is differentiated must be given as arguments: carry, xs or rest.
/// Source: Griewank, Achieving logarithmic growth of temporal and spatial complexity in reverse automatic
///         differentiation, 1992.
inline constexpr transforms::scan_checkpointed_function scan_checkpointed{};

}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/transforms/scan.ipp>
#endif
