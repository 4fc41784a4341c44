// fmod/transforms/series.hpp: how tree ops and recorded linear maps act on Taylor series
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/tower/series.hpp>
#include <fmod/transforms/tree_op.hpp>

namespace fm::transforms {

/// The series with these coefficients; those that are missing up to the order are 0.
template <class Frame, class T> auto series_of(std::vector<T> coefficients, int order, std::uint64_t stamp) {
  T const first = coefficients.front();
  coefficients.resize(static_cast<std::size_t>(order) + 1);
  auto const made = tower::CoefficientsHandle<T>::owning(new tower::GivenCoefficients<T>(std::move(coefficients)));
  return tower::Series<T, Frame>(first, made, order, stamp);
}
/// Coefficient k, zeros where it is absent.
template <class S> auto coefficient(S const& x, int k) {
  auto c = x.at(k);
  return tower::is_absent(c) ? tower::full_like(x.primal(), 0) : c;
}

/// What the series in a tree have in common.
struct SeriesOrder {
  int order = std::numeric_limits<int>::max();
  std::uint64_t stamp = 0;
  bool active = false;
};
template <class Frame, class Tree> SeriesOrder order_of(Tree const& x) {
  SeriesOrder common;
  tree::for_each(
      [&common](auto const& leaf) {
        if constexpr (is_ours<Frame, std::remove_cvref_t<decltype(leaf)>>()) {
          if (!leaf.active()) return;
          if (common.stamp != 0 && common.stamp != leaf.stamp()) tower::stamps_differ();
          common = {std::min(common.order, leaf.order()), leaf.stamp(), true};
        }
      },
      x);
  if (!common.active) common.order = 0;
  return common;
}

/// A tree op that is no more than its function.
template <class Frame, class Op, class X>
requires requires { Op::has_no_rule; }
auto interpret_series(Frame, Op const& op, X const& x) { return std::apply(op.f, x); }

/// y with every real leaf as a series.
template <class Frame, class Y> auto as_series(Y const& y) {
  return tree::map(
      [](auto const& leaf) {
        using L = std::remove_cvref_t<decltype(leaf)>;
        if constexpr (is_result<Frame, L>())
          return tower::Series<L, Frame>(leaf);
        else
          return leaf;
      },
      y);
}
template <class Frame, class Op, class X>
using series_result =
    decltype(as_series<Frame>(std::apply(std::declval<Op const&>(), strip<Frame>(std::declval<X const&>()))));

/// A tree op with rules of its own: y' is what its tangent rule makes of x', one order lower. The type is said in
/// advance, because rules may call the op itself.
template <class Frame, class Op, class X>
series_result<Frame, Op, X> interpret_series(Frame, Op const& op, X const& x) {
  auto const common = order_of<Frame>(x);
  auto const y = std::apply(op, strip<Frame>(x));
  if (common.order == 0) return as_series<Frame>(y);
  int const order = common.order - 1;
  auto const cut = tree::map(
      [order](auto const& leaf) {
        if constexpr (is_ours<Frame, std::remove_cvref_t<decltype(leaf)>>())
          return leaf.truncated(order);
        else
          return leaf;
      },
      x);
  auto const rate = tree::map(
      [order](auto const& leaf) {
        using L = std::remove_cvref_t<decltype(leaf)>;
        if constexpr (!is_ours<Frame, L>())
          return zero;
        else
          return leaf.active() ? tower::derivative(leaf, order) : L(tower::full_like(leaf.primal(), 0));
      },
      x);
  return tree::map(
      [&common, order](auto const& leaf, auto const& d) {
        using T = std::remove_cvref_t<decltype(leaf)>;
        using D = std::remove_cvref_t<decltype(d)>;
        if constexpr (!is_result<Frame, T>()) {
          return leaf;
        } else if constexpr (std::is_same_v<D, Zero>) {
          return tower::Series<T, Frame>(leaf);
        } else {
          std::vector<T> coefficients{leaf};
          for (int k = 0; k <= order; ++k) {
            if constexpr (is_ours<Frame, D>())
              coefficients.push_back(tower::times(tower::lift<T>(coefficient(d, k)), 1.0 / (k + 1)));
            else
              coefficients.push_back(k == 0 ? tower::lift<T>(d) : tower::full_like(leaf, 0));
          }
          return series_of<Frame>(coefficients, common.order, common.stamp);
        }
      },
      y, op.jvp(cut, rate).second);
}

/// A linear map, coefficient by coefficient.
template <class Frame, class Map, class Tree> auto map_series(Frame, Map const& map, Tree const& v) {
  auto const common = order_of<Frame>(v);
  auto const at = [&v](int k) {
    return tree::map(
        [k](auto const& leaf) {
          using L = std::remove_cvref_t<decltype(leaf)>;
          if constexpr (is_ours<Frame, L>())
            return coefficient(leaf, k);
          else if constexpr (std::is_same_v<L, Zero>)
            return zero;
          else
            return k == 0 ? leaf : tower::full_like(leaf, 0);
        },
        v);
  };
  auto columns = tree::map([](auto const& leaf) { return Parts{std::vector{leaf}}; }, map(at(0)));
  for (int k = 1; k <= common.order; ++k)
    tree::for_each([](auto& column, auto const& c) { column.parts.push_back(c); }, columns, map(at(k)));
  return tree::map(
      [&common](auto const& column) {
        using T = typename std::remove_cvref_t<decltype(column.parts)>::value_type;
        if constexpr (std::is_same_v<T, Zero>)
          return zero;
        else
          return series_of<Frame>(column.parts, common.order, common.stamp);
      },
      columns);
}

}  // namespace fm::transforms
