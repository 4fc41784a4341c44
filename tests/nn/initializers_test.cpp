// tests/nn/initializers_test.cpp: ranges and deviations of the initializers, and their errors
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <fmod/nn/nn.hpp>

#include <cmath>

using namespace fm::literals;

namespace {

using Catch::Matchers::Contains;
namespace init = fm::initializers;
auto const key = fm::random::key(42);

fm::Tensor<double> draw(fm::Initializer const& i, fm::Shape const& shape) { return i.operator()<double>(key, shape); }
double largest(fm::Tensor<double> const& t) { return fm::max(fm::abs(t)).item(); }
double deviation(fm::Tensor<double> const& t) { return fm::stddev(t).item(); }

struct One {
  fm::Initializer initializer;
  fm::Shape shape;
  auto spec() const { return fm::dict("weight"_n = fm::param(shape, initializer)); }
};

}  // namespace

TEST_CASE("fans are counted as in PyTorch: (out, in, kernel...)", "[initializers]") {
  fm::Shape const shape{30, 20, 3, 3};  // fan_in 180, fan_out 270
  auto const close = [](double x, double want) { return x <= want && x > 0.99 * want; };
  CHECK(close(largest(draw(init::kaiming_uniform(), shape)), std::sqrt(6.0 / 180)));
  CHECK(close(largest(draw(init::kaiming_uniform(std::sqrt(5.0)), shape)), 1 / std::sqrt(180.0)));
  CHECK(close(largest(draw(init::xavier_uniform(2), shape)), 2 * std::sqrt(6.0 / 450)));
  CHECK(close(largest(draw(init::uniform(-0.5, 0.25), shape)), 0.5));
  CHECK(deviation(draw(init::kaiming_normal(), shape)) == Approx(std::sqrt(2.0 / 180)).epsilon(0.03));
  CHECK(deviation(draw(init::kaiming_normal(1), shape)) == Approx(std::sqrt(1.0 / 180)).epsilon(0.03));
  CHECK(deviation(draw(init::xavier_normal(), shape)) == Approx(std::sqrt(2.0 / 450)).epsilon(0.03));
  CHECK(deviation(draw(init::lecun_normal(), shape)) == Approx(std::sqrt(1.0 / 180)).epsilon(0.03));
  CHECK(deviation(draw(init::normal(3), shape)) == Approx(3).epsilon(0.03));
}

TEST_CASE("constants and given values", "[initializers]") {
  CHECK(largest(draw(init::zeros(), {3})) == 0);
  CHECK(draw(init::ones(), {3})(2) == 1);
  CHECK(draw(init::constant(-2.5), {})() == -2.5);
  CHECK(init::constant(3).operator()<fm::int64_t>(key, {2})(1) == 3);
  CHECK(draw(init::value(fm::tensor<float>({1, 2})), {2})(1) == 2);
  CHECK_THROWS_WITH(draw(init::value(fm::tensor<float>({1, 2})), {3}),
                    Contains("initializer: the value is (2), the parameter (3)"));
  fm::Initializer const own = [](fm::Tensor<std::uint32_t> const&, fm::Shape const& s) { return fm::full(s, 7.0); };
  CHECK(draw(own, {2, 2})(1, 1) == 7);
}

TEST_CASE("orthogonal matrices are orthogonal", "[initializers]") {
  for (fm::Shape const& shape : {fm::Shape{5, 5}, fm::Shape{3, 8}, fm::Shape{8, 3}, fm::Shape{4, 2, 3}}) {
    auto const w = fm::reshape(draw(init::orthogonal(2), shape), {shape[0], -1});
    bool const wide = w.shape()[0] <= w.shape()[1];
    auto const gram = wide ? fm::matmul(w, w, false, true) : fm::matmul(w, w, true, false);
    auto const n = gram.shape()[0];
    CHECK(largest(fm::sub(gram, fm::mul(4.0, fm::eye<double>(n)))) < 1e-13);
  }
  // Either sign: the determinant is no constant.
  int positive = 0;
  for (int i = 0; i < 40; ++i) {
    auto const w = init::orthogonal().operator()<double>(fm::random::fold_in(key, i), {1, 1});
    positive += w(0, 0) > 0;
  }
  CHECK(positive > 8);
  CHECK(positive < 32);
}

TEST_CASE("an initializer that does not fit leads with the parameter's path", "[initializers]") {
  CHECK_THROWS_WITH(fm::init<float>(One{init::kaiming_uniform(), {3}}, key),
                    Contains("weight: initializer: fans of (3): a weight (out, in, ...) has two axes or more"));
  CHECK_THROWS_WITH(fm::init<float>(One{init::orthogonal(), {}}, key),
                    Contains("weight: initializers::orthogonal: the shape is ()"));
  CHECK(fm::init<float>(One{init::xavier_normal(), {0, 0}}, key)["weight"_n].shape() == fm::Shape{0, 0});
  CHECK(fm::init<float>(One{init::orthogonal(), {0, 4}}, key)["weight"_n].shape() == fm::Shape{0, 4});
}
