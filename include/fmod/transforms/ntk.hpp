// fmod/transforms/ntk.hpp: empirical_ntk, the tangent kernel of a function at its parameters
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/transforms/jacobian.hpp>
#include <fmod/transforms/vmap.hpp>

namespace fm {
namespace transforms {

/// The part of the kernel that one leaf of the parameters gives. a, b: (n) + out + leaf, the Jacobians at n examples.
template <class A> A kernel_of_leaf(A const& a, A const& b, Shape const& leaf) {
  Shape const sa = tower::shape_of(a), sb = tower::shape_of(b);
  int const out = sa.rank() - 1 - leaf.rank();
  Shape of_pairs{sa[0]};
  Axes order{0, out + 1};
  int64_t rows = sa[0], columns = sb[0];
  for (int i = 1; i <= out; ++i) {
    of_pairs.push_back(sa[i]);
    order.push_back(i);
    rows *= sa[i];
    columns *= sb[i];
  }
  of_pairs.push_back(sb[0]);
  for (int i = 1; i <= out; ++i) {
    of_pairs.push_back(sb[i]);
    order.push_back(out + 1 + i);
  }
  auto const product =
      fm::matmul(fm::reshape(a, Shape{rows, leaf.size()}), fm::reshape(b, Shape{columns, leaf.size()}), false, true);
  return fm::permute(fm::reshape(product, of_pairs), order);
}

struct empirical_ntk_function {
  template <class F, class P, class X1, class X2>
  auto operator()(F const& f, P const& params, X1 const& x1, X2 const& x2) const {
    check_generic<F>();
    auto const jacobian = fm::vmap(fm::jacrev(f), in_axes<none, 0>);
    auto const terms = tree::leaves(
        tree::map([](auto const& a, auto const& b, auto const& p) { return kernel_of_leaf(a, b, tower::shape_of(p)); },
                  jacobian(params, x1), jacobian(params, x2), params));
    auto sum = terms[0];
    for (std::size_t i = 1; i < terms.size(); ++i) sum = fm::add(sum, terms[i]);
    return sum;
  }
};

}  // namespace transforms

/// The empirical neural tangent kernel of f(params, x), a function of one example whose result is a tensor or number:
/// empirical_ntk(f, params, x1, x2) for batches x1 and x2 of examples, along axis 0 of their leaves.
///
/// Shape:  n and m examples, results of shape out -> (n, m) + out + out.
/// Math:   K[i, j] = J(x1_i) J(x2_j)^T for the Jacobian J of f by all of params: how a step of gradient descent on
///         example j moves the result at example i.
/// Throws: as vmap and f.
/// Cost:   f and a pullback for each element of a result, all examples at once; holds both batches of Jacobians,
///         (n + m) out times the size of params; then one product for each leaf.
/// Source: Jacot, Gabriel, Hongler, Neural tangent kernel, 2018; Novak, Sohl-Dickstein, Schoenholz, Fast finite width
///         neural tangent kernel, 2022 (Jacobian contraction).
inline constexpr transforms::empirical_ntk_function empirical_ntk{};

}  // namespace fm
