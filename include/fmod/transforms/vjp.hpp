// fmod/transforms/vjp.hpp: vjp and linearize: a function recorded once, and its linear map in either direction
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/transforms/linear_map.hpp>

namespace fm {
namespace transforms {

template <class Frame, class Y> auto output_ports(Y const& y) {
  return tree::map(
      [](auto const& leaf) {
        using L = std::remove_cvref_t<decltype(leaf)>;
        if constexpr (is_ours<Frame, L>())
          return Port<typename tower::box<L>::below>{leaf.link(), ghost_of(leaf.primal())};
        else if constexpr (tower::Value<L>)
          return Unconnected<L>{ghost_of(leaf)};
        else
          return zero;
      },
      y);
}

/// Calls f on inputs of a tape that is kept. X is a tuple of arguments; with one argument the ports are a tree, not a tuple.
template <bool Several, bool Aux, class F, class... X, class... C>
auto record(F const& f, std::tuple<X...> const& x, C const&... constants) {
  using Ref = highest_leaf<std::remove_cvref_t<X>..., C...>;
  using Frame = tower::frame_of<F, tower::mode::kept, Ref>;
  tower::Tape::Handle tape = tower::Tape::open();
  auto const inputs = std::apply(
      [&](auto const&... a) {
        return std::tuple<decltype(make_inputs<Frame, Ref>(*tape, a))...>{make_inputs<Frame, Ref>(*tape, a)...};
      },
      x);
  tape->fence();
  auto const result = std::apply(
      [&](auto const&... a) {
        return std::apply([&](auto const&... c) { return f(a..., c...); }, without_capturing(constants...));
      },
      inputs);
  auto const& y = [&]() -> auto const& {
    if constexpr (Aux) {
      static_assert(is_pair<std::remove_cvref_t<decltype(result)>>,
                    "fmod: with fm::has_aux the function must return std::pair(value, aux)");
      return result.first;
    } else {
      return result;
    }
  }
  ();
  check_recorded_on<Frame>(*tape, y);
  tape->close();
  auto in = [&] {
    if constexpr (Several)
      return ports_of(inputs);
    else
      return ports_of(std::get<0>(inputs));
  }();
  auto out = output_ports<Frame>(y);
  using R = Record<decltype(in), decltype(out), Frame::level>;
  Shared<R> kept(R{std::move(tape), std::move(in), std::move(out)});
  if constexpr (Aux)
    return std::tuple(strip<Frame>(y), std::move(kept), strip<Frame>(result.second));
  else
    return std::tuple(strip<Frame>(y), std::move(kept));
}
template <class F, class X, class... C> auto record_of(F const& f, X const& x, C const&... constants) {
  check_generic<F>();
  constexpr bool aux = (std::is_same_v<C, HasAux> || ...);
  // fm::has_aux stands among the constants; it is not passed on.
  auto const run = [&](auto const&... c) {
    if constexpr (is_args<X>)
      return record<true, aux>(f, x.values, c...);
    else
      return record<false, aux>(f, std::tie(x), c...);
  };
  [[maybe_unused]] auto const keep = [](auto const& c) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(c)>, HasAux>)
      return std::tuple<>();
    else
      return std::tie(c);
  };
  return std::apply(run, std::tuple_cat(keep(constants)...));
}

template <class S> struct record_type_;
template <class R> struct record_type_<Shared<R>> { using type = R; };
template <class S> using record_type = typename record_type_<S>::type;

template <direction D, class Recorded> auto with_map(Recorded&& r) {
  using R = record_type<std::tuple_element_t<1, std::remove_cvref_t<Recorded>>>;
  LinearMap<R, D> map(std::get<1>(r));
  if constexpr (std::tuple_size_v<std::remove_cvref_t<Recorded>> == 3)
    return std::tuple(std::get<0>(r), std::move(map), std::get<2>(r));
  else
    return std::pair(std::get<0>(r), std::move(map));
}

}  // namespace transforms

/// pair(f(x), pullback): pullback(ct) is the vector-Jacobian product, a tree like x (a tuple of trees for fm::args).
///
/// The pullback is const: it may be called any number of times, from several threads, with boxes of outer transforms, and
/// is itself differentiable by its cotangent. Leaves of ct may be fm::zero.
/// With fm::has_aux among the further arguments, f returns pair(value, aux), and the result is (value, pullback, aux).
///
/// Cost: f once; a pullback one to three times f. Keeps what the rules of f's ops read until the pullback dies.
struct vjp_function {
  template <class F, class X, class... C> auto operator()(F const& f, X const& x, C const&... constants) const {
    return transforms::with_map<transforms::direction::pull>(transforms::record_of(f, x, constants...));
  }
};
inline constexpr vjp_function vjp{};

/// pair(f(x), pushforward): pushforward(dx) is the Jacobian-vector product at x, without running f again.
struct linearize_function {
  template <class F, class X, class... C> auto operator()(F const& f, X const& x, C const&... constants) const {
    return transforms::with_map<transforms::direction::push>(transforms::record_of(f, x, constants...));
  }
};
inline constexpr linearize_function linearize{};

}  // namespace fm
