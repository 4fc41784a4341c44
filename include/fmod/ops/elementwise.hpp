// fmod/ops/elementwise.hpp: elementwise(f, xs...), a function on numbers run over tensors in one fused pass
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/ops/broadcast.hpp>
#include <fmod/ops/special.hpp>
#include <fmod/tower/function_id.hpp>

#include <tuple>

namespace fm {
namespace ops {

template <class F, std::size_t I> struct Pushforward;
template <class F, std::size_t I> struct Pullback;

template <class F> struct Fused {
  static constexpr char const* name = "elementwise";
  using batching = tower::aligned;
  static constexpr unsigned keep = keep_args;
  F f;

  template <class... X> auto eval(X... x) const {
    Shape shape = first_shape(x...);
    ((shape = broadcast_shapes(name, shape, tower::shape_of(x))), ...);
    using S = common_element<X...>;
    using R = tower::element_t<decltype(f(std::declval<Strip<S, X>>()[0]...))>;
    auto y = run<R>(shape, Strip<S, X>(std::move(x), shape)...);
    // A literal of double, as in where(x > 0, 1.0, 0.0), does not decide the type beside tensors.
    if constexpr (Real<S> && Real<R>)
      return kernels::cast<S>(std::move(y));
    else
      return y;
  }
  /// Op by op: what Taylor series are computed from, whose rules cannot be fused without end.
  template <class... X> auto unfused(X const&... x) const { return f(x...); }
  template <std::size_t I, class D, class Z, class... X> auto jvp(D d, Z const& z, X const&... x) const {
    return broadcast_like(tower::apply(Fused<Pushforward<F, I>>{{f}}, std::move(d), x...), z);
  }
  template <std::size_t I, class C, class Z, class... X> auto vjp(C ct, Z const&, X const&... x) const {
    return sum_like(tower::apply(Fused<Pullback<F, I>>{{f}}, std::move(ct), x...), std::get<I>(std::tie(x...)));
  }

 private:
  template <class X, class... Xs> static Shape first_shape(X const& x, Xs const&...) { return tower::shape_of(x); }
  template <class X> struct element_or_none { using type = void; };
  template <class S> struct element_or_none<Tensor<S>> { using type = S; };
  template <class X, class... Xs>
  struct first_element : std::conditional_t<is_tensor<X>, element_or_none<X>, first_element<Xs..., int>> {};
  template <class... X> using common_element = typename first_element<X...>::type;

  /// An argument cut into tiles. A tensor of another shape is stretched first; one number fills every lane.
  template <class S, class X> class Strip {
   public:
    Strip(X x, Shape const& shape) {
      if constexpr (std::is_arithmetic_v<X>) {
        uniform_ = static_cast<S>(x);
      } else {
        check_same_element<S, typename X::value_type>();
        if (x.size() == 1)
          uniform_ = x.data()[0];
        else
          whole_ = x.shape() == shape ? std::move(x) : kernels::broadcast_to(std::move(x), shape);
      }
    }
    Tile<S> operator[](int64_t first) const {
      if (whole_.is_null()) return uniform_;
      return Tile<S>::view(whole_.data() + first, std::min(tile_size, whole_.size() - first));
    }
    Tensor<S>& whole() { return whole_; }

   private:
    Tensor<S> whole_;
    S uniform_{};
  };
  template <class R, class... Strips> auto run(Shape const& shape, Strips... x) const {
    // The result may take the place of an argument that nobody else sees: a tile is read before it is written.
    Tensor<R> out;
    ((out.is_null() ? reuse(out, x) : void()), ...);
    if (out.is_null()) out = Tensor<R>::uninitialized(shape);
    R* const to = out.mutable_data();
    int64_t const n = shape.size();
    for (int64_t i = 0; i < n; i += tile_size) Tile<R>(f(x[i]...)).copy_to(to + i, std::min(tile_size, n - i));
    return out;
  }
  template <class R, class S, class X> static void reuse(Tensor<R>& out, Strip<S, X>& x) {
    if constexpr (std::is_same_v<R, S>)
      if (x.whole().unique()) out = x.whole();
  }
};

/// The tangent of f for a tangent of argument I, again a function on numbers: derivatives of a fused function are fused.
template <class F, std::size_t I> struct Pushforward {
  F f;
  template <class D, class... X> auto operator()(D const& d, X const&... x) const {
    using Frame = tower::frame_of<Pushforward, tower::mode::forward, D, X...>;
    using Highest = tower::highest_t<D, X...>;
    using T = tower::rebind_t<Highest, tower::base_t<D>>;
    return [&]<std::size_t... J>(std::index_sequence<J...>) {
      auto const y = f(active<Frame, T, I == J>(d, x)...);
      using Y = std::remove_const_t<decltype(y)>;
      if constexpr (tower::level_of<Y> == Frame::level)
        return y.tangent();
      else
        return T(0);
    }
    (std::index_sequence_for<X...>{});
  }

 private:
  template <class Frame, class T, bool Active, class D, class X> static auto active(D const& d, X const& x) {
    if constexpr (Active)
      return tower::Dual<T, Frame>(tower::lift<T>(x), tower::lift<T>(d), 0);
    else
      return x;
  }
};

/// The cotangent of argument I. In a lane whose cotangent is exactly 0 it is 0, however f behaves there.
template <class F, std::size_t I> struct Pullback {
  F f;
  template <class C, class... X> auto operator()(C const& ct, X const&... x) const {
    return scaled(ct, Pushforward<F, I>{f}(tower::full_like(ct, 1), x...));
  }
};

struct elementwise_function {
  /// f on the elements of the arguments, which broadcast. f is a generic function on numbers, built from fm:: functions
  /// and operators (fm::where instead of if); the whole of it is one pass over memory, and so is each of its derivatives.
  ///
  /// Math:   the rules are f evaluated on dual numbers: right for everything that f is made of.
  /// Throws: shape_error if the shapes do not broadcast. Cost: one pass; keeps the arguments for the pullback.
  template <class F, Value... X> auto operator()(F const& f, X... x) const {
    static_assert(sizeof...(X) > 0, "fmod: elementwise needs at least one argument");
    if constexpr ((tower::is_scalar<X> && ...))
      return f(literal<X...>(std::move(x))...);
    else
      return tower::apply(Fused<F>{f}, std::move(x)...);
  }
};

}  // namespace ops

inline constexpr ops::elementwise_function elementwise{};

}  // namespace fm
