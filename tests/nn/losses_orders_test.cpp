// tests/nn/losses_orders_test.cpp: derivatives of the losses by prediction and by target, in every composition of modes
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <fmod/nn/losses.hpp>
#include <fmod/ops/tree.hpp>
#include <fmod/transforms/transforms.hpp>

namespace {

using fm::Tensor;
using fm::nn::Reduction;
namespace nn = fm::nn;

enum class loss { mse, l1, huber, smooth_l1, binary_cross_entropy, cross_entropy, cross_entropy_of_probabilities };
auto const labels = fm::tensor<fm::int64_t>({2, 0});

/// All losses in one function with a switch, so that the transforms of it are compiled once.
struct Loss {
  loss which;
  Reduction reduction = Reduction::mean;
  template <class X, class Y> auto operator()(X const& x, Y const& y) const {
    using R = decltype(nn::mse(x, y, reduction));
    switch (which) {
      case loss::mse:
        return R(nn::mse(x, y, reduction));
      case loss::l1:
        return R(nn::l1(x, y, reduction));
      case loss::huber:
        return R(nn::huber(x, y, 0.95, reduction));
      case loss::smooth_l1:
        return R(nn::smooth_l1(x, y, 0.65, reduction));
      case loss::binary_cross_entropy:
        return R(nn::binary_cross_entropy_with_logits(x, y, reduction));
      case loss::cross_entropy:
        return tower_sum<R>(nn::cross_entropy(x, labels, reduction), y);
      case loss::cross_entropy_of_probabilities:
        return R(nn::cross_entropy(x, y, reduction));
    }
    return R();
  }

 private:
  template <class R, class C, class Y> static R tower_sum(C const& c, Y const& y) {
    return R(fm::add(c, fm::mul(0.0, fm::sum(y))));
  }
};

/// First and second derivatives of loss(x(t), y(t)) along both arguments: modes agree with differences and with each other.
template <class F> void check_orders(F const& f, Tensor<double> const& z) {
  auto const v = fm::tensor<double>({{{0.5, -1, 0.25}, {1, 0.75, -0.5}}, {{-0.25, 1, 0.5}, {-0.75, 0.25, 1}}});
  auto const w = fm::tensor<double>({{{1, 0.5, -0.75}, {-0.25, 1, 0.5}}, {{0.5, -0.5, 1}, {1, -1, 0.25}}});
  double const h = 1e-5;
  auto const at = [&](double t) { return fm::add(z, fm::mul(t, v)); };
  double const along = fm::tree::dot(fm::grad(f)(z), v).item();
  CHECK((f(at(h)).item() - f(at(-h)).item()) / (2 * h) == Approx(along).epsilon(1e-7).margin(1e-7));
  CHECK(fm::jvp(f, z, v).second.item() == Approx(along).margin(1e-13));
  double const second = fm::tree::dot(fm::hvp(f)(z, v), w).item();
  CHECK((fm::tree::dot(fm::grad(f)(at(h)), w).item() - fm::tree::dot(fm::grad(f)(at(-h)), w).item()) / (2 * h) ==
        Approx(second).epsilon(1e-7).margin(1e-7));
  auto const reverse_twice = fm::grad([&](auto const& y) { return fm::tree::dot(fm::grad(f)(y), w); })(z);
  CHECK(fm::tree::dot(reverse_twice, v).item() == Approx(second).margin(1e-12));
  CHECK(fm::jvp([&](auto const& y) { return fm::jvp(f, y, w).second; }, z, v).second.item() ==
        Approx(second).margin(1e-12));
}

}  // namespace

TEST_CASE("every loss has right derivatives in jvp, grad, grad of grad, jvp of grad, jvp of jvp", "[losses]") {
  auto const z = fm::tensor<double>({{{0.3, -1.2, 2}, {0.7, 0.1, -3}}, {{1, 0.5, -0.25}, {0.2, 0.6, 0.9}}});
  for (auto which : {loss::mse, loss::l1, loss::huber, loss::smooth_l1, loss::binary_cross_entropy, loss::cross_entropy,
                     loss::cross_entropy_of_probabilities})
    for (auto reduction : {Reduction::mean, Reduction::sum}) {
      CAPTURE(static_cast<int>(which));
      check_orders([f = Loss{which, reduction}](auto const& both) { return f(fm::index(both, 0), fm::index(both, 1)); },
                   z);
    }
}
