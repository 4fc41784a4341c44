// fmod/ops/join.hpp: concat and stack
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/ops/structure.hpp>

#include <vector>

namespace fm {
namespace ops {

int checked_concat(Shape const* shapes, std::size_t count, int64_t axis);
[[noreturn]] void nothing_to_join(char const* op);

/// Any number of tensors joined along an axis.
struct Concat {
  static constexpr char const* name = "concat";
  using batching = tower::every_lane;
  static constexpr unsigned keep = keep_none;
  int axis;
  explicit Concat(int a) : axis(a) {}
  template <class... X> auto eval(X... x) const {
    using T = std::tuple_element_t<0, std::tuple<X...>>;
    std::vector<T> parts;
    parts.reserve(sizeof...(X));
    (parts.push_back(std::move(x)), ...);
    return kernels::concat(parts, axis);
  }
  template <std::size_t I, class D, class Z, class... X> auto jvp(D d, Z const& z, X const&... x) const {
    return tower::apply(Unslice{axis, offset<I>(x...), 1, tower::shape_of(z)[axis]}, std::move(d));
  }
  template <std::size_t I, class C, class Z, class... X> auto vjp(C ct, Z const&, X const&... x) const {
    int64_t const sizes[] = {tower::shape_of(x)[axis]...};
    return tower::apply(Slice{axis, offset<I>(x...), sizes[I], 1}, std::move(ct));
  }

 private:
  template <std::size_t I, class... X> int64_t offset(X const&... x) const {
    int64_t const sizes[] = {tower::shape_of(x)[axis]...};
    int64_t at = 0;
    for (std::size_t i = 0; i < I; ++i) at += sizes[i];
    return at;
  }
};

struct concat_function {
  /// Joins along an axis: `concat(axis, x, y, ...)`, or a vector of one type. Throws: shape_error if other sizes differ.
  template <Value... X> auto operator()(int64_t axis, X... x) const {
    static_assert(sizeof...(X) > 0, "fmod: concat needs at least one tensor");
    Shape const shapes[] = {tower::shape_of(x)...};
    return tower::apply(Concat{checked_concat(shapes, sizeof...(X), axis)}, std::move(x)...);
  }
  /// Cost: log8(n) passes for n parts.
  template <Value X> X operator()(int64_t axis, std::vector<X> parts) const {
    if (parts.empty()) nothing_to_join("concat");
    std::vector<Shape> shapes;
    for (auto const& p : parts) shapes.push_back(tower::shape_of(p));
    int const a = checked_concat(shapes.data(), shapes.size(), axis);
    while (parts.size() > 1) {
      std::vector<X> next;
      std::size_t i = 0;
      for (; i + 8 <= parts.size(); i += 8)
        next.push_back(tower::apply(Concat{a}, parts[i], parts[i + 1], parts[i + 2], parts[i + 3], parts[i + 4],
                                    parts[i + 5], parts[i + 6], parts[i + 7]));
      for (; i + 2 <= parts.size(); i += 2) next.push_back(tower::apply(Concat{a}, parts[i], parts[i + 1]));
      if (i < parts.size()) next.push_back(parts[i]);
      parts = std::move(next);
    }
    return std::move(parts[0]);
  }
};
struct stack_function {
  /// Joins along a new axis: `stack(axis, x, y, ...)`, or a vector of one type.
  template <Value... X> auto operator()(int64_t axis, X... x) const {
    return concat_function{}(axis, expand_dims_function{}(std::move(x), Axes(axis))...);
  }
  template <Value X> auto operator()(int64_t axis, std::vector<X> const& parts) const {
    std::vector<decltype(expand_dims_function{}(std::declval<X>(), Axes(axis)))> wide;
    for (auto const& p : parts) wide.push_back(expand_dims_function{}(p, Axes(axis)));
    return concat_function{}(axis, std::move(wide));
  }
};

}  // namespace ops

inline constexpr ops::concat_function concat{};
inline constexpr ops::stack_function stack{};

}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/ops/join.ipp>
#endif
