// fmod/tower/batched.hpp: Batched, a value for each lane of a vmap, and the interpreter that runs ops on all lanes
// SPDX-License-Identifier: MIT
//
// A vmap runs its function once for all lanes. What differs from lane to lane is stored with the lanes as leading axis
// ("mapped"); what is the same for every lane is stored once and costs no more than without a vmap. Shapes are those of
// one lane.
// An op says how it works on such storage in one of two ways:
//   using batching = tower::aligned;        the op itself does: its arguments broadcast, or its axes count from the end
//   using batching = tower::every_lane;     likewise, but no argument may lack the leading axis
//   using batching = tower::lane_by_lane;   a loop over the lanes
// or, where the options of the op must change,
//   batch(lanes, x...)                      the result with the lanes as leading axis; `lanes` says which x are mapped
// A product of mapped columns and mapped rows is left undone until it is read (outer.hpp). Ops on either side of it say
//   outer_product(lanes, x, y)              the OuterProduct, for arguments of which may_be_outer(shapes of a lane) holds
//   of_outer(columns, rows)                 the result from the factors, for a shape of which reads_factors(shape) holds
#pragma once
#include <fmod/tower/lift.hpp>
#include <fmod/tower/outer.hpp>
#include <fmod/tower/stamp.hpp>

#include <tuple>
#include <vector>

namespace fm::tower {

/// The lanes of one application of an op: how many, and which of its arguments are mapped.
struct Lanes {
  static constexpr int64_t none = -1;
  int64_t count = none;
  std::uint64_t stamp = 0;
  std::uint64_t mapped = 0;  // bit i: argument i

  bool any() const noexcept { return mapped != 0; }
  bool of(std::size_t i) const noexcept { return ((mapped >> i) & 1u) != 0; }
  /// The shape of storage for a shape of one lane; with `rank`, after axes of size 1 that bring the lane to that rank.
  Shape stored(Shape const& lane, int rank = 0) const;
};
/// A stored shape without the lanes.
Shape lane_of(Shape const& stored);
[[noreturn]] void lanes_are_empty(char const* op);
[[noreturn]] void no_single_value();

// What batching itself needs of the ops; defined in ops/lanes.hpp.
template <class X> X reshaped(X x, Shape const& to);
template <class X> X stretched(X x, Shape const& to);
template <class S, class X> auto with_elements(X x);
template <class T> auto as_tensor(T number);
template <class N, class X> auto as_number(X rank0);
template <class X> auto stacked(std::vector<X> const& lanes);

/// What a lane of type T is stored in: numbers as tensors of rank 0, or of rank 1 if they are mapped.
template <class T> struct stored_as { using type = T; };
template <class T>
requires(is_scalar<T>) struct stored_as<T> {
  using type = rebind_t<T, Tensor<base_t<T>>>;
};
template <class T> using stored_t = typename stored_as<T>::type;

template <class T, class Fr> struct Batched {
  using Stored = stored_t<T>;
  static constexpr bool scalar = is_scalar<T>;

  /// Absent; a number is 0, as everywhere.
  Batched() {
    if constexpr (scalar) stored_ = tower::as_tensor(tower::lift<T>(base_t<T>(0)));
  }
  /// The same for every lane: from a value of a lower level, or from any number if T is a number.
  template <class X>
  requires((level_of<X> < Fr::level) && Value<X> && (is_scalar<X> == scalar)) Batched(X x)
      : stored_(store(tower::lift<T>(std::move(x)))) {}
  Batched(Stored s, int64_t lanes, std::uint64_t stamp) : stored_(std::move(s)), lanes_(lanes), stamp_(stamp) {}
  Batched(OuterProduct<Stored> product, int64_t lanes, std::uint64_t stamp)
      : outer_(std::move(product)), lanes_(lanes), stamp_(stamp) {}
  /// From lanes of a type that this one holds as constants.
  template <class X> static Batched relifted(Batched<X, Fr> x) {
    int64_t const n = x.lanes();
    std::uint64_t const stamp = x.stamp();
    return Batched(tower::lift<Stored>(std::move(x).take_stored()), n, stamp);
  }

  bool mapped() const noexcept { return lanes_ != Lanes::none; }
  int64_t lanes() const noexcept { return lanes_; }
  std::uint64_t stamp() const noexcept { return stamp_; }
  Stored const& stored() const { return outer_ ? outer_->value() : stored_; }
  Stored take_stored() && {
    if (outer_) return outer_->value();
    return std::move(stored_);
  }
  bool absent() const noexcept { return !outer_ && is_absent(stored_); }
  /// Where this is a product that may not have been computed yet: its factors.
  Shared<OuterProduct<Stored>> const& outer() const noexcept { return outer_; }
  /// The value of one lane.
  T lane(int64_t i) const {
    if constexpr (scalar)
      return tower::as_number<base_t<T>>(mapped() ? Stored(tower::leading(stored_, i)) : stored_);
    else
      return mapped() ? T(tower::leading(stored(), i)) : stored_;
  }

  // ---- of one lane
  Shape shape() const {
    if (outer_) return outer_->shape();
    return mapped() ? lane_of(shape_of(stored_)) : shape_of(stored_);
  }
  int rank() const { return shape().rank(); }
  int64_t size() const { return shape().size(); }
  /// Index `i` of the leading axis.
  auto operator[](std::integral auto i) const { return tower::leading(*this, static_cast<int64_t>(i)); }
  auto item() const { return only_value().item(); }
  explicit operator bool() const { return static_cast<bool>(only_value()); }

  /// The one value that stands for all lanes.
  T only_value() const {
    static_assert(Fr::kind == mode::basis,
                  "fmod: value_of, item or bool of a mapped value: it has another value in each lane of the vmap. "
                  "Choose between values with fm::where, loop with fm::while_loop, or run one lane at a time with "
                  "fm::vmap_loop.");
    if (mapped()) no_single_value();
    return lane(0);
  }

 private:
  static Stored store(T x) {
    if constexpr (scalar)
      return tower::as_tensor(std::move(x));
    else
      return x;
  }

  Stored stored_{};
  Shared<OuterProduct<Stored>> outer_;
  int64_t lanes_ = Lanes::none;
  std::uint64_t stamp_ = 0;
};

// ---- how an op is batched
/// x, whose lanes get axes of size 1 in front so that all arguments align as if each lane stood alone.
template <class X> X aligned_to(int rank, Lanes const& lanes, std::size_t i, X x) {
  if constexpr (is_scalar<X>) {
    return x;
  } else {
    Shape const s = shape_of(x);
    if (!lanes.of(i) || s.rank() - 1 >= rank) return x;
    return tower::reshaped<X>(std::move(x), lanes.stored(lane_of(s), rank));
  }
}
template <class X> Shape lane_shape(Lanes const& lanes, std::size_t i, X const& x) {
  Shape const s = shape_of(x);
  return lanes.of(i) ? lane_of(s) : s;
}
template <class X> X with_lanes(Lanes const& lanes, std::size_t i, X x) {
  if (lanes.of(i)) return x;
  Shape const s = lanes.stored(shape_of(x));
  return tower::stretched<X>(std::move(x), s);
}

template <class X> X lane_at(Lanes const& lanes, std::size_t i, int64_t lane, X const& x) {
  if constexpr (is_scalar<X>)
    return x;
  else
    return lanes.of(i) ? X(tower::leading(x, lane)) : x;
}

struct aligned {
  template <class Op, class X> static auto run(Op const& op, Lanes const&, X x) {
    return tower::apply(op, std::move(x));
  }
  template <class Op, class... X>
  requires(sizeof...(X) > 1) static auto run(Op const& op, Lanes const& lanes, X... x) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      // Also checks that the lanes broadcast: a message has the shapes of one lane.
      Shape whole;
      if (lanes.any()) ((whole = broadcast_shapes(op_name<Op>(), whole, lane_shape(lanes, I, x))), ...);
      return tower::apply(op, aligned_to<X>(whole.rank(), lanes, I, std::move(x))...);
    }
    (std::index_sequence_for<X...>{});
  }
};
struct every_lane {
  template <class Op, class... X> static auto run(Op const& op, Lanes const& lanes, X... x) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      if (!lanes.any()) return tower::apply(op, std::move(x)...);
      return tower::apply(op, with_lanes<X>(lanes, I, std::move(x))...);
    }
    (std::index_sequence_for<X...>{});
  }
};
struct lane_by_lane {
  template <class Op, class... X> static auto run(Op const& op, Lanes const& lanes, X... x) {
    using Z = decltype(tower::apply(op, x...));
    if (!lanes.any()) return tower::apply(op, std::move(x)...);
    if (lanes.count == 0) lanes_are_empty(op_name<Op>());
    std::vector<Z> all;
    all.reserve(static_cast<std::size_t>(lanes.count));
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      for (int64_t i = 0; i < lanes.count; ++i) all.push_back(tower::apply(op, lane_at<X>(lanes, I, i, x)...));
    }
    (std::index_sequence_for<X...>{});
    return Z(tower::stacked(all));
  }
};

/// Is the result one number in each lane? An op that changes between numbers and tensors says so: `gives_number`.
template <class Op, class... Xs> constexpr bool gives_number() {
  if constexpr (requires { Op::gives_number; })
    return Op::gives_number;
  else
    return (is_scalar<Xs> && ...);
}
/// The element type in which numbers meet: that of the first tensor among the arguments, else the widest number's.
template <class Numbers, class... Xs> struct meeting { using type = Numbers; };
template <class Numbers, class X, class... Xs> struct meeting<Numbers, X, Xs...> : meeting<Numbers, Xs...> {};
template <class Numbers, class X, class... Xs>
requires(Real<element_t<X>>&& is_scalar<X>) struct meeting<Numbers, X, Xs...>
    : meeting<std::conditional_t<(sizeof(element_t<X>) > sizeof(Numbers)), element_t<X>, Numbers>, Xs...> {
};
template <class Numbers, class X, class... Xs>
requires(Real<element_t<X>> && !is_scalar<X>) struct meeting<Numbers, X, Xs...> {
  using type = element_t<X>;
};

template <class Fr> struct Lanewise {
  template <class Op, class... Xs> static auto interpret(Op const& op, Xs&... xs) {
    static_assert(sizeof...(Xs) <= 64, "fmod: an op on mapped values takes at most 64 arguments");
    Lanes lanes;
    std::size_t i = 0;
    (join(lanes, i++, xs), ...);
    constexpr bool numbers = gives_number<Op, Xs...>() || ((level_of<Xs> == Fr::level && is_scalar<Xs>) || ...);
    using S = typename meeting<float, Xs...>::type;
    if constexpr (makes_outer<Op, Xs...>()) {
      if (lanes.of(0) && lanes.of(1) && op.may_be_outer(shape_of(xs)...)) {
        auto product = op.outer_product(lanes, std::move(xs).take_stored()...);
        return highest_t<Xs...>(std::move(product), lanes.count, lanes.stamp);
      }
    } else if constexpr (reads_outer<Op, Xs...>()) {
      auto const& x = first_of(xs...);
      if (x.outer() && op.reads_factors(shape_of(x))) {
        auto z = op.of_outer(x.outer()->column(), x.outer()->row());
        return Batched<decltype(z), Fr>(std::move(z), lanes.count, lanes.stamp);
      }
    }
    auto z = run<numbers>(op, lanes, take_stored<S>(std::move(xs))...);
    using Z = decltype(z);
    if constexpr (gives_number<Op, Xs...>())
      return Batched<rebind_t<Z, element_t<Z>>, Fr>(std::move(z), lanes.count, lanes.stamp);
    else
      return Batched<Z, Fr>(std::move(z), lanes.count, lanes.stamp);
  }

 private:
  template <bool Numbers, class Op, class... X> static auto run(Op const& op, Lanes const& lanes, X... x) {
    if constexpr (requires { typename Op::batching; }) {
      return Op::batching::run(op, lanes, std::move(x)...);
    } else if constexpr (!requires { op.batch(lanes, std::move(x)...); }) {
      static_assert(
          requires { typename Op::batching; },
          "fmod: an op meets a mapped value and does not say how it is batched. Add to the op one of `using batching = "
          "fm::tower::aligned;` (arguments broadcast, axes count from the end), `using batching = "
          "fm::tower::lane_by_lane;`, or a member batch(lanes, x...).");
      return op.eval(std::move(x)...);
    } else if constexpr (Numbers) {
      return op.batch(lanes, std::move(x)...);
    } else {
      using Z = decltype(tower::apply(op, x...));
      if (!lanes.any()) return Z(tower::apply(op, std::move(x)...));
      return Z(op.batch(lanes, std::move(x)...));
    }
  }

  template <class Op, class... X> static constexpr bool makes_outer() {
    if constexpr (sizeof...(X) == 2 && requires { &Op::may_be_outer; })
      return (std::is_same_v<highest_t<X...>, X> && ...);
    else
      return false;
  }
  template <class Op, class... X> static constexpr bool reads_outer() {
    return sizeof...(X) == 1 && requires { &Op::reads_factors; };
  }
  template <class X, class... More> static X const& first_of(X const& x, More const&...) { return x; }

  template <class X> static void join(Lanes& lanes, std::size_t i, X const& x) {
    if constexpr (belongs<Fr, X>()) {
      if (!x.mapped()) return;
      if (lanes.any() && (lanes.stamp != x.stamp() || lanes.count != x.lanes())) stamps_differ();
      lanes.count = x.lanes();
      lanes.stamp = x.stamp();
      lanes.mapped |= std::uint64_t{1} << i;
    }
  }
  template <class S, class X> static auto take_stored(X&& x) {
    using B = std::remove_cvref_t<X>;
    if constexpr (!belongs<Fr, B>())
      return B(std::move(x));
    else if constexpr (is_scalar<B> && Real<element_t<B>> && !std::is_same_v<element_t<B>, S>)
      return tower::with_elements<S>(std::move(x).take_stored());
    else
      return std::move(x).take_stored();
  }
};
template <class T, class Fr> struct interpreter<Batched<T, Fr>> : Lanewise<Fr> {};

}  // namespace fm::tower

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/tower/batched.ipp>
#endif
