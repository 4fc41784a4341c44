// names_test.cpp: functions of a namespace with its own mul, add, sum, lift, apply, map, get, ... differentiate right
// SPDX-License-Identifier: MIT
#include "support.hpp"

namespace user {

// Each takes anything, so argument-dependent lookup in the library would find it and be wrong.
#define USER_FUNCTION(name) \
  template <class... X> int name(X&&...) { throw std::logic_error("user::" #name " was called"); }
USER_FUNCTION(mul)
USER_FUNCTION(add)
USER_FUNCTION(sub) USER_FUNCTION(neg) USER_FUNCTION(div) USER_FUNCTION(sum) USER_FUNCTION(mean) USER_FUNCTION(lift)
    USER_FUNCTION(apply) USER_FUNCTION(map) USER_FUNCTION(get) USER_FUNCTION(where) USER_FUNCTION(square)
        USER_FUNCTION(reshape) USER_FUNCTION(chain) USER_FUNCTION(broadcast_like) USER_FUNCTION(sum_like)
            USER_FUNCTION(matmul) USER_FUNCTION(shape_of) USER_FUNCTION(value_of) USER_FUNCTION(full_like)
                USER_FUNCTION(plus) USER_FUNCTION(for_each) USER_FUNCTION(strip) USER_FUNCTION(zero) USER_FUNCTION(move)
                    USER_FUNCTION(forward) USER_FUNCTION(grad) USER_FUNCTION(jvp) USER_FUNCTION(vjp) USER_FUNCTION(tie)
                        USER_FUNCTION(make_tuple) USER_FUNCTION(swap) USER_FUNCTION(checked) USER_FUNCTION(record)
                            USER_FUNCTION(visit) USER_FUNCTION(count) USER_FUNCTION(interpret) USER_FUNCTION(literal)
                                USER_FUNCTION(call) USER_FUNCTION(leading) USER_FUNCTION(is_absent) USER_FUNCTION(equal)
                                    USER_FUNCTION(exp) USER_FUNCTION(log) USER_FUNCTION(sin) USER_FUNCTION(tanh)
                                        USER_FUNCTION(data) USER_FUNCTION(size) USER_FUNCTION(begin) USER_FUNCTION(end)
                                            USER_FUNCTION(addressof) USER_FUNCTION(min) USER_FUNCTION(max)
                                                USER_FUNCTION(item)
#undef USER_FUNCTION

                                                    struct Tag {
};

/// A function whose type, and whose template argument, belong to this namespace.
template <class T> struct Model {
  double scale;
  template <class X> auto operator()(X const& x) const {
    auto y = fm::tanh(fm::mul(x, scale)) + fm::exp(x) / (1.0 + fm::square(x));
    return fm::sum(fm::where(fm::greater(y, 0.0), y, 0.5 * y));
  }
};
inline auto const lambda = [](auto const& x) { return fm::sum(fm::sin(x) * x + fm::log(x + 2.0)); };

}  // namespace user

TEST_CASE("names of the user's namespace are not found by the library", "[names]") {
  auto const x = fm::tensor<double>({0.5, 1.5});
  auto const want = [](double v) { return std::cos(v) * v + std::sin(v) + 1 / (v + 2); };
  CHECK(fm::grad(user::lambda)(x)(1) == Approx(want(1.5)).epsilon(1e-14));
  CHECK(fm::grad(user::lambda)(0.5) == Approx(want(0.5)).epsilon(1e-14));
  CHECK(fm::jvp(user::lambda, x, x).second.item() == Approx(want(0.5) * 0.5 + want(1.5) * 1.5).epsilon(1e-14));
  CHECK(fm::vjp(user::lambda, 0.5).second(1.0) == Approx(want(0.5)).epsilon(1e-14));
  CHECK(fm::linearize(user::lambda, 0.5).second(1.0) == Approx(want(0.5)).epsilon(1e-14));
  double const curvature = -std::sin(0.5) * 0.5 + 2 * std::cos(0.5) - 1 / (2.5 * 2.5);
  CHECK(fm::hvp(user::lambda)(0.5, 1.0) == Approx(curvature).epsilon(1e-14));

  user::Model<user::Tag> const model{0.5};
  auto const g = fm::grad(model)(x);
  auto const h = fm::hvp(model)(x, fm::tensor<double>({1, 0}));
  double const step = 1e-5;
  auto const at = [&](double v) { return model(fm::tensor<double>({v})).item(); };
  CHECK(g(0) == Approx((at(0.5 + step) - at(0.5 - step)) / (2 * step)).epsilon(1e-8));
  CHECK(h(0) == Approx((at(0.5 + step) - 2 * at(0.5) + at(0.5 - step)) / (step * step)).epsilon(1e-4));
  CHECK(fm::value_and_grad(model)(0.5).first == Approx(at(0.5)).epsilon(1e-14));
}
