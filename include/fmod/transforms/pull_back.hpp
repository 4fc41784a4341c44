// fmod/transforms/pull_back.hpp: pull_back, one application of a pullback whose record is not kept
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/transforms/mapped.hpp>

namespace fm::transforms {

/// The vector-Jacobian product of y = f(x, rest...) by x, for ct like y (rest may end with fm::capturing): what
/// fm::vjp gives, for rules that need it once. The tape is freed while it is swept, and nothing is compiled for
/// pushing tangents.
template <class F, class X, class Ct, class... Rest>
auto pull_back(F const& f, X const& x, Ct const& ct, Rest const&... rest) {
  using Ref = highest_leaf<X, Ct, Rest...>;
  using Frame = tower::frame_of<F, tower::mode::once, Ref>;
  tower::Tape::Handle const tape = tower::Tape::open();
  auto const inputs = make_inputs<Frame, Ref>(*tape, x);
  std::size_t const input_nodes = tape->fence();
  auto const ports = ports_of(inputs);
  auto const y = std::apply([&](auto const&... c) { return f(inputs, c...); }, without_capturing(rest...));
  check_recorded_on<Frame>(*tape, y);
  tape->close();
  tower::Sweep sweep(*tape);
  tree::for_each_with_path(
      [&sweep](std::string_view path, auto const& leaf, auto const& d) {
        using L = std::remove_cvref_t<decltype(leaf)>;
        if constexpr (is_ours<Frame, L>() && !std::is_same_v<std::remove_cvref_t<decltype(d)>, Zero>) {
          using T = typename tower::box<L>::below;
          if (leaf.link().live())
            leaf.link().add(sweep, checked_leaf<T>("pullback", "cotangent", path, d, tower::shape_of(leaf)));
        }
      },
      y, ct);
  sweep.pull_and_drop(*tape, input_nodes);
  return cotangents(ports, sweep);
}

}  // namespace fm::transforms
