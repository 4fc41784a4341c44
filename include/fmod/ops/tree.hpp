// fmod/ops/tree.hpp: arithmetic on trees of tensors, numbers and boxes: add, scale, dot, norm, ravel, stack, ...
// SPDX-License-Identifier: MIT
//
// A tree here is one vector of a vector space. All of these are differentiable, on boxes of any level.
#pragma once
#include <fmod/ops/ops.hpp>
#include <fmod/tree/tree.hpp>

namespace fm::tree {
namespace detail {

[[noreturn]] void leaf_shapes_differ(char const* op, std::string_view path, Shape const& first, Shape const& other);
[[noreturn]] void cannot_unstack(std::string_view path, Shape const& shape, int64_t count);
[[noreturn]] void nothing_to_stack();
void check_unravel(Shape const& given, int64_t want);
template <Element S> bool all_finite(Tensor<S> const& x);

/// f on the leaves of two trees side by side. Leaves do not broadcast: a bias that fits a weight by accident is a mistake.
/// F holds nothing (and is made anew: g++ 12 warns of a captured empty object that nobody initialised).
template <class F, class A, class B> auto zip_leaves(char const* op, F, A const& a, B const& b) {
  return tree::map_with_path(
      [op](std::string_view path, auto const& x, auto const& y) {
        if (!(tower::shape_of(x) == tower::shape_of(y)))
          detail::leaf_shapes_differ(op, path, tower::shape_of(x), tower::shape_of(y));
        return F{}(x, y);
      },
      a, b);
}

template <class Numbers, class... L> struct tensor_element { using type = Numbers; };
template <class Numbers, class L, class... Rest>
struct tensor_element<Numbers, L, Rest...>
    : std::conditional_t<tower::is_scalar<L>, tensor_element<Numbers, Rest...>, tower::element<tower::base_t<L>>> {};

/// The type of one value made of all leaves: the element type of the tensors (of the numbers, if there are only numbers), double
/// where they differ, in the highest of the boxes.
template <class List> struct total_type;
template <class L, class... Rest> struct total_type<types<L, Rest...>> {
  static constexpr bool only_numbers = tower::is_scalar<L> && (tower::is_scalar<Rest> && ...);
  using first = typename tensor_element<tower::element_t<L>, L, Rest...>::type;
  template <class X>
  static constexpr bool agrees = (tower::is_scalar<X> && !only_numbers) || std::is_same_v<tower::element_t<X>, first>;
  using element = std::conditional_t<agrees<L> && (agrees<Rest> && ...), first, double>;
  using type =
      tower::rebind_t<tower::highest_t<L, Rest...>, std::conditional_t<only_numbers, element, Tensor<element>>>;
};
template <class R, class X> R as_total(X x) {
  if constexpr (tower::is_scalar<X> && !tower::is_scalar<R>)
    return tower::lift<R>(fm::cast<tower::element_t<R>>(fm::broadcast_to(std::move(x), Shape{})));
  else
    return tower::lift<R>(fm::cast<tower::element_t<R>>(std::move(x)));
}
/// f(...f(leaf, leaf)..., leaf); 0 if there is none.
template <class F, class Tree> auto fold_leaves(F f, Tree const& t) {
  if constexpr (leaf_types<Tree>::size == 0) {
    return 0.0;
  } else {
    using R = typename total_type<leaf_types<Tree>>::type;
    R total{};
    bool empty = true;
    tree::for_each(
        [&](auto const& x) {
          total = empty ? detail::as_total<R>(x) : R(f(std::move(total), detail::as_total<R>(x)));
          empty = false;
        },
        t);
    return empty ? tower::lift<R>(static_cast<tower::element_t<R>>(0)) : total;
  }
}

// ---- ravel
/// The vector that holds all leaves: the element type of the tensors (of the numbers, if there are only numbers) in the
/// highest of the leaves' boxes.
template <class List> struct ravel_type;
template <class L, class... Rest> struct ravel_type<types<L, Rest...>> {
  using element = typename tensor_element<tower::element_t<L>, L, Rest...>::type;
  static_assert(((tower::is_scalar<Rest> || std::is_same_v<tower::element_t<Rest>, element>)&&...) &&
                    (tower::is_scalar<L> || std::is_same_v<tower::element_t<L>, element>),
                "fm::tree::ravel: the tensors of the tree have different element types; convert them with fm::cast<S>, "
                "leaf by leaf");
  using type = tower::rebind_t<tower::highest_t<L, Rest...>, Tensor<element>>;
};

/// Where a leaf stands in the vector. Number is void for tensors, else the type of the number.
template <class Number> struct RavelSlot {
  int64_t first;
  Shape shape;
};
}  // namespace detail

/// The sum of two trees of one structure. Throws: shape_error with the path if two leaves differ in shape.
template <class A, class B> auto add(A const& a, B const& b) { return detail::zip_leaves("tree::add", fm::add, a, b); }
/// a - b, leaf by leaf. Throws: shape_error with the path.
template <class A, class B> auto sub(A const& a, B const& b) { return detail::zip_leaves("tree::sub", fm::sub, a, b); }
/// The product of elements, leaf by leaf. Throws: shape_error with the path.
template <class A, class B> auto mul(A const& a, B const& b) { return detail::zip_leaves("tree::mul", fm::mul, a, b); }
/// Every leaf times one factor: a number, a tensor of shape (), or a box of one.
template <tower::Value C, class A> auto scale(C const& c, A const& a) {
  return tree::map(
      [&c](auto const& x) {
        using S = tower::element_t<std::remove_cvref_t<decltype(x)>>;
        if constexpr (tower::is_scalar<C> || tower::is_scalar<std::remove_cvref_t<decltype(x)>>)
          return fm::mul(c, x);
        else
          return fm::mul(fm::cast<S>(c), x);
      },
      a);
}
/// -a, leaf by leaf.
template <class A> auto neg(A const& a) {
  return tree::map([](auto const& x) { return fm::neg(x); }, a);
}

/// Sum of the products of all elements; shape (). Throws: shape_error with the path.
template <class A, class B> auto dot(A const& a, B const& b) {
  return detail::fold_leaves(
      fm::add, detail::zip_leaves(
                   "tree::dot", [](auto const& x, auto const& y) { return fm::sum(fm::mul(x, y)); }, a, b));
}
/// Euclidean norm of all elements together, without overflow; norm'(0) = 0.
template <class A> auto norm(A const& a) {
  return detail::fold_leaves(fm::hypot, tree::map(
                                            [](auto const& x) {
                                              if constexpr (tower::is_scalar<std::remove_cvref_t<decltype(x)>>)
                                                return fm::abs(x);
                                              else
                                                return fm::norm(x);
                                            },
                                            a));
}

/// A tree like `a` with every element 0 (1): constants, in the boxes of a's leaves.
template <class A> auto zeros_like(A const& a) {
  return tree::map([](auto const& x) { return tower::full_like(x, 0); }, a);
}
template <class A> auto ones_like(A const& a) {
  return tree::map([](auto const& x) { return tower::full_like(x, 1); }, a);
}

/// The inverse of one ravel: a function of a vector, which may be in any boxes, that gives the tree back.
template <class Slots> struct Unravel {
  Slots slots;
  int64_t size;

  /// Throws: shape_error if the vector has another length.
  template <tower::Value V> auto operator()(V const& v) const {
    detail::check_unravel(tower::shape_of(v), size);
    return tree::map(
        [&v]<class N>(detail::RavelSlot<N> const& slot) {
          auto part = fm::slice(v, 0, slot.first, slot.first + slot.shape.size());
          if constexpr (std::is_void_v<N>)
            return fm::reshape(std::move(part), slot.shape);
          else
            return tower::apply(ops::ToNumber<N>{}, std::move(part));
        },
        slots);
  }
};

/// pair(all elements as one vector, the function that makes the tree of such a vector).
///
/// Leaves come in order, each row-major. Numbers take the element type of the tensors, and come back as what they were.
/// Errors: tensors of different element types do not compile.
template <class A> auto ravel(A const& a) {
  using made = detail::ravel_type<leaf_types<A>>;
  using T = typename made::type;
  std::vector<T> parts;
  parts.reserve(tree::count(a));
  int64_t size = 0;
  auto slots = tree::map(
      [&](auto const& x) {
        using X = std::remove_cvref_t<decltype(x)>;
        Shape const shape = tower::shape_of(x);
        int64_t const first = size;
        size += shape.size();
        if constexpr (tower::is_scalar<X>) {
          parts.push_back(tower::lift<T>(fm::cast<typename made::element>(fm::broadcast_to(x, Shape{1}))));
          return detail::RavelSlot<tower::base_t<X>>{first, shape};
        } else {
          parts.push_back(tower::lift<T>(fm::reshape(x, Shape{shape.size()})));
          return detail::RavelSlot<void>{first, shape};
        }
      },
      a);
  T vector = parts.empty() ? tower::lift<T>(fm::zeros<typename made::element>({0})) : fm::concat(0, std::move(parts));
  return std::pair(std::move(vector), Unravel<decltype(slots)>{std::move(slots), size});
}

namespace detail {
/// The same leaf of several trees. Not a vector, which would be a tree of its own.
template <class T> struct Column { std::vector<T> parts; };
}  // namespace detail

/// Trees of one type stacked leaf by leaf along a new leading axis: an ensemble's parameters, for vmap.
/// Throws: value_error if there is no tree; shape_error if leaves differ in shape.
template <class Tree> auto stack(std::vector<Tree> const& trees) {
  if (trees.empty()) detail::nothing_to_stack();
  auto columns =
      tree::map([](auto const& x) { return detail::Column<std::remove_cvref_t<decltype(x)>>{{x}}; }, trees.front());
  for (std::size_t i = 1; i < trees.size(); ++i)
    tree::for_each_with_path(
        [](std::string_view path, auto& column, auto const& x) {
          Shape const first = tower::shape_of(column.parts.front());
          if (!(first == tower::shape_of(x)))
            detail::leaf_shapes_differ("tree::stack", path, first, tower::shape_of(x));
          column.parts.push_back(x);
        },
        columns, trees[i]);
  return tree::map([](auto const& column) { return fm::stack(0, column.parts); }, columns);
}

/// The inverse of stack: one tree for each index of the leading axis.
/// Throws: shape_error with the path if a leaf has no leading axis, or one of another size than the first leaf.
template <class Tree> auto unstack(Tree const& t) {
  int64_t count = -1;
  tree::for_each_with_path(
      [&count](std::string_view path, auto const& x) {
        Shape const shape = tower::shape_of(x);
        if (shape.rank() == 0 || (count >= 0 && shape[0] != count)) detail::cannot_unstack(path, shape, count);
        count = shape[0];
      },
      t);
  auto const row = [&t](int64_t i) { return tree::map([i](auto const& x) { return fm::index(x, i); }, t); };
  std::vector<decltype(row(0))> rows;
  for (int64_t i = 0; i < count; ++i) rows.push_back(row(i));
  return rows;
}

/// Is no element of the values infinite or NaN? Looks through boxes at the values only.
template <class Tree> bool all_finite(Tree const& t) {
  bool finite = true;
  tree::for_each(
      [&finite](auto const& x) {
        auto const value = tower::value_of(x);
        using V = std::remove_const_t<decltype(value)>;
        if constexpr (std::is_floating_point_v<V>)
          finite = finite && std::isfinite(value);
        else if constexpr (Real<tower::element_t<V>>)
          finite = finite && detail::all_finite(value);
      },
      t);
  return finite;
}

}  // namespace fm::tree

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/ops/tree.ipp>
#endif
