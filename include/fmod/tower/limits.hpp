// fmod/tower/limits.hpp: std::numeric_limits of boxed numbers, for generic code that asks its number type
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/tower/batched.hpp>
#include <fmod/tower/dual.hpp>
#include <fmod/tower/var.hpp>

#include <limits>

namespace fm::tower::detail {

/// The limits of the plain number, as constants of the box.
template <class B> struct limits : std::numeric_limits<base_t<B>> {
  using plain = std::numeric_limits<base_t<B>>;
  static B min() noexcept { return B(plain::min()); }
  static B max() noexcept { return B(plain::max()); }
  static B lowest() noexcept { return B(plain::lowest()); }
  static B epsilon() noexcept { return B(plain::epsilon()); }
  static B round_error() noexcept { return B(plain::round_error()); }
  static B infinity() noexcept { return B(plain::infinity()); }
  static B quiet_NaN() noexcept { return B(plain::quiet_NaN()); }
  static B signaling_NaN() noexcept { return B(plain::signaling_NaN()); }
  static B denorm_min() noexcept { return B(plain::denorm_min()); }
};

}  // namespace fm::tower::detail

template <class T, class Frame>
requires std::is_arithmetic_v<fm::tower::base_t<T>>
class std::numeric_limits<fm::tower::Dual<T, Frame>> : public fm::tower::detail::limits<fm::tower::Dual<T, Frame>> {
};
template <class T, class Frame>
requires std::is_arithmetic_v<fm::tower::base_t<T>>
class std::numeric_limits<fm::tower::Var<T, Frame>> : public fm::tower::detail::limits<fm::tower::Var<T, Frame>> {
};
template <class T, class Frame>
requires std::is_arithmetic_v<fm::tower::base_t<T>>
class std::numeric_limits<fm::tower::Batched<T, Frame>>
    : public fm::tower::detail::limits<fm::tower::Batched<T, Frame>> {
};
