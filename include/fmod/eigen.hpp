// fmod/eigen.hpp: Eigen and fmod: tensors as Eigen views and back, boxes inside Eigen matrices, matrices as trees
// SPDX-License-Identifier: MIT
//
// Three things, in this order:
//   as_eigen, from_eigen   a tensor's memory seen by Eigen, an Eigen matrix's memory taken over by a tensor
//   Eigen::NumTraits       Dual and Var of numbers as Eigen scalars, beside double and beside each other; products of
//                          matrices of different scalars convert the lower one first, since Eigen 3.4 has no kernel for
//                          a box on the left
//   tree::foreign          an Eigen matrix of numbers is a container of leaves: the gradient of a function of a VectorXd
//                          is a VectorXd
#pragma once
#include <fmod/tower/limits.hpp>
#include <fmod/transforms/transforms.hpp>

#include <Eigen/Core>

namespace fm {
namespace eigen {

template <class S>
using MatrixView = Eigen::Map<Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> const>;
template <class S> using VectorView = Eigen::Map<Eigen::Matrix<S, Eigen::Dynamic, 1> const>;
template <class S> using ArrayView = Eigen::Map<Eigen::Array<S, Eigen::Dynamic, 1> const>;

template <class M> concept Dense = requires {
  typename M::PlainObject;
  typename M::StorageKind;
}
&&std::is_base_of_v<Eigen::DenseBase<M>, M>;
/// A matrix or array that owns its elements, not an expression or a view.
template <class M> concept Plain = Dense<M> && std::is_same_v<typename M::PlainObject, M>;

template <class M> inline constexpr bool is_vector = M::RowsAtCompileTime == 1 || M::ColsAtCompileTime == 1;
template <class M> Shape shape_of(M const& m) { return is_vector<M> ? Shape{m.size()} : Shape{m.rows(), m.cols()}; }

[[noreturn]] inline void wrong_rank(char const* name, int most, Shape const& shape) {
  throw shape_error(std::string(name) + ": the tensor has too many axes: " + to_string(shape) + "; at most " +
                    std::to_string(most) +
                    " can be viewed so; reshape it, or see all its elements by fm::as_eigen_array");
}

/// A matrix that a tensor took over, kept alive until the last tensor that uses its memory is gone.
template <class M> struct Owner : memory::Buffer {
  M matrix;
  explicit Owner(M&& m) : matrix(std::move(m)) {
    data = matrix.data();
    bytes = static_cast<std::size_t>(matrix.size()) * sizeof(typename M::Scalar);
    destroy = [](memory::Buffer* b) noexcept { delete static_cast<Owner*>(b); };
  }
};

}  // namespace eigen

/// The elements of a tensor as an Eigen matrix, row-major, without a copy: (m, n) is m x n, (n) a column, () 1 x 1.
/// The view is valid as long as a tensor shares the storage. Throws: shape_error if there are more than two axes.
template <Element S> eigen::MatrixView<S> as_eigen(Tensor<S> const& t) {
  Shape const& s = t.shape();
  if (s.rank() > 2) eigen::wrong_rank("as_eigen", 2, s);
  return {t.data(), s.rank() > 0 ? s[0] : 1, s.rank() > 1 ? s[1] : 1};
}
/// Of a temporary: a copy, since nothing would keep the storage of a view.
template <Element S> auto as_eigen(Tensor<S>&& t) { return as_eigen(std::as_const(t)).eval(); }
/// The same as an Eigen column vector, for at most one axis.
template <Element S> eigen::VectorView<S> as_eigen_vector(Tensor<S> const& t) {
  if (t.rank() > 1) eigen::wrong_rank("as_eigen_vector", 1, t.shape());
  return {t.data(), t.size()};
}
template <Element S> auto as_eigen_vector(Tensor<S>&& t) { return as_eigen_vector(std::as_const(t)).eval(); }
/// All elements of a tensor of any shape, in row-major order, as an Eigen array.
template <Element S> eigen::ArrayView<S> as_eigen_array(Tensor<S> const& t) { return {t.data(), t.size()}; }
template <Element S> auto as_eigen_array(Tensor<S>&& t) { return as_eigen_array(std::as_const(t)).eval(); }

/// A tensor with the elements of an Eigen matrix or expression: (rows, cols), or (n) where its type is that of a vector.
///
/// Cost:  one pass. A row-major matrix or a vector of dynamic size that is moved in, from_eigen(std::move(m)), costs
///        nothing: the tensor takes over its memory.
template <eigen::Dense M> auto from_eigen(M const& m) {
  using S = typename M::Scalar;
  if constexpr (!Element<S>) {
    static_assert(Element<S>,
                  "fmod: from_eigen: a tensor cannot have this element type; use m.template cast<double>(), or "
                  "cast<std::int64_t>() for integers");
  } else {
    auto const& plain = m.derived().eval();  // of a matrix: itself
    auto t = Tensor<S>::uninitialized(eigen::shape_of(plain));
    Eigen::Map<Eigen::Array<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(t.mutable_data(), plain.rows(),
                                                                                 plain.cols()) = plain.array();
    return t;
  }
}
template <eigen::Plain M>
requires(M::SizeAtCompileTime == Eigen::Dynamic && M::MaxSizeAtCompileTime == Eigen::Dynamic &&
         Element<typename M::Scalar> &&
         (bool(M::IsRowMajor) || eigen::is_vector<M>)) Tensor<typename M::Scalar> from_eigen(M&& m) {
  Shape const shape = eigen::shape_of(m);
  auto* const owner = new eigen::Owner<M>(std::move(m));
  return Tensor<typename M::Scalar>::adopt(owner, owner->matrix.data(), shape);
}

// ---- boxes of numbers as Eigen scalars
namespace eigen {

template <class B> concept BoxedNumber = tower::Box<B> && std::is_arithmetic_v<tower::base_t<B>>;
template <class B> concept Number = tower::Value<B> && std::is_arithmetic_v<tower::base_t<B>>;
/// Two different types of number that compute with each other, at least one of them boxed.
template <class X, class Y>
concept Mixed = Number<X> && Number<Y> &&(BoxedNumber<X> || BoxedNumber<Y>)&&!std::is_same_v<X, Y>;

template <class B> struct num_traits : Eigen::NumTraits<tower::base_t<B>> {
  using plain = Eigen::NumTraits<tower::base_t<B>>;
  using Real = B;
  using NonInteger = B;
  using Nested = B;
  using Literal = tower::base_t<B>;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    // A box holds two of what is below it, and multiplies three times.
    ReadCost = int(sizeof(B) / sizeof(tower::base_t<B>)) * int(plain::ReadCost),
    AddCost = (1 << tower::level_of<B>)*int(plain::AddCost),
    MulCost = (1 << 2 * tower::level_of<B>)*int(plain::MulCost)
  };
  static B epsilon() { return B(plain::epsilon()); }
  static B dummy_precision() { return B(plain::dummy_precision()); }
  static B highest() { return B(plain::highest()); }
  static B lowest() { return B(plain::lowest()); }
  static B infinity() { return B(plain::infinity()); }
  static B quiet_NaN() { return B(plain::quiet_NaN()); }
};

}  // namespace eigen
}  // namespace fm

namespace Eigen {

template <class T, class Frame>
requires std::is_arithmetic_v<fm::tower::base_t<T>>
struct NumTraits<fm::tower::Dual<T, Frame>> : fm::eigen::num_traits<fm::tower::Dual<T, Frame>> {
};
template <class T, class Frame>
requires std::is_arithmetic_v<fm::tower::base_t<T>>
struct NumTraits<fm::tower::Var<T, Frame>> : fm::eigen::num_traits<fm::tower::Var<T, Frame>> {
};

template <class X, class Y, class Op>
requires fm::eigen::Mixed<X, Y>
struct ScalarBinaryOpTraits<X, Y, Op> {
  using ReturnType = decltype(fm::add(std::declval<X>(), std::declval<Y>()));
};

namespace internal {

template <class Lhs, class Rhs> struct fm_mixed_product {
  using Scalar = typename ScalarBinaryOpTraits<typename Lhs::Scalar, typename Rhs::Scalar>::ReturnType;
  template <class M> static decltype(auto) raised(M const& m) {
    if constexpr (std::is_same_v<typename M::Scalar, Scalar>)
      return (m);
    else
      return m.template cast<Scalar>().eval();
  }
  template <class Dst> static void evalTo(Dst& dst, Lhs const& lhs, Rhs const& rhs) {
    dst.noalias() = raised(lhs) * raised(rhs);
  }
  template <class Dst> static void addTo(Dst& dst, Lhs const& lhs, Rhs const& rhs) {
    dst.noalias() += raised(lhs) * raised(rhs);
  }
  template <class Dst> static void subTo(Dst& dst, Lhs const& lhs, Rhs const& rhs) {
    dst.noalias() -= raised(lhs) * raised(rhs);
  }
  template <class Dst> static void scaleAndAddTo(Dst& dst, Lhs const& lhs, Rhs const& rhs, Scalar const& alpha) {
    dst.noalias() += alpha * (raised(lhs) * raised(rhs));
  }
};
template <class Lhs, class Rhs>
requires fm::eigen::Mixed<typename Lhs::Scalar, typename Rhs::Scalar>
struct generic_product_impl<Lhs, Rhs, DenseShape, DenseShape, GemmProduct> : fm_mixed_product<Lhs, Rhs> {
};
template <class Lhs, class Rhs>
requires fm::eigen::Mixed<typename Lhs::Scalar, typename Rhs::Scalar>
struct generic_product_impl<Lhs, Rhs, DenseShape, DenseShape, GemvProduct> : fm_mixed_product<Lhs, Rhs> {
};

}  // namespace internal
}  // namespace Eigen

// ---- matrices as trees
namespace fm {
namespace eigen {

/// What stands beside a matrix in a tree, with any values: links to the tape, for example. M is the type of the matrix.
template <class U, class M> struct Grid {
  using value_type = U;
  std::vector<U> values;
  Eigen::Index row_count = 0, column_count = 0;

  std::size_t size() const noexcept { return values.size(); }
  Eigen::Index rows() const noexcept { return row_count; }
  Eigen::Index cols() const noexcept { return column_count; }
};

template <class M, class U> struct rebind;
template <template <class, int, int, int, int, int> class A, class S, int R, int C, int O, int MR, int MC, class U>
struct rebind<A<S, R, C, O, MR, MC>, U> {
  using type = A<U, R, C, O, MR, MC>;
};

/// Elements go row by row, as in a tensor.
template <class M> struct elements {
  template <class U, class C> static auto like(C const& c) {
    if constexpr (Number<U>) {
      using R = typename rebind<M, U>::type;
      if constexpr (R::SizeAtCompileTime != Eigen::Dynamic)
        return R{};
      else if constexpr (is_vector<R>)
        return R(c.rows() * c.cols());
      else
        return R(c.rows(), c.cols());
    } else {
      return Grid<U, M>{std::vector<U>(static_cast<std::size_t>(c.size())), c.rows(), c.cols()};
    }
  }
  template <class C> static std::array<std::size_t, 2> sizes(C const& c) {
    return {static_cast<std::size_t>(c.rows()), static_cast<std::size_t>(c.cols())};
  }
};

template <class M> constexpr tree::kind kind_of() {
  static_assert(
      Plain<M>,
      "fmod: an Eigen expression or view is used as an argument or result of a transform, where it may refer to "
      "values that are gone; make it a matrix: write .eval(), or name the type (return Eigen::VectorX<T>(...))");
  return Number<typename M::Scalar> ? tree::kind::foreign : tree::kind::leaf;
}

}  // namespace eigen

namespace tree {

template <class M>
requires eigen::Dense<M>
inline constexpr kind kind_of<M> = eigen::kind_of<M>();
template <class U, class M> inline constexpr kind kind_of<eigen::Grid<U, M>> = kind::foreign;

template <class M>
requires eigen::Dense<M>
struct foreign<M> : eigen::elements<M> {
  template <class C> static auto& at(C& m, std::size_t i) {
    auto const n = static_cast<Eigen::Index>(i);
    if constexpr (eigen::is_vector<M>)
      return m.coeffRef(n);
    else
      return m.coeffRef(n / m.cols(), n % m.cols());
  }
};
template <class U, class M> struct foreign<eigen::Grid<U, M>> : eigen::elements<M> {
  template <class C> static auto& at(C& g, std::size_t i) { return g.values[i]; }
};

}  // namespace tree
}  // namespace fm
