// fmod/tower/tape.hpp: Tape, the record of one call in reverse mode, and Sweep, one pass of (co)tangents over it
// SPDX-License-Identifier: MIT
//
// A tape is a list of nodes in the order of computation. Node i may only refer to nodes before it, so pulling
// cotangents runs the list backwards and pushing tangents runs it forwards, without recursion. The (co)tangents of a sweep live in
// the Sweep, not in the nodes: one tape can be swept many times, and by several threads at once.
//
//   nodes   [ input | input | op | numbers a..b | op | ... ]
//                                  `-- runs of operations on plain numbers share one node: ScalarTape (scalar_tape.hpp)
//
// Tapes are recycled and their memory is never returned while the process lives, so a box that outlived its call can
// always look at the stamp of its tape and find that it is not its own any more.
#pragma once
#include <fmod/tower/lift.hpp>
#include <fmod/tower/stamp.hpp>

#include <new>
#include <vector>

namespace fm::tower {

class Sweep;

/// One step of a tape. `pull` reads the cotangent of its result and adds to those of its arguments; `push` reads the
/// tangents of its arguments and sets that of its result.
struct Node {
  std::uint32_t index = 0;
  std::size_t slot = 0;  ///< where a sweep keeps this node's (co)tangent
  virtual void pull(Sweep&) const = 0;
  virtual void push(Sweep&) const = 0;
  virtual void destroy_slot(void*) const noexcept {}
  virtual ~Node() = default;
};

/// Nodes whose result is a tensor have a slot of the result's type.
template <class T> struct SlotNode : Node {
  using type = T;
  void destroy_slot(void* p) const noexcept override { static_cast<T*>(p)->~T(); }
};

class Tape {
 public:
  /// A tape of its own for one call; goes back to be reused when the handle dies.
  class Handle {
   public:
    explicit Handle(Tape* t) noexcept : tape_(t) {}
    Handle(Handle&& o) noexcept : tape_(std::exchange(o.tape_, nullptr)) {}
    Handle& operator=(Handle&&) = delete;
    ~Handle() {
      if (tape_) recycle(tape_);
    }
    Tape& operator*() const noexcept { return *tape_; }
    Tape* operator->() const noexcept { return tape_; }

   private:
    Tape* tape_;
  };
  static Handle open();
  /// No box may record any more. Nodes stay.
  void close() noexcept {
    stamp_.store_relaxed(0);
    for (auto const& s : scalars_) s.stamp->store_relaxed(0);
  }

  std::uint64_t stamp() const noexcept { return stamp_.load_relaxed(); }
  /// The last node since the fence.
  Node const* last() const noexcept { return nodes_.size() == fence_ ? nullptr : nodes_.back(); }
  /// Ends the inputs: what is recorded from here on is the function's. Returns how many nodes the inputs are.
  std::size_t fence() noexcept { return fence_ = nodes_.size(); }

  template <class N, class... A> N* make(A&&... a) {
    static_assert(alignof(N) <= alignof(std::max_align_t));
    N* n = new (reserve(sizeof(N))) N{std::forward<A>(a)...};
    n->index = static_cast<std::uint32_t>(nodes_.size());
    if constexpr (requires { typename N::type; }) {
      n->slot = slot_bytes_;
      slot_bytes_ += (sizeof(typename N::type) + 15) & ~std::size_t{15};
    }
    nodes_.push_back(n);
    return n;
  }
  /// The part of this tape that records operations on numbers of one type (scalar_tape.hpp).
  template <class S> S& scalars() {
    for (auto const& s : scalars_)
      if (s.key == &key<S>) return *static_cast<S*>(s.tape);
    S* const made = new S(*this);
    scalars_.push_back({&key<S>, made, &made->stamp_source(),
                        [](void* p, std::uint64_t stamp) { static_cast<S*>(p)->restart(stamp); }});
    made->restart(stamp());
    return *made;
  }
  std::vector<Node*> const& nodes() const noexcept { return nodes_; }
  std::size_t slot_bytes() const noexcept { return slot_bytes_; }
  /// Ends the life of a node that no later sweep needs, with all that it holds.
  void drop(Node*& n) noexcept {
    n->~Node();
    n = nullptr;
  }
  std::vector<Node*>& nodes() noexcept { return nodes_; }

 private:
  template <class S> static constexpr char key = 0;
  struct Scalars {
    void const* key;
    void* tape;
    Atomic<std::uint32_t>* stamp;
    void (*restart)(void*, std::uint64_t);
  };
  struct Chunk {
    std::byte* bytes;
    std::size_t size;
  };
  Tape() = default;
  void* reserve(std::size_t bytes);
  void clear() noexcept;
  static void recycle(Tape* t) noexcept;

  Atomic<std::uint64_t> stamp_{0};
  std::vector<Node*> nodes_;
  std::vector<Chunk> chunks_;
  std::size_t chunk_ = 0, used_ = 0, slot_bytes_ = 0, fence_ = 0;
  std::vector<Scalars> scalars_;
};

/// The (co)tangents of one pass over a tape.
class Sweep {
 public:
  explicit Sweep(Tape const& tape);
  ~Sweep();
  Sweep(Sweep const&) = delete;
  Sweep& operator=(Sweep const&) = delete;

  template <class T> void add(SlotNode<T> const& n, T d) {
    if (present_[n.index])
      add_to(*slot<T>(n), std::move(d));
    else
      set(n, std::move(d));
  }
  template <class T> void set(SlotNode<T> const& n, T d) {
    new (slots_ + n.slot) T(std::move(d));
    present_[n.index] = 1;
  }
  template <class T> bool has(SlotNode<T> const& n) const { return present_[n.index] != 0; }
  template <class T> T const& get(SlotNode<T> const& n) { return *slot<T>(n); }
  template <class T> T take(SlotNode<T> const& n) {
    T d = std::move(*slot<T>(n));
    slot<T>(n)->~T();
    present_[n.index] = 0;
    return d;
  }
  /// The values that belong to the numbers on a ScalarTape<T>, made zero at first use.
  template <class T> T* numbers(void const* scalar_tape, std::size_t count) {
    for (std::size_t i = 0; i < kinds_; ++i)
      if (numbers_[i].tape == scalar_tape) return static_cast<T*>(numbers_[i].values);
    T* const values = static_cast<T*>(reserve(count * sizeof(T)));
    for (std::size_t i = 0; i < count; ++i) new (values + i) T{};
    remember({scalar_tape, values, count, [](void* p, std::size_t n) noexcept {
                for (std::size_t i = 0; i < n; ++i) static_cast<T*>(p)[i].~T();
              }});
    return values;
  }

  void pull_all();
  /// As pull_all, and frees each node as soon as it has been pulled, except the first `inputs`.
  void pull_and_drop(Tape& tape, std::size_t inputs);
  void push_all();

 private:
  struct Numbers {
    void const* tape;
    void* values;
    std::size_t count;
    void (*destroy)(void*, std::size_t) noexcept;
  };
  /// From the local bytes while they last, so that a small sweep allocates nothing.
  void* reserve(std::size_t bytes);
  void remember(Numbers const& n);
  template <class T> T* slot(SlotNode<T> const& n) { return std::launder(reinterpret_cast<T*>(slots_ + n.slot)); }

  Tape const* tape_;
  std::byte* slots_ = nullptr;
  unsigned char* present_ = nullptr;
  static constexpr std::size_t most_kinds = 8;  // types of number on one tape
  Numbers numbers_[most_kinds];
  std::size_t kinds_ = 0, local_used_ = 0;
  std::vector<void*> blocks_;
  alignas(std::max_align_t) std::byte local_[1024];
};

}  // namespace fm::tower

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/tower/tape.ipp>
#endif
