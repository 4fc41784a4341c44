// fmod/transforms/jvp.hpp: jvp, the value and directional derivative of a function in one forward pass
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/transforms/call.hpp>

namespace fm {
namespace transforms {

/// One argument with its tangent as a tree of duals; an argument whose tangent is fm::zero goes in as it is.
template <class Frame, class Ref, class X, class D> auto make_duals(X const& x, D const& dx, std::uint64_t stamp) {
  if constexpr (std::is_same_v<D, Zero>) {
    return x;
  } else {
    return tree::map_with_path(
        [stamp](std::string_view path, auto const& leaf, auto const& d) {
          using L = std::remove_cvref_t<decltype(leaf)>;
          using DL = std::remove_cvref_t<decltype(d)>;
          if constexpr (!Real<tower::element_t<L>> && std::is_same_v<DL, Zero>) {
            return leaf;
          } else {
            check_real<L>(nullptr);
            using T = lifted_t<Ref, L>;
            if constexpr (std::is_same_v<DL, Zero>) {
              return tower::Dual<T, Frame>(tower::lift<T>(leaf));
            } else {
              static_assert(
                  std::is_same_v<tower::element_t<DL>, tower::element_t<L>> || std::is_arithmetic_v<DL>,
                  "fmod: jvp: a tangent has another element type than its value; convert it with fm::cast<S>(dx)");
              if (!(tower::shape_of(d) == tower::shape_of(leaf)))
                tangent_shape_differs("jvp", "tangent", path, tower::shape_of(d), tower::shape_of(leaf));
              return tower::Dual<T, Frame>(tower::lift<T>(leaf), tower::lift<T>(d), stamp);
            }
          }
        },
        x, dx);
  }
}

template <class Frame, class Y> auto tangents_of(Y const& y, std::uint64_t stamp) {
  return tree::map(
      [stamp](auto const& leaf) {
        using L = std::remove_cvref_t<decltype(leaf)>;
        if constexpr (is_ours<Frame, L>()) {
          if (leaf.stamp() != 0 && leaf.stamp() != stamp) tower::stamps_differ();
          if (tower::is_absent(leaf.tangent())) return tower::full_like(leaf.primal(), 0);
          return leaf.tangent();
        } else {
          return zeros_like_leaf(leaf);
        }
      },
      y);
}

template <class F, class... XR, class... DR, class... C>
auto jvp(F const& f, std::tuple<XR...> const& x, std::tuple<DR...> const& dx, C const&... constants) {
  static_assert(
      sizeof...(XR) == sizeof...(DR),
      "fmod: jvp: fm::args of the tangents must list as many as fm::args of the values; fm::zero stands for none");
  using Ref = highest_leaf<std::remove_cvref_t<XR>..., std::remove_cvref_t<DR>..., C...>;
  using Frame = tower::frame_of<F, tower::mode::forward, Ref>;
  std::uint64_t const stamp = tower::new_stamp();
  auto const y = [&]<std::size_t... I, std::size_t... J>(std::index_sequence<I...>, std::index_sequence<J...>,
                                                         auto const& rest) {
    return f(make_duals<Frame, Ref>(std::get<I>(x), std::get<I>(dx), stamp)..., std::get<J>(rest)...);
  }
  (std::index_sequence_for<XR...>{},
   std::make_index_sequence<std::tuple_size_v<decltype(without_capturing(constants...))>>{},
   without_capturing(constants...));
  return std::pair(strip<Frame>(y), tangents_of<Frame>(y, stamp));
}

}  // namespace transforms

/// Jacobian-vector product: pair(f(x), J dx), in one pass.
///
/// x and dx are trees of one structure; fm::args(x, z) with fm::args(dx, fm::zero) for several arguments, where fm::zero marks
/// an argument (or a leaf) as constant. Further arguments are passed to f unchanged and are not differentiated.
///
/// Math:   (f(x), d/dt f(x + t dx) at t = 0).
/// Throws: shape_error if a tangent has another shape than its value. Cost: one to three times f.
struct jvp_function {
  template <class F, class X, class D, class... C>
  auto operator()(F const& f, X const& x, D const& dx, C const&... constants) const {
    transforms::check_generic<F>();
    if constexpr (transforms::is_args<X>) {
      static_assert(transforms::is_args<D>,
                    "fmod: jvp: the values are fm::args(...), so the tangents must be fm::args(...) too");
      return transforms::jvp(f, x.values, dx.values, constants...);
    } else {
      return transforms::jvp(f, std::tie(x), std::tie(dx), constants...);
    }
  }
};
inline constexpr jvp_function jvp{};

}  // namespace fm
