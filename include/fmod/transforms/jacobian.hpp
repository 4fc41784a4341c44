// fmod/transforms/jacobian.hpp: jacfwd, jacrev, hessian, and products with matrices made of Jacobians
// SPDX-License-Identifier: MIT
//
// Both Jacobians run the function once on values without lanes, inside one Batched frame of mode `basis`: only the
// tangents (jacfwd) or cotangents (jacrev) are mapped, one lane for each direction. So the cost of the values is paid
// once, and the function may ask for them (value_of, if), which a vmap does not allow.
#pragma once
#include <fmod/transforms/hvp.hpp>
#include <fmod/transforms/vjp.hpp>

namespace fm {
namespace transforms {

/// Directions first, first + 1, ... of `total`, of which each element of a leaf of this shape is one: (total) + shape.
template <Real S> Tensor<S> basis_block(int64_t total, int64_t first, Shape const& shape);
Shape block_shape(Shape const& a, Shape const& b);

template <class L>
inline constexpr bool has_derivative = [] {
  if constexpr (tower::Value<L>)
    return Real<tower::element_t<L>>;
  else
    return false;
}();
template <class Tree> int64_t count_directions(Tree const& t) {
  int64_t n = 0;
  tree::for_each(
      [&n](auto const& leaf) {
        if constexpr (has_derivative<std::remove_cvref_t<decltype(leaf)>>) n += tower::shape_of(leaf).size();
      },
      t);
  return n;
}
/// One lane for each element of the tree: a one at that element, zeros elsewhere. Of a result, only leaves of this frame
/// can be pulled back.
template <class Frame, class Ref, bool Results, class Tree>
auto basis_of(Tree const& t, int64_t total, std::uint64_t stamp) {
  int64_t first = 0;
  return tree::map(
      [&](auto const& leaf) {
        using L = std::remove_cvref_t<decltype(leaf)>;
        if constexpr (!has_derivative<L> || (Results && !is_ours<Frame, L>())) {
          return zero;
        } else {
          using Direction = tower::Batched<lifted_t<Ref, L>, Frame>;
          Shape const shape = tower::shape_of(leaf);
          int64_t const at = std::exchange(first, first + shape.size());
          if (total == 1)
            return Direction(tower::lift<typename Direction::Stored>(fm::ones<tower::element_t<L>>(shape)),
                             tower::Lanes::none, 0);
          return Direction(tower::lift<typename Direction::Stored>(basis_block<tower::element_t<L>>(total, at, shape)),
                           total, stamp);
        }
      },
      t);
}
/// (total) + shape: what each direction gave. What does not depend on the direction is repeated.
template <class Frame, class D> auto every_direction(D const& d, int64_t total) {
  tower::Lanes const lanes{.count = total};
  if constexpr (is_ours<Frame, D>())
    return d.mapped() ? d.stored() : tower::stretched(d.stored(), lanes.stored(tower::shape_of(d.stored())));
  else if constexpr (tower::is_scalar<D>)
    return tower::stretched(tower::as_tensor(d), lanes.stored({}));
  else
    return tower::stretched(d, lanes.stored(tower::shape_of(d)));
}
/// A block of numbers by numbers is a number again.
template <class Y, class X, class B> auto block(B b) {
  if constexpr (tower::is_scalar<Y> && tower::is_scalar<X>)
    return tower::as_number<tower::element_t<B>>(std::move(b));
  else
    return b;
}

template <class F> struct JacfwdOf {
  F f;
  template <class X, class... Rest> auto operator()(X const& x, Rest const&... rest) const {
    check_generic<F>();
    using Ref = highest_leaf<X, Rest...>;
    using Frame = tower::frame_of<F, tower::mode::basis, Ref>;
    int64_t const total = count_directions(x);
    auto const dy = fm::jvp(f, x, basis_of<Frame, Ref, false>(x, total, tower::new_stamp()), rest...).second;
    return tree::map(
        [&](auto const& d) {
          using D = std::remove_cvref_t<decltype(d)>;
          if constexpr (std::is_same_v<D, Zero>) {
            return zero;
          } else {
            Shape const shape = tower::shape_of(d);
            auto const all = every_direction<Frame>(d, total);  // (total) + y
            int64_t first = 0;
            return tree::map(
                [&](auto const& leaf) {
                  using L = std::remove_cvref_t<decltype(leaf)>;
                  if constexpr (!has_derivative<L>) {
                    return zero;
                  } else {
                    Shape const in = tower::shape_of(leaf);
                    int64_t const at = std::exchange(first, first + in.size());
                    auto rows = fm::slice(all, 0, at, first);
                    Axes const last = ops::moved_axes(shape.rank() + 1, 0, 1, shape.rank());
                    return block<D, L>(fm::reshape(fm::permute(std::move(rows), last), block_shape(shape, in)));
                  }
                },
                x);
          }
        },
        dy);
  }
};

template <class F> struct JacrevOf {
  F f;
  template <class X, class... Rest> auto operator()(X const& x, Rest const&... rest) const {
    check_generic<F>();
    using Ref = highest_leaf<X, Rest...>;
    using Frame = tower::frame_of<F, tower::mode::basis, Ref>;
    auto const constant = tree::map(
        [](auto const& leaf) {
          using L = std::remove_cvref_t<decltype(leaf)>;
          check_real<L>(nullptr);
          return tower::Batched<lifted_t<Ref, L>, Frame>(leaf);
        },
        x);
    auto recorded = fm::vjp(f, constant, rest...);
    auto const& y = recorded.first;
    int64_t const total = count_directions(y);
    auto const ct = std::move(recorded.second)(basis_of<Frame, Ref, true>(y, total, tower::new_stamp()));
    int64_t first = 0;
    return tree::map(
        [&](auto const& out) {
          using Y = std::remove_cvref_t<decltype(out)>;
          if constexpr (!has_derivative<Y>) {
            return zero;
          } else {
            Shape const shape = tower::shape_of(out);
            int64_t const at = std::exchange(first, first + shape.size());
            return tree::map(
                [&](auto const& d) {
                  auto rows = fm::slice(every_direction<Frame>(d, total), 0, at, first);
                  return block<Y, std::remove_cvref_t<decltype(d)>>(
                      fm::reshape(std::move(rows), block_shape(shape, tower::shape_of(d))));
                },
                ct);
          }
        },
        y);
  }
};

/// f with argument N in front of the others.
template <std::size_t N, class F> struct ArgumentFirst {
  F f;
  template <class X, class... Rest> auto operator()(X const& x, Rest const&... rest) const {
    static_assert(N <= sizeof...(Rest), "fmod: jacfwd, jacrev, hessian: the argument number is past the last argument");
    return [&]<std::size_t... I, std::size_t... J>(std::index_sequence<I...>, std::index_sequence<J...>) {
      auto const others = std::tie(rest...);
      return f(std::get<I>(others)..., x, std::get<N + J>(others)...);
    }
    (std::make_index_sequence<N>{}, std::make_index_sequence<sizeof...(Rest) - N>{});
  }
};
/// A derivative by the first argument as one by argument N.
template <std::size_t N, class D> struct ByArgument {
  D derivative;  // of ArgumentFirst<N, F>
  template <class... A> auto operator()(A const&... a) const {
    static_assert(N < sizeof...(A), "fmod: jacfwd, jacrev, hessian: the argument number is past the last argument");
    return [&]<std::size_t... I, std::size_t... J>(std::index_sequence<I...>, std::index_sequence<J...>) {
      auto const all = std::tie(a...);
      return derivative(std::get<N>(all), std::get<I>(all)..., std::get<N + 1 + J>(all)...);
    }
    (std::make_index_sequence<N>{}, std::make_index_sequence<sizeof...(A) - N - 1>{});
  }
};
template <std::size_t N, template <class> class D, class F> auto by_argument(F f) {
  if constexpr (N == 0)
    return D<F>{std::move(f)};
  else
    return ByArgument<N, D<ArgumentFirst<N, F>>>{{{std::move(f)}}};
}
template <class F> struct HessianOf {
  F f;
  template <class X, class... Rest> auto operator()(X const& x, Rest const&... rest) const {
    return JacfwdOf<JacrevOf<F>>{{f}}(x, rest...);
  }
};

template <class F, class L> struct GaussNewtonOf {
  F f;
  L loss;
  template <class X, class V, class... Rest> auto operator()(X const& x, V const& v, Rest const&... rest) const {
    auto const recorded = fm::vjp(f, x, rest...);
    auto const jv = recorded.second.adjoint()(v);
    return recorded.second(fm::hvp(loss)(recorded.first, jv));
  }
};
template <class F> struct FisherOf {
  F f;
  template <class X, class V, class... Rest> auto operator()(X const& x, V const& v, Rest const&... rest) const {
    auto const recorded = fm::vjp(f, x, rest...);
    auto const n = static_cast<double>(tower::shape_of(recorded.first).size());
    return recorded.second(fm::mul(1 / n, recorded.second.adjoint()(v)));
  }
};

}  // namespace transforms

/// Jacobian of f by its first argument (jacfwd<1>: by the second), as a function of the same arguments, by columns.
///
/// For trees the result is a tree like f's result, each leaf of which is a tree like x: leaf shape
/// result.shape + x.shape. A result that does not depend on a leaf has a block of zeros there; what has no derivative
/// (integers, bool) has fm::zero.
///
/// Cost: one pushforward whose tangents carry an axis of the size of x: for few inputs and many results.
template <std::size_t Argument = 0, class F> auto jacfwd(F f) {
  return transforms::by_argument<Argument, transforms::JacfwdOf>(std::move(f));
}

/// The same by rows.
///
/// Cost: f once, then one pullback whose cotangents carry an axis of the size of the result: for many inputs and few
/// results. Keeps what the rules of f's ops read.
template <std::size_t Argument = 0, class F> auto jacrev(F f) {
  return transforms::by_argument<Argument, transforms::JacrevOf>(std::move(f));
}

/// Second derivatives: jacfwd of jacrev. Of a scalar function the leaf for leaves a, b of x has shape
/// a.shape + b.shape.
///
/// Cost: one gradient whose tangents carry an axis of the size of x; for products with a vector see fm::hvp.
template <std::size_t Argument = 0, class F> auto hessian(F f) {
  return transforms::by_argument<Argument, transforms::HessianOf>(std::move(f));
}

/// The transpose of a linear function, as a function of cotangents: <ct, f(x)> = <linear_transpose(f, like)(ct), x>.
///
/// `like` gives structure and shapes of x; its values do not matter. For an affine f it is the transpose of the linear
/// part.
struct linear_transpose_function {
  template <class F, class X, class... C> auto operator()(F const& f, X const& like, C const&... constants) const {
    return fm::vjp(f, tree::map([](auto const& leaf) { return tower::full_like(leaf, 0); }, like), constants...).second;
  }
};
inline constexpr linear_transpose_function linear_transpose{};

/// gauss_newton_product(f, loss)(x, v, rest...) is Jᵀ H J v, a tree like x, for the Jacobian J of f at x and the Hessian
/// H of the scalar function `loss` at f(x): the Hessian of loss(f(x)) without the curvature of f, never negative for a
/// convex loss.
///
/// Cost: f recorded once, one sweep in each direction, one hvp of the loss.
/// Source: Schraudolph, Fast curvature matrix-vector products for second-order gradient descent, 2002.
template <class F, class L> auto gauss_newton_product(F f, L loss) {
  return transforms::GaussNewtonOf<F, L>{std::move(f), std::move(loss)};
}

/// fisher_product(f)(x, v, rest...) is the mean over samples of g (g . v), a tree like x, where f returns the
/// log-likelihood of each sample, (n), and g is the gradient of one: the empirical Fisher matrix times v.
///
/// Cost: f recorded once, one sweep in each direction; no gradient of a single sample is formed.
template <class F> auto fisher_product(F f) { return transforms::FisherOf<F>{std::move(f)}; }

}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/transforms/jacobian.ipp>
#endif
