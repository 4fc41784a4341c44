// fmod/transforms/checkpoint.hpp: checkpoint, a function that the reverse sweep runs again instead of recording it
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/transforms/jvp.hpp>
#include <fmod/transforms/pull_back.hpp>

namespace fm {
namespace transforms {

/// The derivatives of f as functions of all that they depend on, so that they can be checkpointed themselves: a
/// sweep of an outer level then keeps their arguments only, too.
template <class F> struct PushforwardOf {
  F f;
  template <class X, class D> auto operator()(X const& x, D const& dx) const { return transforms::jvp(f, x, dx); }
};
template <class F> struct PullbackOf {
  F f;
  template <class Active, class Rest, class Ct>
  auto operator()(Active const& active, Rest const& rest, Ct const& ct) const {
    auto const g = [this](auto const& a, auto const& r) { return std::apply(f, tree::combine(a, r)); };
    return pull_back(g, active, ct, rest);
  }
};

template <class F> struct Checkpoint {
  static constexpr char const* name = "checkpoint";
  static constexpr bool has_no_rule = true;  // Taylor series go through f itself
  F f;

  template <class... X> auto operator()(X const&... x) const { return apply_tree_op(*this, std::tuple<X...>(x...)); }
  template <class... X> auto eval(X const&... x) const { return f(x...); }
  template <class X, class D> auto jvp(X const& x, D const& dx) const {
    return Checkpoint<PushforwardOf<F>>{{f}}(x, dx);
  }
  template <class Active, class Rest> auto vjp(Active const& active, Rest const& rest) const {
    return std::pair(std::apply(*this, tree::combine(active, rest)), Again<Active, Rest>{f, active, rest});
  }

 private:
  template <class Active, class Rest> struct Again {
    F f;
    Active active;
    Rest rest;
    template <class Ct> auto pull(Ct const& ct) const { return Checkpoint<PullbackOf<F>>{{f}}(active, rest, ct); }
    template <class D> auto push(D const& d) const {
      auto const dx = tree::combine(d, tree::map([](auto const&) { return zero; }, rest));
      return Checkpoint<PushforwardOf<F>>{{f}}(tree::combine(active, rest), dx).second;
    }
  };
};

}  // namespace transforms

/// f, with less memory: a reverse sweep keeps its arguments only and runs f again when it gets there. Values and
/// derivatives are f's, in every mode and nesting; a sweep of an outer level keeps only the arguments as well.
///
/// f must be given all that is differentiated as arguments: `fm::checkpoint(layer)(params, x)`.
///
/// Cost:   one more run of f for each reverse sweep. Forward mode costs the same as without.
/// Errors: a function that uses a differentiated value that is not among its arguments does not compile.
/// Source: Griewank, Walther, Revolve, 2000.
template <class F> auto checkpoint(F f) { return transforms::Checkpoint<F>{std::move(f)}; }

}  // namespace fm
