// scalars_test.cpp: boxed numbers inside Eigen matrices: mixed arithmetic, functions, norms, products
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
    STATIC_REQUIRE(N::MulCost > Eigen::NumTraits<double>::MulCost);
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
  VectorXd const gradient = vector({4 + 4 + 3 + 2 + 3 + 0.5 + 11 + 1 + 1 - 1 + 15, 6 + 6 + 7 + 2 + 3 + 0.5 + 0 + 1 + 1 - 1 + 18});
  check_gradient(f, x, gradient.dot(x) + 11 + 22 + 11, gradient);
}

TEST_CASE("comma initialisation, blocks, maps and functions on arrays", "[scalars]") {
  auto const f = [](auto const& x) {
    using T = scalar_of<decltype(x)>;
    MatrixX<T> m(2, 2);
    m << x(0), 2.0, x(1), 1;
    VectorX<T> v(3);
    v << x, T(4);
    v.head(2) += m.col(0);
    using std::exp;
    auto const s = (v.array().sin() + v.array().exp() * 0.5 + v.array().square() + v.array().tanh() + (v.array() + 9).log() +
                    (v.array() + 9).sqrt() + v.array().pow(3) + v.array().abs() + v.array().cube() / 3.0 + v.array().cos() +
                    (v.array() + 9).inverse()).sum();
    return T(s + exp(m(0, 0)) + m.trace() + v.maxCoeff() - v.minCoeff());
  };
  double const x0 = 0.25, x1 = -0.75;
  auto const value = [](double y) {
    return std::sin(y) + 0.5 * std::exp(y) + y * y + std::tanh(y) + std::log(y + 9) + std::sqrt(y + 9) + y * y * y + std::abs(y) +
           y * y * y / 3 + std::cos(y) + 1 / (y + 9);
  };
  auto const slope = [](double y) {
    double const c = 1 / std::cosh(y);
    return std::cos(y) + 0.5 * std::exp(y) + 2 * y + c * c + 1 / (y + 9) + 0.5 / std::sqrt(y + 9) + 3 * y * y +
           (y > 0 ? 1 : -1) + y * y - std::sin(y) - 1 / ((y + 9) * (y + 9));
  };
  check_gradient(f, vector({x0, x1}), value(2 * x0) + value(2 * x1) + value(4) + std::exp(x0) + x0 + 1 + 4 - 2 * x1,
                 vector({2 * slope(2 * x0) + std::exp(x0) + 1, 2 * slope(2 * x1) - 2}));
}

TEST_CASE("norm, squaredNorm, normalized", "[scalars][103]") {
  VectorXd const x = vector({3, 4});
  check_gradient([](auto const& v) { return v.norm(); }, x, 5, vector({0.6, 0.8}));
  check_gradient([](auto const& v) { return v.squaredNorm(); }, x, 25, vector({6, 8}));
  check_gradient([](auto const& v) { return v.stableNorm(); }, x, 5, vector({0.6, 0.8}));
  check_gradient([](auto const& v) { return v.normalized()(0); }, x, 0.6, VectorXd(vector({16, -12}) / 125));
  check_gradient([](auto const& v) { return v.normalized()(1); }, x, 0.8, VectorXd(vector({-12, 9}) / 125));
  check_gradient([](auto const& v) { return v.template lpNorm<1>(); }, x, 7, vector({1, 1}));
  check_gradient([](auto const& v) { return v.template lpNorm<Eigen::Infinity>(); }, x, 4, vector({0, 1}));
  check_gradient([](auto const& v) { return v.norm(); }, vector({0, 0}), 0, vector({0, 0}));
  auto const jacobian = fm::jvp([](auto const& v) { return v.normalized().eval(); }, x, vector({1, 0}));
  CHECK((jacobian.first - vector({0.6, 0.8})).norm() < 1e-15);
  CHECK((jacobian.second - vector({16, -12}) / 125).norm() < 1e-15);
  // The Hessian of the norm is the Jacobian of the direction.
  check_hvp([](auto const& v) { return v.norm(); }, x, vector({1, 2}), VectorXd(matrix({{16, -12}, {-12, 9}}) * vector({1, 2}) / 125));
}

TEST_CASE("sizes of zero, and functions that do not depend on their argument", "[scalars][105]") {
  VectorXd const none(0);
  auto const sum = [](auto const& v) { return v.sum(); };
  auto const [value, gradient] = fm::value_and_grad(sum)(none);
  CHECK(value == 0);
  CHECK(gradient.size() == 0);
  CHECK(fm::jvp(sum, none, none) == std::pair(0.0, 0.0));
  CHECK(fm::grad([](auto const& v) { return v.norm(); })(none).size() == 0);
  CHECK(fm::value_and_grad([](auto const& v) { return v.prod(); })(none).first == 1);
  MatrixXd const flat(0, 3);
  auto const g = fm::grad([](auto const& m) { return (m * m.transpose()).sum(); })(flat);
  CHECK(g.rows() == 0);
  CHECK(g.cols() == 3);
  auto const products = [](auto const& m) { return (m.transpose() * m).eval().sum(); };
  CHECK(fm::value_and_grad(products)(flat).first == 0);

  auto const constant = [](auto const& v) { return scalar_of<decltype(v)>(7.0); };
  check_gradient(constant, vector({1, 2}), 7, vector({0, 0}));
  check_gradient([](auto const& v) { return decltype(v.sum())(0.0 * v.sum()); }, vector({1, 2}), 0, vector({0, 0}));
  CHECK(fm::value_and_grad([](auto const&) { return 7.0; })(vector({1, 2})).second == vector({0, 0}));
}

TEST_CASE("float matrices, fixed sizes, row-major order, arrays", "[scalars]") {
  auto const f = [](auto const& m) { return (m * m).sum(); };
  Eigen::Matrix2f a;
  a << 1, 2, 3, 4;
  Eigen::Matrix2f const g = fm::grad(f)(a);
  Eigen::Matrix2f want;  // d/dm sum(m m) = 1 (m 1)^T + (m^T 1) 1^T, transposed as the sums go
  Eigen::Vector2f const ones(1, 1);
  want = ones * (a * ones).transpose() + (a.transpose() * ones) * ones.transpose();
  CHECK(g == want);
  Eigen::Matrix<double, 2, 3, Eigen::RowMajor> r;
  r << 1, 2, 3, 4, 5, 6;
  auto const gr = fm::grad([](auto const& m) { return m.array().square().sum(); })(r);
  STATIC_REQUIRE(std::is_same_v<decltype(gr), Eigen::Matrix<double, 2, 3, Eigen::RowMajor> const>);
  CHECK(gr == 2 * r);
  Eigen::ArrayXd v = Eigen::ArrayXd::LinSpaced(3, 1, 3);
  CHECK((fm::grad([](auto const& y) { return (y * y * y).sum(); })(v) == 3 * v * v).all());
  Eigen::RowVector3d row(1, 2, 3);
  CHECK(fm::grad([](auto const& y) { return y.squaredNorm(); })(row) == 2 * row);
}

TEST_CASE("a product large enough for the blocked kernel", "[scalars]") {
  MatrixXd const a = MatrixXd::Random(40, 40), b = MatrixXd::Random(40, 40);
  auto const f = [b](auto const& m) {
    using T = scalar_of<decltype(m)>;
    MatrixX<T> const p = m * b, q = b * m, s = m * m;
    return T(p.sum() + q.squaredNorm() + s.trace());
  };
  MatrixXd const ones = MatrixXd::Ones(40, 40);
  MatrixXd const want = ones * b.transpose() + 2 * b.transpose() * (b * a) + 2 * a.transpose();
  CHECK((fm::grad(f)(a) - want).norm() < 1e-11 * want.norm());
  MatrixXd const v = MatrixXd::Random(40, 40);
  CHECK(fm::jvp(f, a, v).second == Approx(want.cwiseProduct(v).sum()).epsilon(1e-11));
}
