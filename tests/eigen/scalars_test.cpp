// scalars_test.cpp: boxed numbers inside Eigen matrices: traits, and arithmetic beside plain numbers
// SPDX-License-Identifier: MIT
#include "support.hpp"

using namespace eigen_test;

TEST_CASE("boxes tell Eigen what kind of number they are", "[scalars]") {
  auto const f = [](auto const& x) {
    using T = scalar_of<decltype(x)>;
    using N = Eigen::NumTraits<T>;
    STATIC_REQUIRE(!N::IsComplex);
    STATIC_REQUIRE(!N::IsInteger);
    STATIC_REQUIRE(N::IsSigned);
    STATIC_REQUIRE(N::RequireInitialization);
    STATIC_REQUIRE(int(N::MulCost) > int(Eigen::NumTraits<double>::MulCost));
    STATIC_REQUIRE(std::is_same_v<typename N::Real, T>);
    STATIC_REQUIRE(std::numeric_limits<T>::is_specialized);
    CHECK(fm::value_of(N::epsilon()) == std::numeric_limits<double>::epsilon());
    CHECK(fm::value_of(N::highest()) == std::numeric_limits<double>::max());
    CHECK(fm::value_of(N::lowest()) == std::numeric_limits<double>::lowest());
    CHECK(fm::value_of(N::dummy_precision()) == Eigen::NumTraits<double>::dummy_precision());
    CHECK(fm::value_of(N::infinity()) == std::numeric_limits<double>::infinity());
    CHECK(N::digits10() == std::numeric_limits<double>::digits10);
    CHECK(N::digits() == std::numeric_limits<double>::digits);
    CHECK(fm::value_of(std::numeric_limits<T>::min()) == std::numeric_limits<double>::min());
    return x.sum();
  };
  check_gradient(f, vector({1, 2}), 3, vector({1, 1}));
}

TEST_CASE("matrices of numbers and of boxes compute with each other", "[scalars]") {
  MatrixXd const a = matrix({{1, 2}, {3, 4}});
  VectorXd const b = vector({5, 6});
  // sum of w_i: each use of x is linear, so the gradient is the transpose of what stands before it.
  auto const f = [a, b](auto const& x) {
    using T = scalar_of<decltype(x)>;
    VectorX<T> const product = a * x;
    VectorX<T> const scaled = 2.0 * x;
    VectorX<T> const right = x * 3.0;
    VectorX<T> const integer = 2 * x / 4;
    VectorX<T> const by_box = b * x(0);
    VectorX<T> const from_cast = b.cast<T>() + x;
    VectorX<T> mixed = x;
    mixed += b;
    mixed -= 0.5 * x;
    mixed *= 2.0;
    VectorX<T> const transposed = (x.transpose() * a).transpose();
    VectorX<T> const both = a.template cast<T>() * x;
    VectorX<T> const difference = b - x;
    VectorX<T> const elementwise = b.cwiseProduct(x);
    return T(product.sum() + scaled.sum() + right.sum() + integer.sum() + by_box.sum() + from_cast.sum() + mixed.sum() +
             transposed.sum() + both.sum() + difference.sum() + elementwise.sum() + x.dot(b) + b.dot(x));
  };
  VectorXd const x = vector({0.5, -1.5});
  // per component: a^T 1 = (4, 6) twice, a 1 = (3, 7), 2, 3, 0.5, (11, 0), 1, 1, -1, and b three times
  VectorXd const gradient =
      vector({4 + 4 + 3 + 2 + 3 + 0.5 + 11 + 1 + 1 - 1 + 15, 6 + 6 + 7 + 2 + 3 + 0.5 + 0 + 1 + 1 - 1 + 18});
  check_gradient(f, x, gradient.dot(x) + 11 + 22 + 11, gradient);
}
