// fmod/ops/special.hpp: erf, erfc, lgamma, digamma, polygamma, sinc and their rules
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/ops/exponential.hpp>

namespace fm {
namespace ops {

struct Erf : unary_family<Erf, kernels::unary::erf> {
  static constexpr char const* name = "erf";
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) {
    return mul(2 * std::numbers::inv_sqrtpi, exp(neg(square(x))));
  }
};
struct Erfc : unary_family<Erfc, kernels::unary::erfc> {
  static constexpr char const* name = "erfc";
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) {
    return mul(-2 * std::numbers::inv_sqrtpi, exp(neg(square(x))));
  }
};

/// A function with an integer order n whose derivative is the function of order n + 1.
template <class Op, kernels::unary_n K> struct ladder_family : unary_family<Op, kernels::unary::count> {
  int64_t n;
  explicit ladder_family(int64_t order) : n(order) {}
  template <class X> FM_ALWAYS_INLINE auto eval(X x) const {
    if constexpr (std::is_arithmetic_v<X>)
      return unary_n_kernel<K>::call(n, x);
    else
      return kernels::map(K, n, std::move(x));
  }
  template <std::size_t, class Z, class X> FM_ALWAYS_INLINE auto partial(Z const&, X const& x) const {
    return tower::apply(Op{n + 1}, x);
  }
  template <std::size_t, class D, class Z, class X> FM_ALWAYS_INLINE auto jvp(D d, Z const&, X const& x) const {
    return scaled(std::move(d), tower::apply(Op{n + 1}, x));
  }
  template <std::size_t, class C, class Z, class X> FM_ALWAYS_INLINE auto vjp(C ct, Z const&, X const& x) const {
    return scaled(std::move(ct), tower::apply(Op{n + 1}, x));
  }
};
struct Polygamma : ladder_family<Polygamma, kernels::unary_n::polygamma> {
  static constexpr char const* name = "polygamma";
  using ladder_family::ladder_family;
};
struct Sinc : ladder_family<Sinc, kernels::unary_n::sinc> {
  static constexpr char const* name = "sinc";
  using ladder_family::ladder_family;
};

struct Lgamma : unary_family<Lgamma, kernels::unary::lgamma> {
  static constexpr char const* name = "lgamma";
  FM_ALWAYS_INLINE static auto derivative(auto const&, auto const& x) { return tower::apply(Polygamma{0}, x); }
};

void check_order(char const* op, int64_t n);
struct polygamma_function {
  /// n-th derivative of digamma. Throws: value_error if n is negative.
  template <Value X> auto operator()(int64_t n, X x) const {
    check_order("polygamma", n);
    return tower::apply(Polygamma{n}, literal<X>(std::move(x)));
  }
};
struct digamma_function {
  /// Logarithmic derivative of the gamma function.
  template <Value X> auto operator()(X x) const { return tower::apply(Polygamma{0}, literal<X>(std::move(x))); }
};
struct sinc_function {
  /// sin(pi x) / (pi x), 1 at 0. Every derivative is computed by its own series near 0, so none cancels there.
  template <Value X> auto operator()(X x) const { return tower::apply(Sinc{0}, literal<X>(std::move(x))); }
};

}  // namespace ops

inline constexpr ops::polygamma_function polygamma{};
inline constexpr ops::digamma_function digamma{};
inline constexpr ops::sinc_function sinc{};

}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/ops/special.ipp>
#endif
