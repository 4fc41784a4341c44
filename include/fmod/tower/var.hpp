// fmod/tower/var.hpp: Var, a value with its place on a tape, and the interpreter of reverse mode
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/tower/scalar_tape.hpp>

namespace fm::tower {

/// Where the cotangent of a value goes: a node of a tape, or a variable of the tape's numbers. Null for constants.
template <class T> struct TensorLink {
  SlotNode<T> const* node = nullptr;
  Tape* tape = nullptr;
  std::uint64_t stamp = 0;

  bool live() const noexcept { return node != nullptr; }
  /// The tape, if the call that made it is still going on.
  Tape& owner() const {
    if (tape->stamp() != stamp) call_has_ended();
    return *tape;
  }
  void add(Sweep& s, T d) const { s.add(*node, std::move(d)); }
  void set(Sweep& s, T d) const { s.set(*node, std::move(d)); }
  bool has(Sweep& s) const { return s.has(*node); }
  T const& get(Sweep& s) const { return s.get(*node); }
};
template <class T> struct ScalarLink {
  ScalarTape<T>* tape = nullptr;
  std::uint32_t index = 0;
  std::uint32_t stamp = 0;

  bool live() const noexcept { return index != 0; }
  FM_ALWAYS_INLINE void check() const {
    if (tape->stamp() != stamp) call_has_ended();
  }
  Tape& owner() const {
    check();
    return tape->owner();
  }
  T* numbers(Sweep& s) const { return s.numbers<T>(tape, tape->count()); }
  void add(Sweep& s, T d) const { numbers(s)[index] = tower::plus<T>(std::move(numbers(s)[index]), std::move(d)); }
  void set(Sweep& s, T d) const { numbers(s)[index] = std::move(d); }
  bool has(Sweep&) const { return true; }
  T const& get(Sweep& s) const { return numbers(s)[index]; }
};
struct NoLink {};
template <class T> using Link = std::conditional_t<is_scalar<T>, ScalarLink<T>, TensorLink<T>>;

/// A value of one vjp or grad, and the node that made it. Without a node it is a constant: its cotangent is never made.
template <class T, class Fr> struct Var {
  static constexpr bool scalar = is_scalar<T>;

  Var() = default;
  /// A constant: from a value of a lower level, or from any number if T is a number.
  template <class X>
  requires((level_of<X> < Fr::level) && Value<X> && (is_scalar<X> == scalar)) FM_ALWAYS_INLINE Var(X x)
      : primal_(tower::lift<T>(std::move(x))) {}
  FM_ALWAYS_INLINE Var(T primal, Link<T> link) : primal_(std::move(primal)), link_(link) {}

  T const& primal() const noexcept { return primal_; }
  T take_primal() && { return std::move(primal_); }
  Link<T> const& link() const noexcept { return link_; }

  /// Index `i` of the leading axis.
  auto operator[](std::integral auto i) const { return tower::leading(*this, static_cast<int64_t>(i)); }
  Shape shape() const { return shape_of(primal_); }
  int rank() const { return shape().rank(); }
  int64_t size() const { return shape().size(); }

 private:
  T primal_{};
  Link<T> link_{};
};

/// A leaf that a transform differentiates: the first nodes of its tape.
template <class T> struct InputNode final : SlotNode<T> {
  void pull(Sweep&) const override {}
  void push(Sweep&) const override {}
};
template <class T> Link<T> make_input(Tape& tape) {
  if constexpr (is_scalar<T>) {
    auto& numbers = tape.scalars<ScalarTape<T>>();
    return {&numbers, numbers.variable(), numbers.stamp()};
  } else {
    return {tape.make<InputNode<T>>(), &tape, tape.stamp()};
  }
}

/// The record of one op. Links: one for each argument, NoLink where the argument is a constant by its type.
template <class Fr, class Op, class Y, class KeptResult, class Kept, class Links>
struct OpNode final : std::conditional_t<is_scalar<Y>, Node, SlotNode<Y>> {
  Op op;
  KeptResult result;
  Kept kept;
  Links links;
  ScalarLink<Y> out;  // where Y is a number

  OpNode(Op o, KeptResult r, Kept k, Links l) : op(std::move(o)), result(std::move(r)), kept(std::move(k)), links(l) {}

  void pull(Sweep& s) const override {
    if constexpr (is_scalar<Y>) {
      pull_each(s, out.get(s), std::make_index_sequence<pack_size<Links>>{});
    } else {
      if (s.has(*this)) pull_each(s, s.take(*this), std::make_index_sequence<pack_size<Links>>{});
    }
  }
  void push(Sweep& s) const override {
    if constexpr (Fr::kind == mode::kept) push_each(s, std::make_index_sequence<pack_size<Links>>{});
  }

 private:
  template <std::size_t I> static constexpr bool linked = !std::is_same_v<pack_item_t<I, Links>, NoLink>;
  template <std::size_t I> bool live() const {
    if constexpr (linked<I>)
      return tower::get<I>(links).live();
    else
      return false;
  }
  template <std::size_t... I> void pull_each(Sweep& s, Y ct, std::index_sequence<I...>) const {
    std::size_t last = 0;  // who may have the cotangent itself, to write into it
    ((last = live<I>() ? I : last), ...);
    (pull_one<I>(s, ct, last), ...);
  }
  template <std::size_t I> void pull_one(Sweep& s, Y& ct, std::size_t last) const {
    if constexpr (linked<I>) {
      auto const& link = tower::get<I>(links);
      if (!link.live()) return;
      using T = argument_t<pack_item_t<I, Kept>>;
      link.add(s, checked<Op>("vjp", int(I),
                              tower::lift<T>(rule_vjp<I>(op, I == last ? std::move(ct) : Y(ct), result, kept)),
                              shape_of(tower::get<I>(kept))));
    }
  }
  template <std::size_t... I> void push_each(Sweep& s, std::index_sequence<I...>) const {
    Y sum{};
    bool first = true;
    (push_one<I>(s, sum, first), ...);
    if (first) return;
    if constexpr (is_scalar<Y>)
      out.set(s, std::move(sum));
    else
      s.set(*this, std::move(sum));
  }
  template <std::size_t I> void push_one(Sweep& s, Y& sum, bool& first) const {
    if constexpr (linked<I>) {
      auto const& link = tower::get<I>(links);
      if (!link.live() || !link.has(s)) return;
      Y d = checked<Op>("jvp", int(I), tower::lift<Y>(rule_jvp<I>(op, link.get(s), result, kept)), shape_of(result));
      sum = first ? std::move(d) : tower::plus<Y>(std::move(sum), std::move(d));
      first = false;
    }
  }
};

template <class Fr> struct Reverse {
  template <class Op, class... Xs> FM_ALWAYS_INLINE static auto interpret(Op const& op, Xs&... xs) {
    if constexpr (!is_differentiable<Op>())
      return rebox_constant<highest_t<Xs...>>(tower::apply(op, take_primal<Fr>(std::move(xs))...));
    else
      return differentiate(std::index_sequence_for<Xs...>{}, op, xs...);
  }

 private:
  template <std::size_t... I, class Op, class... Xs>
  static auto differentiate(std::index_sequence<I...>, Op const& given, Xs&... xs) {
    unsigned const active = ((differentiates<Op>(I) && is_live(xs) ? 1u << I : 0u) | ...);
    Op const op = with_active(given, active);
    using Y = decltype(tower::apply(op, std::declval<below_t<Fr, Xs>>()...));
    using Result = Var<Y, Fr>;
    if constexpr ((std::is_same_v<Y, below_t<Fr, Xs>> || ...) && (all_numbers<Y, Xs> && ...) &&
                  !(selects<Op> && has_lanes<Y>)) {
      // Numbers only: the partial derivatives are all that is kept.
      Y z = tower::apply(op, primal_of<Fr>(xs)...);
      if (active == 0) return Result(std::move(z));
      ScalarTape<Y>* tape = nullptr;
      (join(tape, xs), ...);
      Pack<below_t<Fr, Xs> const&...> const primals{{primal_of<Fr>(xs)}...};
      (enter<I>(*tape, op, z, primals, xs), ...);
      return Result(std::move(z), ScalarLink<Y>{tape, tape->variable(), tape->stamp()});
    } else {
      if (active == 0) return Result(tower::apply(op, take_primal<Fr>(std::move(xs))...));
      Tape* tape = nullptr;
      (join(tape, xs), ...);
      using Kept = Pack<decltype(keep_argument<Op, I>(primal_of<Fr>(xs)))...>;
      Kept kept{{keep_argument<Op, I>(primal_of<Fr>(xs))}...};
      Y z = tower::apply(op, take_primal<Fr>(std::move(xs))...);
      auto kept_z = keep_value<Op>(z);
      using Links = Pack<decltype(link_of<Op, I>(xs))...>;
      Links const links{{link_of<Op, I>(xs)}...};
      using N = OpNode<Fr, Op, Y, decltype(kept_z), Kept, Links>;
      if constexpr (is_scalar<Y>) {
        auto& numbers = tape->template scalars<ScalarTape<Y>>();
        ScalarLink<Y> const out{&numbers, numbers.variable(), numbers.stamp()};
        tape->template make<N>(op, std::move(kept_z), std::move(kept), links)->out = out;
        return Result(std::move(z), out);
      } else {
        auto const* node = tape->template make<N>(op, std::move(kept_z), std::move(kept), links);
        return Result(std::move(z), TensorLink<Y>{node, tape, tape->stamp()});
      }
    }
  }

  // May an op on this argument be recorded by its partials on the tape of numbers of type Y?
  template <class Y, class X>
  static constexpr bool all_numbers = is_scalar<Y>&& is_scalar<X> &&
                                      (level_of<X> != Fr::level || std::is_same_v<below_t<Fr, X>, Y>);

  // Lanes differ in the side that is taken, so such an op on mapped numbers is recorded with its rules.
  template <class Op> static constexpr bool selects = requires { Op::selects; };

  template <class X> FM_ALWAYS_INLINE static bool is_live(X const& x) {
    if constexpr (belongs<Fr, X>())
      return x.link().live();
    else
      return false;
  }
  template <class Op, std::size_t I, class X> static auto link_of(X const& x) {
    if constexpr (belongs<Fr, X>() && differentiates<Op>(I))
      return x.link();
    else
      return NoLink{};
  }
  template <class X> static void join(Tape*& tape, X const& x) {
    if constexpr (belongs<Fr, X>()) {
      if (!x.link().live()) return;
      Tape* const t = &x.link().owner();
      if (tape != nullptr && tape != t) stamps_differ();
      tape = t;
    }
  }
  template <class Y, class X> FM_ALWAYS_INLINE static void join(ScalarTape<Y>*& tape, X const& x) {
    if constexpr (belongs<Fr, X>()) {
      if (!x.link().live()) return;
      x.link().check();
      if (tape != nullptr && tape != x.link().tape) stamps_differ();
      tape = x.link().tape;
    }
  }
  template <std::size_t I, class Op, class Y, class Primals, class X>
  FM_ALWAYS_INLINE static void enter(ScalarTape<Y>& tape, Op const& op, Y const& z, Primals const& primals,
                                     X const& x) {
    if constexpr (belongs<Fr, X>() && differentiates<Op>(I)) {
      if (!x.link().live()) return;
      Y p = tower::lift<Y>(partial<I>(op, z, primals));
      // A side that was not taken is no factor of 0, which an infinite tangent would turn into NaN: it has no part at all.
      if constexpr (selects<Op>) {
        if (tower::value_of(p) == 0) return;
      }
      tape.entry(std::move(p), x.link().index);
    }
  }
  template <std::size_t I, class Op, class Z, class Primals>
  FM_ALWAYS_INLINE static auto partial(Op const& op, Z const& z, Primals const& primals) {
    return [&]<std::size_t... J>(std::index_sequence<J...>) FM_LAMBDA_INLINE {
      if constexpr (requires { op.template partial<I>(z, tower::get<J>(primals)...); })
        return op.template partial<I>(z, tower::get<J>(primals)...);
      else
        return op.template vjp<I>(tower::lift<Z>(1.0), z, tower::get<J>(primals)...);
    }
    (std::make_index_sequence<pack_size<Primals>>{});
  }
};
template <class T, class Fr> struct interpreter<Var<T, Fr>> : Reverse<Fr> {};

}  // namespace fm::tower
