// fmod/transforms/control_flow.hpp: cond and while_loop: branches and loops whose types settle themselves
// SPDX-License-Identifier: MIT
//
// Plain `if` and `for` work under every transform; what these add is the type: a branch that is constant and one
// that is differentiated give one type, and a loop's variable starts at the level that its body returns. Under a
// vmap, where a condition may differ from lane to lane, they do what `if` and `while` cannot.
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

// ---- a condition that differs from lane to lane of a vmap
template <class P>
inline constexpr bool differs_by_lane = [] {
  if constexpr (tower::is_batched<P>)
    return tower::box<P>::frame::kind == tower::mode::lanes || differs_by_lane<typename tower::box<P>::below>;
  else
    return false;
}();
template <class P> bool holds_in_any_lane(P const& p) {
  if constexpr (tower::is_batched<P>)
    return holds_in_any_lane(p.stored());
  else
    return static_cast<bool>(fm::any(p));
}
[[noreturn]] void condition_not_single(Shape const& shape);
/// The condition with shape (), so that it chooses whole leaves.
template <class P> P checked_condition(P const& p) {
  if constexpr (tower::is_scalar<P>) {
    return p;
  } else {
    if (tower::shape_of(p).size() != 1) condition_not_single(tower::shape_of(p));
    return fm::reshape(p, Shape{});
  }
}
/// In each lane yes or no, by the condition.
template <class P, class Tree> auto choose(P const& condition, Tree const& yes, Tree const& no) {
  return tree::map(
      [&condition](auto const& a, auto const& b) {
        if constexpr (tower::is_scalar<std::remove_cvref_t<decltype(a)>> && !tower::is_scalar<P>)
          return fm::where(tower::as_number<bool>(condition), a, b);
        else
          return fm::where(condition, a, b);
      },
      yes, no);
}

/// The boxes of Ref, and those of P, which are all Batched.
template <class P, class Ref> struct boxes_of_both { using type = Ref; };
template <class P, class Ref>
requires(tower::is_box<P>&& tower::level_of<P> > tower::level_of<Ref>) struct boxes_of_both<P, Ref> {
  using type = typename tower::box<P>::template over<typename boxes_of_both<typename tower::box<P>::below, Ref>::type>;
};
template <class P, class Ref>
requires(tower::is_box<P>&& tower::level_of<P> <= tower::level_of<Ref>) struct boxes_of_both<P, Ref> {
  using rest = std::conditional_t<tower::level_of<P> == tower::level_of<Ref>, typename tower::box<P>::below, P>;
  using type =
      typename tower::box<Ref>::template over<typename boxes_of_both<rest, typename tower::box<Ref>::below>::type>;
};
/// Every leaf of t as a value that may differ wherever the condition does; numbers that carry no derivative, too.
template <class P, class Ref, class Tree> auto with_lanes_of_condition(Tree const& t) {
  return tree::map(
      [](auto const& leaf) {
        using L = std::remove_cvref_t<decltype(leaf)>;
        if constexpr (Real<tower::element_t<L>>)
          return tower::lift<lifted_t<typename boxes_of_both<P, Ref>::type, L>>(leaf);
        else
          return tower::lift<tower::rebind_t<typename boxes_of_both<P, L>::type, tower::base_t<L>>>(leaf);
      },
      t);
}

struct cond_function {
  /// f(x...) if the condition holds, else g(x...). Only the branch that is taken runs; derivatives are that branch's.
  ///
  /// The condition is a bool or a tensor of one element, as comparisons of boxes give. Both branches return trees of
  /// the same kind; what is of a lower level in one of them is lifted. For a choice element by element use fm::where.
  /// Under vmap, on a condition that may differ from lane to lane, both branches run, and each lane takes its own.
  /// Throws: shape_error if the condition has more than one element.
  template <class P, class F, class G, class... X>
  auto operator()(P const& condition, F const& f, G const& g, X const&... x) const {
    using A = decltype(f(x...));
    using B = decltype(g(x...));
    using Ref = highest_leaf<A, B>;
    static_assert(
        std::is_same_v<at_level<Ref, A>, at_level<Ref, B>>,
        "fmod: cond: the two branches return different types; make them trees of the same structure and element types");
    if constexpr (differs_by_lane<P>) {
      return choose(checked_condition(condition), at_level_of<Ref>(f(x...)), at_level_of<Ref>(g(x...)));
    } else {
      if (holds(condition)) return at_level_of<Ref>(f(x...));
      return at_level_of<Ref>(g(x...));
    }
  }
};

struct while_loop_function {
  /// carry = body(carry) as long as condition(carry) holds; the last carry.
  ///
  /// The number of steps may depend on differentiated values; derivatives are those of the steps that ran.
  /// Under vmap, with a condition that may differ from lane to lane, the loop goes on until it holds in none; a lane that
  /// has ended keeps its carry, although the body still runs on it.
  /// Cost: reverse mode keeps what each step keeps. For a loop that converges, fm::fixed_point keeps nothing of it.
  /// Errors: a body that returns another structure or element type than it was given does not compile.
  template <class Condition, class Body, class Carry>
  auto operator()(Condition const& condition, Body const& body, Carry const& carry) const {
    using Ref = typename settled<Body, Carry>::type;
    auto now = at_level_of<Ref>(carry);
    using P = decltype(condition(std::as_const(now)));
    if constexpr (differs_by_lane<P>) {
      return over_lanes(condition, body, with_lanes_of_condition<P, Ref>(now));
    } else {
      check_carry<Ref, decltype(now), decltype(body(now))>();
      while (holds(condition(std::as_const(now)))) now = at_level_of<Ref>(body(std::as_const(now)));
      return now;
    }
  }

 private:
  template <class Ref, class Now, class Next> static constexpr void check_carry() {
    static_assert(std::is_same_v<Now, at_level<Ref, Next>>,
                  "fmod: while_loop: the body must return what it was given: the same structure and element types "
                  "(inside a vmap a mapped number is a tensor of shape (), so start from fm::scalar(h) instead of a "
                  "number h)");
  }
  template <class Condition, class Body, class Now>
  static auto over_lanes(Condition const& condition, Body const& body, Now now) {
    using Ref = highest_leaf<tower::rebind_t<highest_in<Now>, double>>;
    using P = decltype(condition(std::as_const(now)));
    auto const next = [&] { return with_lanes_of_condition<P, Ref>(body(std::as_const(now))); };
    check_carry<Ref, Now, decltype(next())>();
    for (;;) {
      P const goes_on = checked_condition(condition(std::as_const(now)));
      if (!holds_in_any_lane(goes_on)) return now;
      now = choose(goes_on, next(), now);
    }
  }
};

}  // namespace transforms

inline constexpr transforms::cond_function cond{};
inline constexpr transforms::while_loop_function while_loop{};

}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/transforms/control_flow.ipp>
#endif
