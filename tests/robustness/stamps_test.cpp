// stamps_test.cpp: mistakes that types cannot see are errors at run time: virtual calls, statics, outlived boxes
// SPDX-License-Identifier: MIT
#include "support.hpp"

#include <any>

using namespace robustness;

namespace {

using fm::tower::mode;

constexpr bool scalar_duals_stamped = FM_STAMP_SCALARS;

/// Runs f, which must throw an error that names one of the two mistakes.
template <class F> void check_refused(F const& f) {
  std::string text = "nothing";
  try {
    static_cast<void>(f());
  } catch (fm::value_error const& e) {
    text = e.what();
  }
  INFO("thrown: " << text);
  CHECK((text.find("two different calls of a transform meet") != std::string::npos ||
         text.find("after the call of the transform that made it has ended") != std::string::npos));
}

// ---- one struct type that differentiates itself: d/du u (d/dv (u + v)) is 1, by confusion 2
template <mode M> struct Itself {
  bool outer;
  std::any x;
  template <class U> U operator()(U const& u) const {
    if (!outer) return std::any_cast<U const&>(x) + u;
    if constexpr (M == mode::forward)
      return u * fm::jvp(Itself{false, u}, fm::ones_like(fm::value_of(u)), fm::ones_like(fm::value_of(u))).second;
    else
      return u * fm::grad(Itself{false, u})(fm::ones_like(fm::value_of(u)));
  }
};
template <mode M, class X> auto differentiate_itself(X const& x) {
  if constexpr (M == mode::forward)
    return fm::jvp(Itself<M>{true, {}}, x, fm::ones_like(x)).second;
  else
    return fm::grad(Itself<M>{true, {}})(x);
}

// ---- the same behind a virtual call
template <mode M, class X> struct Virtual;
template <mode M, class X> struct Call {
  Virtual<M, X> const* function;
  template <class U> auto operator()(U const& u) const { return function->at(u); }
};
template <mode M, class X>
using VirtualBox =
    std::conditional_t<M == mode::forward, fm::tower::Dual<X, fm::tower::frame_of<Call<M, X>, mode::forward, double>>,
                       fm::tower::Var<X, fm::tower::frame_of<Call<M, X>, mode::once, double>>>;
template <mode M, class X> struct Virtual {
  virtual ~Virtual() = default;
  virtual VirtualBox<M, X> at(VirtualBox<M, X> const& u) const = 0;
};
template <mode M, class X> struct Shift : Virtual<M, X> {
  VirtualBox<M, X> by;
  explicit Shift(VirtualBox<M, X> b) : by(b) {}
  VirtualBox<M, X> at(VirtualBox<M, X> const& u) const override { return by + u; }
};
template <mode M, class X> auto derivative(Virtual<M, X> const& f, X const& x) {
  if constexpr (M == mode::forward)
    return fm::jvp(Call<M, X>{&f}, x, fm::ones_like(x)).second;
  else
    return fm::grad(Call<M, X>{&f})(x);
}
template <mode M, class X> struct TimesDerivative : Virtual<M, X> {
  VirtualBox<M, X> at(VirtualBox<M, X> const& u) const override {
    return u * derivative<M, X>(Shift<M, X>(u), fm::ones_like(fm::value_of(u)));
  }
};

// ---- a static inside a generic lambda, and a box in a std::any
struct Static {
  template <class X> auto operator()(X const& x) const {
    static X const first = x;
    return first * x;
  }
};
template <class X> struct Keep {
  std::any* place;
  template <class U> auto operator()(U const& u) const {
    *place = u;
    return u * u;
  }
};
/// Multiplies by the box that an earlier call left behind, or leaves its own.
struct Mix {
  std::any* place;
  auto operator()(auto const& x) const {
    using X = std::remove_cvref_t<decltype(x)>;
    if (place->has_value() && place->type() == typeid(X)) return x * std::any_cast<X const&>(*place);
    *place = x;
    return x * x;
  }
};
/// Returns the box that an earlier call left behind, or leaves its own.
struct ReturnKept {
  std::any* place;
  auto operator()(auto const& x) const {
    using X = std::remove_cvref_t<decltype(x)>;
    if (place->has_value()) return std::any_cast<X>(*place);
    *place = x;
    return x;
  }
};

}  // namespace

TEST_CASE("a struct that differentiates itself", "[stamps][5]") {
  check_refused([] { return differentiate_itself<mode::once>(0.0); });
  check_refused([] { return differentiate_itself<mode::once>(fm::scalar(0.0)); });
  check_refused([] { return differentiate_itself<mode::forward>(fm::scalar(0.0)); });
  if (scalar_duals_stamped) check_refused([] { return differentiate_itself<mode::forward>(0.0); });
}

TEST_CASE("a virtual function that is differentiated inside itself", "[stamps]") {
  check_refused([] { return derivative<mode::once, double>(TimesDerivative<mode::once, double>(), 0.0); });
  check_refused([] {
    return derivative<mode::once, fm::Tensor<double>>(TimesDerivative<mode::once, fm::Tensor<double>>(),
                                                      fm::scalar(0.0));
  });
  check_refused([] {
    return derivative<mode::forward, fm::Tensor<double>>(TimesDerivative<mode::forward, fm::Tensor<double>>(),
                                                         fm::scalar(0.0));
  });
  if (scalar_duals_stamped)
    check_refused([] { return derivative<mode::forward, double>(TimesDerivative<mode::forward, double>(), 0.0); });
  // Where nothing is mixed, a virtual function differentiates.
  VirtualBox<mode::once, double> const five(5.0);
  CHECK(derivative<mode::once, double>(Shift<mode::once, double>(five), 1.0) == 1);
}

TEST_CASE("a static that survives a call", "[stamps]") {
  CHECK(fm::grad(Static{})(3.0) == 6);
  check_refused([] { return fm::grad(Static{})(3.0); });
  CHECK(fm::grad(Static{})(fm::scalar(3.0)).item() == 6);
  check_refused([] { return fm::grad(Static{})(fm::scalar(3.0)); });
  CHECK(fm::jvp(Static{}, fm::scalar(3.0), fm::scalar(1.0)).second.item() == 6);
  check_refused([] { return fm::jvp(Static{}, fm::scalar(3.0), fm::scalar(1.0)); });
  CHECK(fm::vjp(Static{}, 3.0).second(1.0) == 6);
  check_refused([] { return fm::vjp(Static{}, 3.0); });
  if (scalar_duals_stamped) {
    CHECK(fm::jvp(Static{}, 3.0, 1.0).second == 6);
    check_refused([] { return fm::jvp(Static{}, 3.0, 1.0); });
  }
  // The same in a generic lambda.
  auto const lambda = [](auto const& x) {
    static auto const first = x;
    return first * x;
  };
  CHECK(fm::grad(lambda)(fm::scalar(3.0)).item() == 6);
  check_refused([&] { return fm::grad(lambda)(fm::scalar(3.0)); });
}

TEST_CASE("a box that is used after its call", "[stamps]") {
  std::any kept;
  // A box at hand without any transform going on.
  auto const square_of_kept = [&]<class Box>(Box const*) {
    auto const& box = std::any_cast<Box const&>(kept);
    return box * box;
  };
  fm::grad(Keep<double>{&kept})(2.0);
  using Number = fm::tower::Var<double, fm::tower::frame_of<Keep<double>, mode::once, double>>;
  check_refused([&] { return square_of_kept(static_cast<Number const*>(nullptr)); });
  CHECK(fm::value_of(std::any_cast<Number const&>(kept)) == 2);  // its value may be looked at

  fm::grad(Keep<double>{&kept})(fm::scalar(2.0));
  using Tensor = fm::tower::Var<fm::Tensor<double>, fm::tower::frame_of<Keep<double>, mode::once, double>>;
  check_refused([&] { return square_of_kept(static_cast<Tensor const*>(nullptr)); });

  fm::vjp(Keep<double>{&kept}, fm::scalar(2.0));
  using Recorded = fm::tower::Var<fm::Tensor<double>, fm::tower::frame_of<Keep<double>, mode::kept, double>>;
  check_refused([&] { return square_of_kept(static_cast<Recorded const*>(nullptr)); });

  // Also while another call of the same function goes on, and has perhaps taken over the tape.
  auto const later = [&](auto const& x) {
    std::any const old = kept;
    auto const y = fm::grad(Keep<double>{&kept})(x);
    return y;
  };
  CHECK(later(3.0) == 6);
  std::any place;
  CHECK(fm::grad(Mix{&place})(2.0) == 4);
  check_refused([&] { return fm::grad(Mix{&place})(2.0); });
  place.reset();
  CHECK(fm::jvp(Mix{&place}, fm::scalar(2.0), fm::scalar(1.0)).second.item() == 4);
  check_refused([&] { return fm::jvp(Mix{&place}, fm::scalar(2.0), fm::scalar(1.0)); });
  place.reset();
  CHECK(fm::vjp(Mix{&place}, fm::scalar(2.0)).second(fm::scalar(1.0)).item() == 4);
  check_refused([&] { return fm::vjp(Mix{&place}, fm::scalar(2.0)); });
}

TEST_CASE("a box of an ended call that is the result", "[stamps]") {
  std::any place;
  CHECK(fm::grad(ReturnKept{&place})(2.0) == 1);
  check_refused([&] { return fm::grad(ReturnKept{&place})(2.0); });
  place.reset();
  CHECK(fm::grad(ReturnKept{&place})(fm::scalar(2.0)).item() == 1);
  check_refused([&] { return fm::grad(ReturnKept{&place})(fm::scalar(2.0)); });
  place.reset();
  CHECK(fm::vjp(ReturnKept{&place}, 2.0).second(1.0) == 1);
  check_refused([&] { return fm::vjp(ReturnKept{&place}, 2.0); });
  place.reset();
  CHECK(fm::vjp(ReturnKept{&place}, fm::scalar(2.0)).second(fm::scalar(1.0)).item() == 1);
  check_refused([&] { return fm::vjp(ReturnKept{&place}, fm::scalar(2.0)); });
  place.reset();
  CHECK(fm::jvp(ReturnKept{&place}, fm::scalar(2.0), fm::scalar(1.0)).second.item() == 1);
  check_refused([&] { return fm::jvp(ReturnKept{&place}, fm::scalar(2.0), fm::scalar(1.0)); });
}

TEST_CASE("boxes of another thread's call of the same function", "[stamps]") {
  std::any place;
  std::thread([&] { fm::grad(Keep<double>{&place})(fm::scalar(2.0)); }).join();
  using Tensor = fm::tower::Var<fm::Tensor<double>, fm::tower::frame_of<Keep<double>, mode::once, double>>;
  check_refused([&] { return std::any_cast<Tensor const&>(place) + 1.0; });
}
