// fmod/kernels/tile.hpp: Tile<S>, a strip of up to 512 numbers that behaves like one number
// SPDX-License-Identifier: MIT
//
// A user's lambda on numbers is run on tiles: each operation is one compiled loop over a strip that stays in the first
// cache, so a whole expression is one pass over memory. A tile is a handle: a view of a tensor's memory, a strip of
// scratch that it shares with its copies, or one number for all lanes (a literal, an absent tangent).
#pragma once
#include <fmod/kernels/elementwise.hpp>

namespace fm {

inline constexpr int64_t tile_size = 512;

namespace kernels {
/// A strip of scratch memory of the calling thread.
struct Scratch {
  alignas(memory::alignment) std::byte bytes[static_cast<std::size_t>(tile_size) * sizeof(double)];
  int references = 1;
  Scratch* next = nullptr;
};
Scratch* take_scratch();
void return_scratch(Scratch* s) noexcept;
}  // namespace kernels

template <Element S> class Tile : public tower::Adl {
 public:
  using value_type = S;

  Tile() noexcept = default;
  template <class T>
  requires std::is_arithmetic_v<T> Tile(T v)
  noexcept : value_(static_cast<S>(v)) {}
  /// Lanes of a tensor's memory, which must outlive the tile.
  static Tile view(S const* data, int64_t lanes) noexcept {
    Tile t;
    t.data_ = data;
    t.lanes_ = lanes;
    return t;
  }
  /// Fresh scratch, to be filled.
  static Tile scratch(int64_t lanes) {
    Tile t;
    t.own_ = kernels::take_scratch();
    t.data_ = reinterpret_cast<S*>(t.own_->bytes);
    t.lanes_ = lanes;
    return t;
  }
  Tile(Tile const& o) noexcept : data_(o.data_), own_(o.own_), lanes_(o.lanes_), value_(o.value_) {
    if (own_) ++own_->references;
  }
  Tile(Tile&& o) noexcept : data_(o.data_), own_(std::exchange(o.own_, nullptr)), lanes_(o.lanes_), value_(o.value_) {}
  Tile& operator=(Tile o) noexcept {
    std::swap(data_, o.data_);
    std::swap(own_, o.own_);
    std::swap(lanes_, o.lanes_);
    std::swap(value_, o.value_);
    return *this;
  }
  ~Tile() {
    if (own_ && --own_->references == 0) kernels::return_scratch(own_);
  }

  bool uniform() const noexcept { return data_ == nullptr; }
  S value() const noexcept { return value_; }
  S const* data() const noexcept { return data_; }
  int64_t lanes() const noexcept { return lanes_; }
  /// This tile's own memory if nobody else sees it, else fresh scratch of the same lanes.
  Tile writable() && {
    if (own_ && own_->references == 1) return std::move(*this);
    return scratch(lanes_);
  }
  S* mutable_data() noexcept { return const_cast<S*>(data_); }
  void copy_to(S* out, int64_t lanes) const;

 private:
  S const* data_ = nullptr;  // null: value_ in all lanes
  kernels::Scratch* own_ = nullptr;
  int64_t lanes_ = 0;
  S value_{};
};

template <class S> inline constexpr bool tower::is_tile<Tile<S>> = true;

namespace kernels {
template <Real S> Tile<S> map(unary code, Tile<S> x);
template <Real S> Tile<S> map(unary_n code, int64_t n, Tile<S> x);
template <Real S> Tile<S> map(binary code, Tile<S> x, Tile<S> y);
template <Real S> Tile<S> map(binary code, Tile<S> x, S y) { return kernels::map(code, std::move(x), Tile<S>(y)); }
template <Real S> Tile<S> map(binary code, S x, Tile<S> y) { return kernels::map(code, Tile<S>(x), std::move(y)); }
template <Real S> Tile<bool> map(compare code, Tile<S> x, Tile<S> y);
template <Real S> Tile<bool> map(compare code, Tile<S> x, S y) { return kernels::map(code, std::move(x), Tile<S>(y)); }
template <Real S> Tile<S> where(Tile<bool> c, Tile<S> x, Tile<S> y);
}  // namespace kernels

}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/kernels/tile.ipp>
#endif
