// tests/ops/kinks_test.cpp: every sentence of docs/kinks.md, on numbers and tensors, forward and backward
// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>

#include <fmod/transforms/transforms.hpp>

#include "support/catch.hpp"

namespace {

constexpr double inf = std::numeric_limits<double>::infinity(), NaN = std::numeric_limits<double>::quiet_NaN();

bool same(double a, double b) { return std::isnan(b) ? std::isnan(a) : a == b; }

// ---- one argument
enum class one {
  relu,
  leaky_relu,
  leaky_relu_tenth,
  elu,
  elu_half,
  abs,
  sign,
  floor,
  ceil,
  round,
  trunc,
  clamp,
  clamp_point,
  maximum_zero,
  maximum_zero_left,
  minimum_zero,
  fmax_zero,
  maximum_self,
  minimum_self,
  sqrt,
  cbrt,
  rsqrt,
  log,
  asin,
  acos,
  acosh,
  atanh,
  log1p,
  power_2,
  power_1,
  power_half,
  power_0,
  power_minus,
  power_third,
  reciprocal,
  masked_sqrt,
  masked_product,
  masked_exp,
  masked_root,
  double_masked,
  safe,
  xlogx,
  atan2_self,
  hypot_self,
  times_root,
  times_log,
  root_of_square,
  square_of_root
};
struct one_argument {
  one which;
  template <class X> X operator()(X const& x) const {
    switch (which) {
      using enum one;
      case relu:
        return fm::relu(x);
      case leaky_relu:
        return fm::leaky_relu(x);
      case leaky_relu_tenth:
        return fm::leaky_relu(x, 0.1);
      case elu:
        return fm::elu(x);
      case elu_half:
        return fm::elu(x, 0.5);
      case abs:
        return fm::abs(x);
      case sign:
        return fm::sign(x);
      case floor:
        return fm::floor(x);
      case ceil:
        return fm::ceil(x);
      case round:
        return fm::round(x);
      case trunc:
        return fm::trunc(x);
      case clamp:
        return fm::clamp(x, 0.0, 1.0);
      case clamp_point:
        return fm::clamp(x, 1.0, 1.0);
      case maximum_zero:
        return fm::maximum(x, 0.0);
      case maximum_zero_left:
        return fm::maximum(0.0, x);
      case minimum_zero:
        return fm::minimum(x, 0.0);
      case fmax_zero:
        return fm::fmax(x, 0.0);
      case maximum_self:
        return fm::maximum(x, x);
      case minimum_self:
        return fm::minimum(x, x);
      case sqrt:
        return fm::sqrt(x);
      case cbrt:
        return fm::cbrt(x);
      case rsqrt:
        return fm::rsqrt(x);
      case log:
        return fm::log(x);
      case asin:
        return fm::asin(x);
      case acos:
        return fm::acos(x);
      case acosh:
        return fm::acosh(x);
      case atanh:
        return fm::atanh(x);
      case log1p:
        return fm::log1p(x);
      case power_2:
        return fm::pow(x, 2);
      case power_1:
        return fm::pow(x, 1.0);
      case power_half:
        return fm::pow(x, 0.5);
      case power_0:
        return fm::pow(x, 0);
      case power_minus:
        return fm::pow(x, -1);
      case power_third:
        return fm::pow(x, 3);
      case reciprocal:
        return fm::reciprocal(x);
      case masked_sqrt:
        return fm::where(fm::greater_equal(x, 0.0), x, fm::sqrt(-x));
      case masked_product:
        return fm::where(fm::greater(x, 0.0), 0.0, x * inf);
      case masked_exp:
        return fm::where(fm::less_equal(x, 10.0), fm::exp(x), 1.0);
      case masked_root:
        return fm::where(fm::equal(x, 0.0), 0.0, x * fm::sqrt(x));
      case double_masked: {
        auto const positive = fm::greater(x, 0.0);
        return fm::where(positive, fm::sqrt(fm::where(positive, x, 1.0)), 0.0);
      }
      case safe:
        return fm::safe_where(
            fm::greater(x, 0.0), [](auto const& v) { return fm::sqrt(v); }, [](auto const& v) { return 0.0 * v; }, x,
            fm::tower::full_like(x, 1));
      case xlogx:
        return fm::xlogy(x, x);
      case atan2_self:
        return fm::atan2(x, x);
      case hypot_self:
        return fm::hypot(x, x);
      case times_root:
        return x * fm::sqrt(x);
      case times_log:
        return x * fm::log(x);
      case root_of_square:
        return fm::sqrt(fm::square(x));
      default:
        return fm::square(fm::sqrt(x));
    }
  }
};

/// f'(x), which every mode must give: on a number, on a tensor of rank 0 and one of rank 1.
double slope(one which, double x) {
  one_argument const f{which};
  double const d = fm::jvp(f, x, 1.0).second;
  auto const agrees = [&](char const* mode, double other) {
    if (!same(other, d))
      FAIL_CHECK("op " << static_cast<int>(which) << " at " << x << ": " << mode << " gives " << other
                       << ", jvp of a number " << d);
  };
  agrees("vjp of a number", fm::vjp(f, x).second(1.0));
  agrees("grad of a number", fm::grad(f)(x));
  agrees("linearize of a number", fm::linearize(f, x).second(1.0));
  auto const t = fm::scalar(x);
  agrees("jvp of a tensor", fm::jvp(f, t, fm::scalar(1.0)).second.item());
  agrees("grad of a tensor", fm::grad(f)(t).item());
  auto const v = fm::tensor<double>({x});
  agrees("vjp of a tensor", fm::vjp(f, v).second(fm::ones<double>({1})).item());
  agrees("linearize of a tensor", fm::linearize(f, v).second(fm::ones<double>({1})).item());
  return d;
}
/// A (co)tangent of exactly 0 gives exactly 0.
void stays_zero(one which, double x) {
  one_argument const f{which};
  CHECK(fm::jvp(f, x, 0.0).second == 0);
  CHECK(fm::vjp(f, x).second(0.0) == 0);
  CHECK(fm::jvp(f, fm::scalar(x), fm::scalar(0.0)).second.item() == 0);
  CHECK(fm::vjp(f, fm::scalar(x)).second(fm::scalar(0.0)).item() == 0);
}
#define SLOPE(which, x, want)                   \
  do {                                          \
    INFO(#which << " at " << x);                \
    double const slope_ = slope(one::which, x); \
    CHECK(same(slope_, want));                  \
  } while (false)

// ---- two arguments
enum class two { power, maximum, minimum, fmax, fmin, atan2, hypot, xlogy };
struct two_arguments {
  two which;
  template <class X> X operator()(X const& x, X const& y) const {
    switch (which) {
      using enum two;
      case power:
        return fm::pow(x, y);
      case maximum:
        return fm::maximum(x, y);
      case minimum:
        return fm::minimum(x, y);
      case fmax:
        return fm::fmax(x, y);
      case fmin:
        return fm::fmin(x, y);
      case atan2:
        return fm::atan2(x, y);
      case hypot:
        return fm::hypot(x, y);
      default:
        return fm::xlogy(x, y);
    }
  }
};
std::pair<double, double> slopes(two which, double x, double y) {
  two_arguments const f{which};
  auto const gradient = fm::grad<0, 1>(f)(x, y);
  double const dx = std::get<0>(gradient), dy = std::get<1>(gradient);
  auto const agrees = [&](char const* mode, double a, double b) {
    if (!same(a, dx) || !same(b, dy))
      FAIL_CHECK("op " << static_cast<int>(which) << " at " << x << ", " << y << ": " << mode << " gives " << a << ", "
                       << b << ", grad of numbers " << dx << ", " << dy);
  };
  auto const at = fm::args(x, y);
  agrees("jvp of numbers", fm::jvp(f, at, fm::args(1.0, 0.0)).second, fm::jvp(f, at, fm::args(0.0, 1.0)).second);
  auto const t = fm::args(fm::scalar(x), fm::scalar(y));
  auto const one = fm::scalar(1.0), none = fm::scalar(0.0);
  agrees("jvp of tensors", fm::jvp(f, t, fm::args(one, none)).second.item(),
         fm::jvp(f, t, fm::args(none, one)).second.item());
  auto const g = fm::vjp(f, t).second(one);
  agrees("vjp of tensors", std::get<0>(g).item(), std::get<1>(g).item());
  return {dx, dy};
}
#define SLOPES(which, x, y, want_x, want_y)        \
  do {                                             \
    INFO(#which << " at " << x << ", " << y);      \
    auto const slopes_ = slopes(two::which, x, y); \
    CHECK(same(slopes_.first, want_x));            \
    CHECK(same(slopes_.second, want_y));           \
  } while (false)

// ---- reductions of a vector
enum class vector {
  max,
  min,
  norm,
  root_of_squares,
  root_of_norm,
  stddev,
  var,
  logsumexp,
  prod,
  sort,
  softmax_first,
  log_softmax_first,
  masked_norm
};
struct of_vector {
  vector which;
  template <class X> X operator()(X const& x) const {
    switch (which) {
      using enum vector;
      case max:
        return fm::max(x);
      case min:
        return fm::min(x);
      case norm:
        return fm::norm(x);
      case root_of_squares:
        return fm::sqrt(fm::sum(fm::square(x)));
      case root_of_norm:
        return fm::sqrt(fm::norm(x));
      case stddev:
        return fm::stddev(x);
      case var:
        return fm::var(x);
      case logsumexp:
        return fm::logsumexp(x);
      case prod:
        return fm::prod(x);
      case sort:
        return fm::index(fm::sort(x), 0);
      case softmax_first:
        return fm::index(fm::softmax(x), 0);
      case log_softmax_first:
        return fm::index(fm::log_softmax(x), 0);
      default: {
        auto const r = fm::norm(x);
        return fm::where(fm::greater(r, 0.5), r, 1.0);
      }
    }
  }
};
std::vector<double> gradient(vector which, fm::Literal<double> const& literal) {
  of_vector const f{which};
  auto const x = fm::tensor<double>(literal);
  auto const g = fm::grad(f)(x), h = fm::vjp(f, x).second(fm::scalar(1.0));
  std::vector<double> result;
  for (int64_t i = 0; i < x.size(); ++i) {
    auto const e = fm::one_hot<double>(fm::scalar<int64_t>(i), x.size());
    double const d = fm::jvp(f, x, e).second.item();
    if (!same(d, g(i)) || !same(h(i), g(i)))
      FAIL_CHECK("op " << static_cast<int>(which) << ", element " << i << ": grad " << g(i) << ", vjp " << h(i)
                       << ", jvp " << d);
    result.push_back(g(i));
  }
  return result;
}
using Slopes = std::vector<double>;

}  // namespace

TEST_CASE("kinks of functions of one argument", "[kinks]") {
  SLOPE(relu, 0.0, 0);
  SLOPE(relu, -0.0, 0);
  SLOPE(leaky_relu, 0.0, 0.01);
  SLOPE(leaky_relu_tenth, 0.0, 0.1);
  SLOPE(elu, 0.0, 1);
  SLOPE(elu_half, 0.0, 0.5);
  SLOPE(elu, 1000.0, 1);
  SLOPE(abs, 0.0, 0);
  SLOPE(abs, -0.0, 0);
  for (one step : {one::sign, one::floor, one::ceil, one::round, one::trunc})
    for (double x : {-1.5, -1.0, 0.0, 0.5, 2.0}) CHECK(slope(step, x) == 0);
}

TEST_CASE("an infinite slope times 0 is 0, whichever comes first", "[kinks]") {
  SLOPE(times_root, 0.0, 0);
  SLOPE(times_log, 0.0, -inf);
  SLOPE(root_of_square, 0.0, 0);
  SLOPE(square_of_root, 0.0, 0);
  CHECK(gradient(vector::root_of_squares, {0, 0}) == Slopes{0, 0});
  CHECK(gradient(vector::root_of_norm, {0, 0}) == Slopes{0, 0});
}

TEST_CASE("kinks of clamp and of extrema against a constant", "[kinks]") {
  SLOPE(clamp, 0.0, 1);
  SLOPE(clamp, 1.0, 1);
  SLOPE(clamp, 0.5, 1);
  SLOPE(clamp, -0.5, 0);
  SLOPE(clamp, 1.5, 0);
  SLOPE(clamp_point, 1.0, 1);
  SLOPE(maximum_zero, 0.0, 1);
  SLOPE(maximum_zero_left, 0.0, 1);
  SLOPE(minimum_zero, 0.0, 1);
  SLOPE(fmax_zero, 0.0, 1);
  SLOPE(maximum_self, 3.0, 1);
  SLOPE(minimum_self, 3.0, 1);
}

TEST_CASE("ties of two differentiated arguments are split evenly", "[kinks]") {
  for (two op : {two::maximum, two::minimum, two::fmax, two::fmin})
    for (auto const& [x, y] : {std::pair(2.0, 2.0), {0.0, -0.0}, {-inf, -inf}})
      CHECK(slopes(op, x, y) == std::pair(0.5, 0.5));
  CHECK(gradient(vector::max, {1, 3, 3}) == Slopes{0, 0.5, 0.5});
  CHECK(gradient(vector::min, {1, 1, 1, 2}) == Slopes{1.0 / 3, 1.0 / 3, 1.0 / 3, 0});
  CHECK(gradient(vector::sort, {2, 1, 1}) == Slopes{0, 1, 0});
}

TEST_CASE("NaN in extrema", "[kinks]") {
  CHECK(std::isnan(fm::maximum(NaN, 1.0)));
  CHECK(std::isnan(fm::minimum(1.0, NaN)));
  CHECK(fm::fmax(NaN, 1.0) == 1);
  SLOPES(fmax, NaN, 1.0, 0, 1);
  SLOPES(fmin, 1.0, NaN, 1, 0);
}

TEST_CASE("norms and angles at the origin", "[kinks]") {
  CHECK(gradient(vector::norm, {0, 0, 0}) == Slopes{0, 0, 0});
  CHECK(gradient(vector::norm, {0, -2}) == Slopes{0, -1});
  CHECK(gradient(vector::stddev, {2, 2, 2}) == Slopes{0, 0, 0});
  CHECK(gradient(vector::var, {2, 2, 2}) == Slopes{0, 0, 0});
  CHECK(gradient(vector::masked_norm, {0, 0}) == Slopes{0, 0});
  SLOPES(hypot, 0.0, 0.0, 0, 0);
  SLOPES(atan2, 0.0, 0.0, 0, 0);
  SLOPE(atan2_self, 0.0, 0);
  SLOPE(hypot_self, 0.0, 0);
}

TEST_CASE("infinite slopes are infinite", "[kinks]") {
  SLOPE(sqrt, 0.0, inf);
  SLOPE(cbrt, 0.0, inf);
  SLOPE(rsqrt, 0.0, -inf);
  SLOPE(log, 0.0, inf);
  SLOPE(log1p, -1.0, inf);
  SLOPE(reciprocal, 0.0, -inf);
  SLOPE(asin, 1.0, inf);
  SLOPE(asin, -1.0, inf);
  SLOPE(acos, 1.0, -inf);
  SLOPE(acosh, 1.0, inf);
  SLOPE(atanh, 1.0, inf);
}

TEST_CASE("a tangent or cotangent of exactly 0 stays 0 where the slope is infinite", "[kinks]") {
  for (one op :
       {one::sqrt, one::cbrt, one::rsqrt, one::log, one::reciprocal, one::power_half, one::power_minus, one::xlogx})
    stays_zero(op, 0.0);
  for (one op : {one::asin, one::acos, one::acosh, one::atanh}) stays_zero(op, 1.0);
  stays_zero(one::log1p, -1.0);
}

TEST_CASE("powers at base 0", "[kinks]") {
  SLOPE(power_third, 0.0, 0);
  SLOPE(power_2, 0.0, 0);
  SLOPE(power_1, 0.0, 1);
  SLOPE(power_half, 0.0, inf);
  SLOPE(power_0, 0.0, 0);
  SLOPE(power_minus, 0.0, -inf);
  SLOPES(power, 0.0, 3.0, 0, 0);
  SLOPES(power, 0.0, 2.0, 0, 0);
  SLOPES(power, 0.0, 1.0, 1, 0);
  SLOPES(power, 0.0, 0.5, inf, 0);
  SLOPES(power, 0.0, 0.0, 0, 0);
  SLOPES(power, -2.0, 3.0, 12, NaN);
  SLOPES(power, 2.0, 0.0, 0, std::log(2.0));
}

TEST_CASE("x log y at x = 0", "[kinks]") {
  SLOPES(xlogy, 0.0, 2.0, std::log(2.0), 0);
  SLOPES(xlogy, 0.0, 0.0, -inf, 0);
  SLOPE(xlogx, 0.0, -inf);
  CHECK(fm::xlogy(0.0, 0.0) == 0);
  CHECK(std::isnan(fm::xlogy(0.0, NaN)));
}

TEST_CASE("where sends nothing to the side that was not taken", "[kinks]") {
  SLOPE(masked_sqrt, 1.0, 1);
  SLOPE(masked_product, 1.0, 0);
  SLOPE(masked_root, 0.0, 0);
  SLOPE(masked_exp, 1e10, 0);
  SLOPE(double_masked, 0.0, 0);
  SLOPE(double_masked, -1.0, 0);
  SLOPE(double_masked, 4.0, 0.25);
  SLOPE(safe, 0.0, 0);
  SLOPE(safe, -1.0, 0);
  SLOPE(safe, 4.0, 0.25);
}

TEST_CASE("products with zeros have exact derivatives", "[kinks]") {
  CHECK(gradient(vector::prod, {2, 0, 3}) == Slopes{0, 6, 0});
  CHECK(gradient(vector::prod, {0, 0, 3}) == Slopes{0, 0, 0});
}

TEST_CASE("logsumexp of infinities", "[kinks]") {
  CHECK(fm::logsumexp(fm::tensor<double>({-inf, -inf})).item() == -inf);
  CHECK(gradient(vector::logsumexp, {-inf, -inf}) == Slopes{0, 0});
  CHECK(gradient(vector::logsumexp, {-inf, 1}) == Slopes{0, 1});
  CHECK(fm::logsumexp(fm::tensor<double>({inf, 1})).item() == inf);
  CHECK(gradient(vector::logsumexp, {inf, 1}) == Slopes{1, 0});
  CHECK(gradient(vector::logsumexp, {0, -inf, 0}) == Slopes{0.5, 0, 0.5});
}

TEST_CASE("softmax of equal and of infinite logits", "[kinks]") {
  CHECK(gradient(vector::softmax_first, {5, 5}) == Slopes{0.25, -0.25});
  CHECK(gradient(vector::softmax_first, {0, -inf, 0}) == Slopes{0.25, 0, -0.25});
  CHECK(gradient(vector::log_softmax_first, {0, -inf, 0}) == Slopes{0.5, 0, -0.5});
}
