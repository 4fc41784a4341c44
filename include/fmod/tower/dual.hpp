// fmod/tower/dual.hpp: Dual, a primal with its tangent, and the interpreter of forward mode
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/tower/lift.hpp>
#include <fmod/tower/stamp.hpp>

namespace fm::tower {

/// primal + tangent of one jvp. An absent tensor tangent means zero and costs nothing; a number always has a tangent and a
/// flag that says whether it depends on the differentiated argument at all (ties of maximum ask).
template <class T, class Fr> struct Dual {
  static constexpr bool scalar = is_scalar<T>;
  static constexpr bool stamped = !scalar || FM_STAMP_SCALARS;

  constexpr Dual() = default;
  /// A constant: from a value of a lower level, or from any number if T is a number.
  template <class X>
  requires((level_of<X> < Fr::level) && Value<X> && (is_scalar<X> == scalar)) FM_ALWAYS_INLINE constexpr Dual(X x)
      : primal_(tower::lift<T>(std::move(x))) {}
  FM_ALWAYS_INLINE constexpr Dual(T primal, T tangent, std::uint64_t stamp, [[maybe_unused]] bool active = true)
      : primal_(std::move(primal)), tangent_(std::move(tangent)), stamp_{stamp} {
    if constexpr (scalar) active_.value = active;
  }

  FM_ALWAYS_INLINE constexpr T const& primal() const noexcept { return primal_; }
  FM_ALWAYS_INLINE constexpr T const& tangent() const noexcept { return tangent_; }
  FM_ALWAYS_INLINE T take_primal() && { return std::move(primal_); }
  FM_ALWAYS_INLINE T take_tangent() && { return std::move(tangent_); }
  FM_ALWAYS_INLINE bool active() const noexcept {
    if constexpr (scalar)
      return active_.value;
    else
      return !is_absent(tangent_);
  }
  std::uint64_t stamp() const noexcept { return stamp_.value; }

  /// Index `i` of the leading axis.
  auto operator[](std::integral auto i) const { return tower::leading(*this, static_cast<int64_t>(i)); }
  Shape shape() const { return shape_of(primal_); }
  int rank() const { return shape().rank(); }
  int64_t size() const { return shape().size(); }

 private:
  struct Flag {
    bool value = false;
  };
  struct NoFlag {};
  T primal_{};
  T tangent_{};
  [[no_unique_address]] std::conditional_t<scalar, Flag, NoFlag> active_{};
  [[no_unique_address]] Stamp<stamped> stamp_{};
};

template <class Fr> struct Forward {
  template <class Op, class... Xs> FM_ALWAYS_INLINE static auto interpret(Op const& op, Xs&... xs) {
    if constexpr (!is_differentiable<Op>())
      return rebox_constant<highest_t<Xs...>>(tower::apply(op, take_primal<Fr>(std::move(xs))...));
    else if constexpr ((is_tile<base_t<Xs>> || ...))
      return on_tiles(op, xs...);
    else if constexpr ((is_scalar<Xs> && ...))
      return on_numbers(std::index_sequence_for<Xs...>{}, op, xs...);
    else
      return differentiate(std::index_sequence_for<Xs...>{}, op, xs...);
  }

 private:
  // Numbers: nothing is worth skipping at run time, and everything is worth inlining.
  template <std::size_t... I, class Op, class... Xs>
  FM_ALWAYS_INLINE static auto on_numbers(std::index_sequence<I...>, Op const& given, Xs const&... xs) {
    std::uint64_t stamp = 0;
    (join(stamp, xs), ...);
    Op const op = with_active(given, ((differentiates<Op>(I) && is_active(xs) ? 1u << I : 0u) | ...));
    auto const z = tower::apply(op, primal_of<Fr>(xs)...);
    using Y = std::remove_const_t<decltype(z)>;
    auto const term = [&]<std::size_t J>(std::integral_constant<std::size_t, J>, auto const& x) FM_LAMBDA_INLINE {
      if constexpr (belongs<Fr, std::remove_cvref_t<decltype(x)>>() && differentiates<Op>(J))
        return tower::lift<Y>(op.template jvp<J>(x.tangent(), z, primal_of<Fr>(xs)...));
      else
        return zero;
    };
    bool const active = (is_active(xs) || ...);
    return Dual<Y, Fr>(z, total<Y>(term(std::integral_constant<std::size_t, I>{}, xs)...), stamp, active);
  }
  // Tiles are numbers whose operations are calls anyway: nothing is gained by inlining.
  template <class Op, class... Xs> [[gnu::noinline]] static auto on_tiles(Op const& op, Xs const&... xs) {
    return on_numbers(std::index_sequence_for<Xs...>{}, op, xs...);
  }
  template <class Y> FM_ALWAYS_INLINE static Y total() { return Y{}; }
  template <class Y, class D, class... More> FM_ALWAYS_INLINE static Y total(D d, More... more) {
    if constexpr (std::is_same_v<D, Zero>)
      return total<Y>(std::move(more)...);
    else if constexpr ((std::is_same_v<More, Zero> && ...))
      return d;
    else
      return tower::plus<Y>(std::move(d), total<Y>(std::move(more)...));
  }

  template <std::size_t... I, class Op, class... Xs>
  static auto differentiate(std::index_sequence<I...>, Op const& given, Xs&... xs) {
    unsigned const active = ((differentiates<Op>(I) && is_active(xs) ? 1u << I : 0u) | ...);
    std::uint64_t stamp = 0;
    (join(stamp, xs), ...);
    Op const op = with_active(given, active);
    Pack<decltype(keep_argument<Op, I>(primal_of<Fr>(xs)))...> const kept{{keep_argument<Op, I>(primal_of<Fr>(xs))}...};
    auto z = tower::apply(op, take_primal<Fr>(std::move(xs))...);
    using Y = decltype(z);
    using Result = Dual<Y, Fr>;
    if (active == 0) return Result(std::move(z));
    auto const kept_z = keep_value<Op>(z);
    Y tangent{};
    [[maybe_unused]] bool first = true;
    (
        [&] {
          if constexpr (belongs<Fr, Xs>() && differentiates<Op>(I)) {
            if (!is_active(xs)) return;
            auto d =
                checked<Op>("jvp", int(I), tower::lift<Y>(rule_jvp<I>(op, std::move(xs).take_tangent(), kept_z, kept)),
                            shape_of(z));
            if (first)
              tangent = std::move(d);
            else
              tangent = tower::plus<Y>(std::move(tangent), std::move(d));
            first = false;
          }
        }(),
        ...);
    return Result(std::move(z), std::move(tangent), stamp);
  }

  template <class X> FM_ALWAYS_INLINE static bool is_active(X const& x) {
    if constexpr (belongs<Fr, X>())
      return x.active();
    else
      return false;
  }
  template <class X> FM_ALWAYS_INLINE static void join(std::uint64_t& stamp, X const& x) {
    if constexpr (belongs<Fr, X>()) {
      if constexpr (X::stamped) {
        if (x.stamp() == 0) return;
        if (stamp != 0 && stamp != x.stamp()) stamps_differ();
        stamp = x.stamp();
      }
    }
  }
};
template <class T, class Fr> struct interpreter<Dual<T, Fr>> : Forward<Fr> {};

}  // namespace fm::tower
