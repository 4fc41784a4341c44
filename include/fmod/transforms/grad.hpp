// fmod/transforms/grad.hpp: grad and value_and_grad of scalar functions; the tape is consumed by its only sweep
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/transforms/call.hpp>

namespace fm {
namespace transforms {

/// Where the cotangent of a leaf is found, and what it looks like if there is none.
template <class T> struct Port {
  tower::Link<T> link;
  tower::Ghost<T> like;

  auto cotangent(tower::Sweep& s) const {
    if (link.live() && link.has(s)) return T(link.get(s));
    return tower::full_like(like, 0);
  }
};
template <class T> tower::Ghost<T> ghost_of(T const& x) {
  if constexpr (tower::is_scalar<T>)
    return {};
  else
    return {tower::shape_of(x)};
}

/// x as inputs of a tape, at the level of Frame.
template <class Frame, class Ref, class X> auto make_inputs(tower::Tape& tape, X const& x) {
  return tree::map(
      [&tape](auto const& leaf) {
        using L = std::remove_cvref_t<decltype(leaf)>;
        check_real<L>(nullptr);
        using T = lifted_t<Ref, L>;
        return tower::Var<T, Frame>(tower::lift<T>(leaf), tower::make_input<T>(tape));
      },
      x);
}
template <class Inputs> auto ports_of(Inputs const& inputs) {
  return tree::map(
      [](auto const& v) {
        using T = typename tower::box<std::remove_cvref_t<decltype(v)>>::below;
        return Port<T>{v.link(), ghost_of<T>(v.primal())};
      },
      inputs);
}
template <class Ports> auto cotangents(Ports const& ports, tower::Sweep& s) {
  return tree::map([&s](auto const& port) { return port.cotangent(s); }, ports);
}

/// Refuses a result that an earlier call of the same function recorded: its node is not on this tape. Asked before the tape closes.
template <class Frame, class Y> void check_recorded_on(tower::Tape const& tape, Y const& y) {
  tree::for_each(
      [&tape](auto const& leaf) {
        if constexpr (is_ours<Frame, std::remove_cvref_t<decltype(leaf)>>()) {
          if (leaf.link().live() && &leaf.link().owner() != &tape) tower::stamps_differ();
        }
      },
      y);
}

template <std::size_t I, std::size_t... Argnums> inline constexpr bool is_among = ((I == Argnums) || ...);

/// One argument of the function: a tree of Vars if it is differentiated, else itself.
template <class Frame, class Ref, bool Differentiated, class X>
decltype(auto) make_argument(tower::Tape& tape, X const& x) {
  if constexpr (Differentiated)
    return make_inputs<Frame, Ref>(tape, x);
  else
    return (x);
}

template <class F, bool Value, bool Aux, std::size_t... Argnums> struct GradOf {
  F f;

  template <class... A> auto operator()(A const&... a) const {
    check_generic<F>();
    constexpr std::size_t count = std::tuple_size_v<decltype(without_capturing(a...))>;
    static_assert(((Argnums < count) && ...), "fmod: grad: an argument number is past the last argument");
    return call(std::make_index_sequence<count>{}, without_capturing(a...),
                static_cast<highest_leaf<A...> const*>(nullptr));
  }

 private:
  template <std::size_t... I, class Arguments, class Ref>
  auto call(std::index_sequence<I...>, Arguments const& a, Ref const*) const {
    using Frame = tower::frame_of<F, tower::mode::once, Ref>;
    tower::Tape::Handle const tape = tower::Tape::open();
    auto const inputs = std::tuple<decltype(make_inputs<Frame, Ref>(*tape, std::get<Argnums>(a)))...>{
        make_inputs<Frame, Ref>(*tape, std::get<Argnums>(a))...};
    std::size_t const input_nodes = tape->fence();
    auto const result = f(pick<I>(inputs, a)...);
    auto const& y = primary(result);
    check_recorded_on<Frame>(*tape, y);
    tape->close();
    using Y = std::remove_cvref_t<decltype(y)>;
    static_assert(
        tower::Value<Y>,
        "fmod: grad: the function must return one number or tensor of shape (); use fm::vjp or fm::jacrev for "
        "functions that return a tree, fm::has_aux for extra results");
    static_assert(Real<tower::element_t<Y>>,
                  "fmod: grad: the function returned an integer or bool, which has no derivative");
    if (tower::shape_of(y).rank() != 0) not_a_scalar(Value ? "value_and_grad" : "grad", tower::shape_of(y));
    auto const ports = std::make_tuple(ports_of(input<Argnums>(inputs))...);
    tower::Sweep sweep(*tape);
    if constexpr (is_ours<Frame, Y>()) {
      if (y.link().live()) {
        y.link().add(sweep, tower::full_like(y.primal(), 1));
        sweep.pull_and_drop(*tape, input_nodes);
      }
    }
    auto gradients = [&] {
      if constexpr (sizeof...(Argnums) == 1)
        return cotangents(std::get<0>(ports), sweep);
      else
        return std::apply(
            [&](auto const&... p) { return std::tuple<decltype(cotangents(p, sweep))...>(cotangents(p, sweep)...); },
            ports);
    }();
    if constexpr (Aux && Value)
      return std::pair(std::pair(strip<Frame>(y), strip<Frame>(result.second)), std::move(gradients));
    else if constexpr (Aux)
      return std::pair(std::move(gradients), strip<Frame>(result.second));
    else if constexpr (Value)
      return std::pair(strip<Frame>(y), std::move(gradients));
    else
      return gradients;
  }

  static constexpr std::size_t position(std::size_t argument) {
    std::size_t const numbers[] = {Argnums...};
    std::size_t i = 0;
    while (numbers[i] != argument) ++i;
    return i;
  }
  template <std::size_t N, class Inputs> static auto const& input(Inputs const& inputs) {
    return std::get<position(N)>(inputs);
  }
  template <std::size_t I, class Inputs, class Arguments>
  static auto const& pick(Inputs const& inputs, Arguments const& a) {
    if constexpr (is_among<I, Argnums...>)
      return input<I>(inputs);
    else
      return std::get<I>(a);
  }
  template <class Result> static auto const& primary(Result const& result) {
    if constexpr (Aux) {
      static_assert(is_pair<Result>, "fmod: with fm::has_aux the function must return std::pair(value, aux)");
      return result.first;
    } else {
      return result;
    }
  }
};

}  // namespace transforms

/// Gradient of a scalar function, as a function of the same arguments.
///
/// grad(f)(x, rest...) is a tree like x; grad<1>(f) differentiates by argument 1; grad<0, 2>(f) gives a tuple of two. Arguments
/// that are not differentiated pass through. grad(f, fm::has_aux) for f that returns pair(value, aux) gives pair(gradient, aux).
///
/// Throws: shape_error if f's result is not of shape (). Cost: two to four times f; keeps what the rules of f's ops read.
template <std::size_t... Argnums, class F> auto grad(F f) {
  if constexpr (sizeof...(Argnums) == 0)
    return transforms::GradOf<F, false, false, 0>{std::move(f)};
  else
    return transforms::GradOf<F, false, false, Argnums...>{std::move(f)};
}
template <std::size_t... Argnums, class F> auto grad(F f, HasAux) {
  if constexpr (sizeof...(Argnums) == 0)
    return transforms::GradOf<F, false, true, 0>{std::move(f)};
  else
    return transforms::GradOf<F, false, true, Argnums...>{std::move(f)};
}
/// pair(f(x), gradient); with fm::has_aux pair(pair(value, aux), gradient).
template <std::size_t... Argnums, class F> auto value_and_grad(F f) {
  if constexpr (sizeof...(Argnums) == 0)
    return transforms::GradOf<F, true, false, 0>{std::move(f)};
  else
    return transforms::GradOf<F, true, false, Argnums...>{std::move(f)};
}
template <std::size_t... Argnums, class F> auto value_and_grad(F f, HasAux) {
  if constexpr (sizeof...(Argnums) == 0)
    return transforms::GradOf<F, true, true, 0>{std::move(f)};
  else
    return transforms::GradOf<F, true, true, Argnums...>{std::move(f)};
}

}  // namespace fm
