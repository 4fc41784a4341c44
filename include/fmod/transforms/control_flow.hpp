// fmod/transforms/control_flow.hpp: cond and while_loop: branches and loops whose types settle themselves
// SPDX-License-Identifier: MIT
//
// Plain `if` and `for` work under every transform; what these add is the type: a branch that is constant and one
// that is differentiated give one type, and a loop's variable starts at the level that its body returns.
#pragma once
#include <fmod/transforms/call.hpp>

namespace fm {
namespace transforms {

/// Every real leaf as a value of Ref's level.
template <class Ref, class Tree> auto at_level_of(Tree const& t) {
  return tree::map(
      [](auto const& leaf) {
        using L = std::remove_cvref_t<decltype(leaf)>;
        if constexpr (!Real<tower::element_t<L>>)
          return leaf;
        else
          return tower::lift<lifted_t<Ref, L>>(leaf);
      },
      t);
}
template <class Ref, class Tree> using at_level = decltype(at_level_of<Ref>(std::declval<Tree const&>()));

/// A leaf with the level at which a loop from Start settles: the highest among what it starts from, what it uses,
/// and what one run of Next on a start of that level returns (which may capture more).
template <class Next, class Start, class... Used> struct settled {
  using given = highest_leaf<Start, Used...>;
  using returned = decltype(std::declval<Next const&>()(std::declval<at_level<given, Start>>()));
  using type = highest_leaf<tower::rebind_t<given, double>, returned>;
};

template <class P> bool holds(P const& p) {
  static_assert(tower::Value<P>,
                "fmod: the condition of cond or while_loop must be a bool or a Tensor<bool> of one element");
  return static_cast<bool>(tower::value_of(p));
}

struct cond_function {
  /// f(x...) if the condition holds, else g(x...). Only the branch that is taken runs; derivatives are that branch's.
  ///
  /// The condition is a bool or a tensor of one element, as comparisons of boxes give. Both branches return trees of
  /// the same kind; what is of a lower level in one of them is lifted. For a choice element by element use fm::where.
  /// Throws: shape_error if the condition has more than one element.
  template <class P, class F, class G, class... X>
  auto operator()(P const& condition, F const& f, G const& g, X const&... x) const {
    using A = decltype(f(x...));
    using B = decltype(g(x...));
    using Ref = highest_leaf<A, B>;
    static_assert(
        std::is_same_v<at_level<Ref, A>, at_level<Ref, B>>,
        "fmod: cond: the two branches return different types; make them trees of the same structure and element types");
    if (holds(condition)) return at_level_of<Ref>(f(x...));
    return at_level_of<Ref>(g(x...));
  }
};

struct while_loop_function {
  /// carry = body(carry) as long as condition(carry) holds; the last carry.
  ///
  /// The number of steps may depend on differentiated values; derivatives are those of the steps that ran.
  /// Cost: reverse mode keeps what each step keeps. For a loop that converges, fm::fixed_point keeps nothing of it.
  /// Errors: a body that returns another structure or element type than it was given does not compile.
  template <class Condition, class Body, class Carry>
  auto operator()(Condition const& condition, Body const& body, Carry const& carry) const {
    using Ref = typename settled<Body, Carry>::type;
    auto now = at_level_of<Ref>(carry);
    using Next = decltype(at_level_of<Ref>(body(now)));
    static_assert(std::is_same_v<decltype(now), Next>,
                  "fmod: while_loop: the body must return what it was given: the same structure and element types");
    while (holds(condition(std::as_const(now)))) now = at_level_of<Ref>(body(std::as_const(now)));
    return now;
  }
};

}  // namespace transforms

inline constexpr transforms::cond_function cond{};
inline constexpr transforms::while_loop_function while_loop{};

}  // namespace fm
