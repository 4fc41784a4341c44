// fmod/tower/series.hpp: Series, Taylor coefficients along a curve, and the interpreter that computes with them
// SPDX-License-Identifier: MIT
//
// Along a curve t -> x(t) an op's result z = op(x) obeys z' = J(x, z) x', where the right-hand side is the op's own
// tangent rule, run on series. Its coefficients follow one from the other,
//   z_(k+1) = [J(x, z) x']_k / (k + 1),
// because coefficient k of the rule needs z up to k only. So every op has its recurrence already, to every order:
// nothing has to be said of it but its rule. Two kinds of op need no rule: what is linear is applied to each
// coefficient, what is bilinear is a sum of products.
//
// Coefficients are computed when they are asked for, each once (Coefficients). An op on series that are complete is
// completed at once, so only what a rule computes from an unfinished z waits, and no chain of calls is longer than a
// rule times the order.
#pragma once
#include <fmod/tower/coefficients.hpp>
#include <fmod/tower/lift.hpp>
#include <fmod/tower/stamp.hpp>

#include <limits>
#include <tuple>

namespace fm::tower {

template <class T, class Fr> struct Series;
template <class T, class Fr> struct box<Series<T, Fr>> {
  static constexpr int level = Fr::level;
  using frame = Fr;
  using below = T;
  using base = typename box<T>::base;
  template <class U> using over = Series<U, Fr>;
};

/// A value with its Taylor coefficients of order 1 to `order`. Without coefficients it is a constant.
template <class T, class Fr> struct Series {
  static constexpr bool scalar = is_scalar<T>;

  Series() = default;
  template <class X>
  requires((level_of<X> < Fr::level) && Value<X> && (is_scalar<X> == scalar)) Series(X x)
      : primal_(tower::lift<T>(std::move(x))) {}
  Series(T primal, CoefficientsHandle<T> coefficients, int order, std::uint64_t stamp)
      : primal_(std::move(primal)), coefficients_(std::move(coefficients)), order_(order), stamp_(stamp) {}

  T const& primal() const noexcept { return primal_; }
  T take_primal() && { return std::move(primal_); }
  bool active() const noexcept { return static_cast<bool>(coefficients_); }
  bool is_complete() const { return !active() || coefficients_->knows(order_); }
  int order() const noexcept { return order_; }
  std::uint64_t stamp() const noexcept { return stamp_; }
  CoefficientsHandle<T> const& coefficients() const noexcept { return coefficients_; }
  /// Coefficient k, absent or 0 if there is none.
  T at(int k) const {
    if (k == 0) return primal_;
    return active() ? coefficients_->at(k) : T{};
  }
  Series truncated(int order) const { return active() ? Series(primal_, coefficients_, order, stamp_) : *this; }

  /// Index `i` of the leading axis.
  auto operator[](std::integral auto i) const { return tower::leading(*this, static_cast<int64_t>(i)); }
  Shape shape() const { return shape_of(primal_); }
  int rank() const { return shape().rank(); }
  int64_t size() const { return shape().size(); }

 private:
  T primal_{};
  CoefficientsHandle<T> coefficients_;
  int order_ = 0;
  std::uint64_t stamp_ = 0;
};

/// c x; absent stays absent.
template <class T> T times(T x, double c) {
  if (is_absent(x)) return x;
  return tower::lift<T>(tower::chained<T>(std::move(x), tower::lift<T>(static_cast<element_t<T>>(c))));
}

/// x' of a series x: its coefficient k is (k + 1) x_(k+1).
template <class T, class Fr> struct DerivativeCoefficients final : Coefficients<T> {
  Series<T, Fr> x;
  DerivativeCoefficients(T first, Series<T, Fr> of) : Coefficients<T>(std::move(first)), x(std::move(of)) {}
  T next(int k) override { return times(x.at(k + 1), k + 1); }
};
template <class T, class Fr> Series<T, Fr> derivative(Series<T, Fr> const& x, int order) {
  T first = x.at(1);
  if (is_absent(first)) first = tower::full_like(x.primal(), 0);
  auto* const made = new DerivativeCoefficients<T, Fr>(first, x);
  return {std::move(first), CoefficientsHandle<T>::owning(made), order, x.stamp()};
}

/// Linear in its differentiated arguments: its rules read nothing, or only arguments that carry no derivative.
template <class Op> constexpr bool is_linear() {
  if constexpr ((Op::keep & keep_result) != 0)
    return false;
  else {
    for (std::size_t i = 0; i < 31; ++i)
      if (keeps_argument(Op::keep, i) && differentiates<Op>(i)) return false;
    return true;
  }
}
template <class Op> constexpr bool is_bilinear() {
  if constexpr (requires { Op::bilinear; })
    return Op::bilinear;
  else
    return false;
}

/// The coefficients of op(xs...).
template <class Fr, class Op, class Y, class... Xs> struct OpCoefficients final : Coefficients<Y> {
  Op op;
  std::tuple<Xs...> xs;
  int order;
  Series<Y, Fr> rate;  // J x', made when it is first needed
  OpCoefficients(Y first, Op o, int n, Xs const&... x)
      : Coefficients<Y>(std::move(first)), op(std::move(o)), xs(x...), order(n) {}

 private:
  void forget() override {
    xs = {};
    rate = {};
  }
  Y next(int k) override {
    if constexpr (is_bilinear<Op>())
      return product(k);
    else if constexpr (is_linear<Op>())
      return linear(k, std::index_sequence_for<Xs...>{});
    else {
      if (!rate.active()) rate = make_rate(std::index_sequence_for<Xs...>{});
      return times(rate.at(k - 1), 1.0 / k);
    }
  }
  static void add(Y& sum, Y d) {
    if (is_absent(d)) return;
    sum = is_absent(sum) ? std::move(d) : tower::plus<Y>(std::move(sum), std::move(d));
  }
  template <std::size_t I> auto coefficient([[maybe_unused]] int k) const {
    using X = std::tuple_element_t<I, std::tuple<Xs...>>;
    if constexpr (belongs<Fr, X>())
      return std::get<I>(xs).at(k);
    else
      return std::get<I>(xs);
  }
  template <std::size_t I> int last(int k) const {
    using X = std::tuple_element_t<I, std::tuple<Xs...>>;
    if constexpr (belongs<Fr, X>())
      return std::get<I>(xs).active() ? k : 0;
    else
      return 0;
  }
  Y product(int k) const {
    Y sum{};
    for (int i = k - last<1>(k); i <= last<0>(k); ++i) {
      auto x = coefficient<0>(i);
      auto y = coefficient<1>(k - i);
      if (!is_absent(x) && !is_absent(y)) add(sum, tower::lift<Y>(tower::apply(op, std::move(x), std::move(y))));
    }
    return sum;
  }
  template <std::size_t... I> Y linear(int k, std::index_sequence<I...>) {
    Pack<decltype(keep_argument<Op, I>(primal_of<Fr>(std::get<I>(xs))))...> const kept{
        {keep_argument<Op, I>(primal_of<Fr>(std::get<I>(xs)))}...};
    auto const like = keep_value<Op>(Coefficients<Y>::at(0));
    Y sum{};
    (term<I>(sum, coefficient<I>(k), like, kept), ...);
    return sum;
  }
  template <std::size_t I, class D, class Like, class Kept>
  void term(Y& sum, D d, Like const& like, Kept const& kept) const {
    using X = std::tuple_element_t<I, std::tuple<Xs...>>;
    if constexpr (belongs<Fr, X>() && differentiates<Op>(I)) {
      if (std::get<I>(xs).active() && !is_absent(d))
        add(sum, tower::lift<Y>(rule_jvp<I>(op, std::move(d), like, kept)));
    }
  }

  template <class X> auto cut(X const& x) const {
    if constexpr (belongs<Fr, X>())
      return x.truncated(order - 1);
    else
      return x;
  }
  template <std::size_t... I> Series<Y, Fr> make_rate(std::index_sequence<I...>) {
    std::uint64_t stamp = 0;
    ((stamp = stamp_of(std::get<I>(xs)) != 0 ? stamp_of(std::get<I>(xs)) : stamp), ...);
    Series<Y, Fr> const z(this->at(0), CoefficientsHandle<Y>::borrowing(this), order - 1, stamp);
    auto const kept_z = keep_value<Op>(z);
    Pack<decltype(keep_argument<Op, I>(cut(std::get<I>(xs))))...> const kept{
        {keep_argument<Op, I>(cut(std::get<I>(xs)))}...};
    Series<Y, Fr> sum;
    bool first = true;
    (rate_term<I>(sum, first, kept_z, kept), ...);
    // A rate that turned out constant has no coefficients: it gets some, so that it is not made again.
    if (!sum.active())
      return {sum.primal(), CoefficientsHandle<Y>::owning(new GivenCoefficients<Y>(sum.primal())), order - 1, stamp};
    return sum;
  }
  template <class X> static std::uint64_t stamp_of(X const& x) {
    if constexpr (belongs<Fr, X>())
      return x.stamp();
    else
      return 0;
  }
  template <std::size_t I, class Z, class Kept>
  void rate_term(Series<Y, Fr>& sum, bool& first, Z const& z, Kept const& kept) const {
    using X = std::tuple_element_t<I, std::tuple<Xs...>>;
    if constexpr (belongs<Fr, X>() && differentiates<Op>(I)) {
      if (!std::get<I>(xs).active()) return;
      auto d = tower::lift<Series<Y, Fr>>(rule_jvp<I>(op, derivative(std::get<I>(xs), order - 1), z, kept));
      d = checked<Op>("jvp", int(I), std::move(d), shape_of(z));
      sum = first ? std::move(d) : tower::plus<Series<Y, Fr>>(std::move(sum), std::move(d));
      first = false;
    }
  }
};

template <class Fr> struct Taylor {
  template <class Op, class... Xs> static auto interpret(Op const& op, Xs&... xs) {
    if constexpr (!is_differentiable<Op>())
      return rebox_constant<highest_t<Xs...>>(tower::apply(op, take_primal<Fr>(std::move(xs))...));
    else if constexpr (requires { op.unfused(xs...); }) {
      using Y = decltype(tower::apply(op, primal_of<Fr>(xs)...));
      return tower::lift<Series<Y, Fr>>(op.unfused(xs...));
    } else
      return differentiate(std::index_sequence_for<Xs...>{}, op, xs...);
  }

 private:
  template <std::size_t... I, class Op, class... Xs>
  static auto differentiate(std::index_sequence<I...>, Op const& given, Xs&... xs) {
    unsigned const active = ((differentiates<Op>(I) && is_active(xs) ? 1u << I : 0u) | ...);
    Op const op = with_active(given, active);
    auto z = tower::apply(op, primal_of<Fr>(xs)...);
    using Y = decltype(z);
    using Result = Series<Y, Fr>;
    if (active == 0) return Result(std::move(z));
    int order = std::numeric_limits<int>::max();
    std::uint64_t stamp = 0;
    bool complete = true;
    (join(order, stamp, complete, xs), ...);
    if (order == 0) return Result(std::move(z));
    auto const made = CoefficientsHandle<Y>::owning(new OpCoefficients<Fr, Op, Y, Xs...>(z, op, order, xs...));
    if (complete) made->complete(order);
    return Result(std::move(z), made, order, stamp);
  }
  template <class X> static bool is_active(X const& x) {
    if constexpr (belongs<Fr, X>())
      return x.active();
    else
      return false;
  }
  template <class X> static void join(int& order, std::uint64_t& stamp, bool& complete, X const& x) {
    if constexpr (belongs<Fr, X>()) {
      if (!x.active()) return;
      if (stamp != 0 && stamp != x.stamp()) stamps_differ();
      stamp = x.stamp();
      order = std::min(order, x.order());
      complete = complete && x.is_complete();
    }
  }
};
template <class T, class Fr> struct interpreter<Series<T, Fr>> : Taylor<Fr> {};

}  // namespace fm::tower
